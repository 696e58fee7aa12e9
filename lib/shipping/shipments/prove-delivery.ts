import type { Followed } from './follow-parcel.ts'
import type { StoredShipment } from './shipment.ts'

type Proof = Pick<StoredShipment, 'proofOfDelivery'>

/**
 * Returns the proof of a delivered parcel from the name of who signed for it. The first proof stays, unless it is of the
 * sender.
 */
export const proveDelivery = (
  before: Proof | undefined,
  { status, deliveredAt }: Pick<Followed, 'status' | 'deliveredAt'>,
  signedBy: string | null | undefined,
): Proof => {
  if (status === 'returned') return { proofOfDelivery: null }
  const told = signedBy && deliveredAt ? { signedBy, note: null, at: deliveredAt } : null
  return { proofOfDelivery: before?.proofOfDelivery ?? told }
}
