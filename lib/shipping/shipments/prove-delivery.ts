import type { Followed } from './follow-parcel.ts'
import type { StoredShipment } from './shipment.ts'

type Proof = Pick<StoredShipment, 'proofOfDelivery'>

/** Returns the proof of a delivered parcel from the name of who signed for it. The first proof stays. */
export const proveDelivery = (
  before: Proof | undefined,
  { deliveredAt }: Pick<Followed, 'deliveredAt'>,
  signedBy: string | null | undefined,
): Proof => {
  const told = signedBy && deliveredAt ? { signedBy, note: null, at: deliveredAt } : null
  return { proofOfDelivery: before?.proofOfDelivery ?? told }
}
