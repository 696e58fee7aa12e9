import type { DueCall, NoCall } from '../../platform/effects/run-effect.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredShipment } from '../../shipping/shipments/shipment.ts'
import { openShop } from '../channels/channel-connection.ts'
import { explainDisconnected, mustHold } from '../runs/hold-for-channel.ts'
import type { Attempt } from '../runs/single-run.ts'
import { hold, leave, type ParcelIntent, type ParcelsOfOrder } from './parcel-intent.ts'
import { isUpToDate, toParcel, turnTo, WITHDRAWN } from './publication.ts'
import { readOrderInShop } from './read-order-in-shop.ts'
import { getKnown, NOTHING_SHOWN, type ParcelCaller, putSettled, settlePublication } from './settle-publication.ts'

/** Parcels of an order that follow at once when another one was withdrawn. */
const MAX_CONTINUED = 20

/** Lets parcels follow that waited for this one, or of which the shop may have expected too few pieces before. */
export const continueOthers = (unit: Unit, caller: ParcelCaller, others: readonly StoredShipment[]): void => {
  const before = getKnown(caller)
  const hasFailed = before.status === 'failed' || (before.isWithdrawing && before.tries > 0)
  const { parcels } = caller.known.publications
  const known = others.filter(({ id }) => parcels[id])
  const waiting = known.filter(({ id }) => hasFailed || parcels[id]?.status === 'waiting')
  for (const { id: shipmentId } of waiting.slice(-MAX_CONTINUED))
    unit.schedule('sales.shipments.publish', { tenant: caller.tenant, shipmentId, isForced: true })
}

/** Ends a parcel in the shop that was cancelled, or whose hand-off was reversed, if the shop may show it. */
export const prepareWithdrawal = async (
  caller: ParcelCaller,
  { shipment, others, zone }: ParcelsOfOrder,
): Promise<DueCall<Attempt, ParcelIntent> | NoCall> => {
  const { app, tenant, known, subject } = caller
  const { channel, order, fulfilments, isForced } = subject
  const { parcels } = known.publications
  const found = parcels[shipment.id]
  const before = found && turnTo('withdraw', found)
  if (!before || (!isForced && isUpToDate(before, WITHDRAWN, app.clock()))) return leave(caller)
  const end = { goal: 'withdraw', digest: WITHDRAWN } as const
  if (!before.wasTried) {
    const ended = { ...before, ...NOTHING_SHOWN, settled: WITHDRAWN, nextAttemptAt: null, message: null }
    return { store: (unit) => putSettled(unit, caller, ended) }
  }
  if (channel.status === 'disconnected')
    return { store: (unit) => settlePublication(unit, caller, { stopped: explainDisconnected('the parcel') }, end) }
  if (mustHold(channel)) return { store: (unit) => hold(unit, caller) }
  const withdrawal = {
    order: await readOrderInShop(app, tenant, order),
    parcel: toParcel(shipment, zone, before),
    others: others.map((each) => toParcel(each, zone, parcels[each.id])),
  }
  return {
    intent: { ...end, publications: known.publications, others },
    make: async () => await fulfilments.withdraw(await openShop(app, tenant, channel), withdrawal),
  }
}
