import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { Undeliverable } from '../../undeliverable.ts'

/**
 * Throws if the target did not accept the message; after the statuses in `gone` no further try would help. The body of the
 * response may hold secrets, so no error repeats it.
 */
export const requireAccepted = ({ status, headers }: OutboundResponse, gone: readonly number[]): void => {
  if (gone.includes(status)) throw new Undeliverable('TARGET_GONE')
  if (status < 200 || status > 299) throw new OutboundError('status', { status, retryAfter: headers['retry-after'] })
}
