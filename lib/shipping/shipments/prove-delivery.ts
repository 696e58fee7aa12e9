import type { Followed } from './follow-parcel.ts'
import type { StoredShipment } from './shipment.ts'

type Proof = Pick<StoredShipment, 'proofOfDelivery'>

/** Returns the proof of a delivered parcel from the name of who signed for it. The first proof stays. */
export const proveDelivery = (
  before: Proof | undefined,
  { deliveredAt }: Pick<Followed, 'deliveredAt'>,
  signedBy: string | null | undefined,
): Proof =>
  signedBy && deliveredAt && !before?.proofOfDelivery
    ? { proofOfDelivery: { signedBy, note: null, at: deliveredAt } }
    : {}
