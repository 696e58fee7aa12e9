import { hash } from 'node:crypto'
import type { TrackingState } from '../../../schemas/shipping/tracking.ts'
import type { CustodianType } from '../../../schemas/warehousing/custodian.ts'
import type { CustodianErrorCode, RemoteFulfilment, RemoteParcel } from '../../custodians/custodian-connector.ts'
import { computeRetryTime } from '../../platform/back-off/compute-retry-time.ts'
import { decideStatus, understandEvents } from '../../shipping/tracking-events/understand-events.ts'

/** Minutes between two polls of an order that the custodian works on; webhooks are faster where a type has them. */
const POLL_MINUTES: Readonly<Record<CustodianType, number>> = {
  internal: 60,
  fba_marketplace: 10,
  retailer_fbb: 15,
  fulfilment_api_a: 10,
  fulfilment_api_b: 10,
  freight_platform: 15,
  shipping_api: 60,
  custom: 15,
  simulator: 1,
}

/** Parcels change less often than orders. */
const SLOWER_ON_THE_WAY = 6
const MINUTE_MS = 60_000
const BACK_OFF = { firstMs: MINUTE_MS, maxMs: 6 * 3_600_000 }
/** An order whose parcels never arrive is no longer polled after this time. */
const MAX_POLLED_DAYS = 60

/** A lost parcel may be found: it is asked for once a day for so long. */
const MAX_LOST_DAYS = 30
const DAY_MS = 24 * 60 * MINUTE_MS

/** States in which nothing happens to a parcel any more. */
const FINAL: readonly TrackingState[] = ['delivered', 'returned', 'refused', 'damaged', 'cancelled']
const ENDED = ['closed', 'cancelled', 'refused']

const isEnded = ({ state }: RemoteFulfilment) => state !== null && ENDED.includes(state)

const findStatus = ({ events, handedOverAt }: RemoteParcel): TrackingState =>
  decideStatus(understandEvents(events), { isHandedOver: handedOverAt !== null, isVoid: false })

const isLost = (parcel: RemoteParcel) => findStatus(parcel) === 'lost'

const isFinal = (parcel: RemoteParcel, now: Date) => {
  const lostBefore = new Date(now.getTime() - MAX_LOST_DAYS * DAY_MS).toISOString()
  const isGivenUp = isLost(parcel) && parcel.events.every(({ occurredAt }) => occurredAt < lostBefore)
  return isGivenUp || FINAL.includes(findStatus(parcel))
}

/**
 * Returns true if nothing more will happen to an order at its custodian. `seen` is the digest of the state before: an order
 * that was sent without a parcel is read once more, since some systems name the parcel a little later.
 */
export const isSettled = (remote: RemoteFulfilment, now: Date, seen: string | null = null): boolean =>
  isEnded(remote) &&
  remote.parcels.every((parcel) => isFinal(parcel, now)) &&
  (remote.state !== 'closed' || remote.parcels.length > 0 || digestRemote(remote) === seen)

export const isTooOld = (since: string, now: Date): boolean =>
  now.getTime() - Date.parse(since) > MAX_POLLED_DAYS * DAY_MS

const computeInterval = (type: CustodianType) => POLL_MINUTES[type] * MINUTE_MS

export const computeFirstPoll = (type: CustodianType, now: Date): Date =>
  new Date(now.getTime() + computeInterval(type))

/** Returns the time of the next poll. An unknown order is polled as one that is worked on. */
export const computeNextPoll = (type: CustodianType, remote: RemoteFulfilment | undefined, now: Date): Date => {
  const parcels = remote && isEnded(remote) ? remote.parcels : []
  if (parcels.some(isLost) && parcels.every((parcel) => isLost(parcel) || isFinal(parcel, now)))
    return new Date(now.getTime() + DAY_MS)
  const factor = type !== 'simulator' && remote && isEnded(remote) ? SLOWER_ON_THE_WAY : 1
  return new Date(now.getTime() + factor * computeInterval(type))
}

/** Returns the time of the next poll after so many that failed. */
export const computePollAfterFailure = (failures: number, now: Date, retryAfterSeconds?: number): Date =>
  computeRetryTime(now, failures, BACK_OFF, retryAfterSeconds)

/** Failures that concern one order; after any other, the custodian's other orders are not asked for either. */
export const isFailureOfOrder = (code: CustodianErrorCode): boolean => code === 'UPSTREAM_ERROR'

export const digestRemote = (remote: RemoteFulfilment): string => hash('sha256', JSON.stringify(remote), 'hex')
