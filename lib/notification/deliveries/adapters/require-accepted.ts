import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { Undeliverable } from '../../undeliverable.ts'

/**
 * Throws where the target did not take the message; `gone` are the answers after which there is no use in trying again.
 * What it answered beside its status is nobody's business.
 */
export const requireAccepted = ({ status, headers }: OutboundResponse, gone: readonly number[]): void => {
  if (gone.includes(status)) throw new Undeliverable('TARGET_GONE')
  if (status < 200 || status > 299) throw new OutboundError('status', { status, retryAfter: headers['retry-after'] })
}
