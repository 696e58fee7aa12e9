import { NOTHING_DUE, type NoCall } from '../../platform/effects/run-effect.ts'
import { addUnderLease, write } from '../../platform/effects/under-lease.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredShipment } from '../../shipping/shipments/shipment.ts'
import { holdForChannel } from '../runs/hold-for-channel.ts'
import type { Goal, Publications } from './publication.ts'
import { putHeld, putPublications } from './publication-store.ts'
import { getKnown, type ParcelCaller, putSettled } from './settle-publication.ts'

// Steps that publishing a parcel and withdrawing it have in common.

/** Longer than the function may run, so that a worker whose lease has ended cannot call the shop any more. */
export const LEASE_MS = 2 * 60_000
/** Time after which a parcel whose order is busy is tried again. */
export const BUSY_MS = 30_000
/** Tracking numbers that a parcel had; more changes of one parcel are never told apart. */
const MAX_NUMBERS = 10

/** A parcel, all of its order and the others that left, with SKUs as the shop has them. */
export interface ParcelsOfOrder {
  shipment: StoredShipment
  all: readonly StoredShipment[]
  others: readonly StoredShipment[]
  zone: string
}

/** Request to the shop, and the parcels of the order as they were stored before. */
export interface ParcelIntent {
  goal: Goal
  digest: string
  publications: Publications
  others: readonly StoredShipment[]
}

/** Stores the intent before the shop is called, so that a lost answer is not taken for no attempt. */
export const storeIntent = (caller: ParcelCaller): Promise<Publications> =>
  write(caller, async (unit) => {
    const { tenant, by, known, subject } = caller
    const before = getKnown(caller)
    const { id, trackingNumber: number } = known.shipment
    const numbers = [...before.numbers.filter((each) => each !== number), ...(number === null ? [] : [number])]
    const sending = { ...before, status: 'sending' as const, wasTried: true, numbers: numbers.slice(-MAX_NUMBERS) }
    const publications = { ...known.publications, parcels: { ...known.publications.parcels, [id]: sending } }
    const leaseUntil = new Date(unit.now.getTime() + LEASE_MS).toISOString()
    addUnderLease(unit, putPublications(tenant, subject.order.id, publications, { by, leaseUntil }))
    return publications
  })

/** Keeps the parcel until the channel can be used; if it can be used again by now, the parcel is published at once. */
export const hold = (unit: Unit, caller: ParcelCaller): Promise<void> => {
  const { app, tenant, known, subject } = caller
  const { id: shipmentId } = known.shipment
  return holdForChannel(unit, app, subject.channel, (isHeld) => {
    putSettled(unit, caller, { ...getKnown(caller), status: isHeld ? 'held' : 'waiting', nextAttemptAt: null })
    if (isHeld) unit.add(putHeld(tenant, subject.channel.id, shipmentId))
    else unit.schedule('sales.shipments.publish', { tenant, shipmentId, isForced: true })
  })
}

/** Ends the lease; what was learned about the order stays. */
export const leave = ({ tenant, by, known, subject }: ParcelCaller): NoCall =>
  known.hasNewRest
    ? { store: (unit) => addUnderLease(unit, putPublications(tenant, subject.order.id, known.publications, { by })) }
    : NOTHING_DUE

/** Shows until when and why the parcel waits; what comes earlier has a task of its own. */
export const waitUntil = (caller: ParcelCaller, until: Date, message: string): NoCall => ({
  store: (unit) =>
    putSettled(unit, caller, {
      ...getKnown(caller),
      ...{ status: 'waiting', nextAttemptAt: until.toISOString(), message },
    }),
  until,
})
