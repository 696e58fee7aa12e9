import { OutboundError, type OutboundResponse } from '../../outbound/outbound.ts'

/** The target will never take this or anything else, so there is no use in trying again. */
export class TargetGone extends Error {
  constructor(status: number) {
    super(`the target answered ${status}`)
    this.name = 'TargetGone'
  }
}

/** Throws where the target did not take the message; what it answered beside its status is nobody's business. */
export const taken = ({ status, headers }: OutboundResponse, gone: readonly number[]): void => {
  if (gone.includes(status)) throw new TargetGone(status)
  if (status < 200 || status > 299) throw new OutboundError('status', { status, retryAfter: headers['retry-after'] })
}
