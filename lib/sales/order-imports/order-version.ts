import type { Incoming } from '../order-changes/read-incoming.ts'
import type { StoredOrder } from '../orders/order.ts'

/** The parts of a version of an order that tell which of two is the later one. */
export interface OrderVersion {
  /** Time at which the platform last changed it; null is earlier than any time. */
  modifiedAt: string | null
  isCancelled: boolean
}

/** Returns true if `version` is later than `other`; at the same time, a cancellation is, because it is final. */
export const isLater = (version: OrderVersion, other: OrderVersion): boolean =>
  version.modifiedAt === other.modifiedAt
    ? version.isCancelled && !other.isCancelled
    : (version.modifiedAt ?? '') > (other.modifiedAt ?? '')

export const readReceivedVersion = ({
  modifiedAt,
  verdict,
}: Pick<Incoming, 'modifiedAt' | 'verdict'>): OrderVersion => ({
  modifiedAt,
  isCancelled: verdict.meaning === 'ended',
})

export const readStoredVersion = ({ platformModifiedAt, status }: StoredOrder): OrderVersion => ({
  modifiedAt: platformModifiedAt,
  isCancelled: status === 'cancelled',
})
