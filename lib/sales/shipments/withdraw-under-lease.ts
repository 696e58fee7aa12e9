import type { Fulfilments } from '../../connectors/fulfilments/fulfilment.ts'
import { write } from '../../platform/effects/under-lease.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredShipment } from '../../shipping/shipments/shipment.ts'
import type { StoredOrder } from '../orders/order.ts'
import { isUpToDate, toParcel, turnTo, WITHDRAWN } from './publication.ts'
import { ask, DISCONNECTED, getKnown, hold, leave, mustHold, readOrderInShop, settle } from './read-order-in-shop.ts'
import { NOTHING_SHOWN, type PublicationHolder, putSettled, settlePublication } from './settle-publication.ts'

/** Parcels of an order that follow at once when another one was withdrawn. */
const MAX_CONTINUED = 20

/** Lets parcels follow that waited for this one, or of which the shop may have expected too few pieces before. */
const continueOthers = (
  unit: Unit,
  { tenant, publications, shipment }: PublicationHolder,
  others: StoredShipment[],
) => {
  const before = getKnown({ publications, shipment })
  const hasFailed = before.status === 'failed' || (before.isWithdrawing && before.tries > 0)
  const known = others.filter(({ id }) => publications.parcels[id])
  const waiting = known.filter(({ id }) => hasFailed || publications.parcels[id]?.status === 'waiting')
  for (const { id: shipmentId } of waiting.slice(-MAX_CONTINUED))
    unit.schedule('sales.shipments.publish', { tenant, shipmentId, isForced: true })
}

interface Withdrawn {
  /** The shipment and the others that left, with SKUs as the shop has them. */
  shipment: StoredShipment
  others: StoredShipment[]
  zone: string
  isForced: boolean
}

/** Ends a parcel in the shop that was cancelled, or whose hand-off was reversed, if the shop may show it. */
export const withdrawUnderLease = async (
  holder: PublicationHolder,
  order: StoredOrder,
  fulfilments: Fulfilments,
  { shipment, others, zone, isForced }: Withdrawn,
): Promise<void> => {
  const { app, tenant, channel, publications } = holder
  const found = publications.parcels[shipment.id]
  const known = found && turnTo('withdraw', found)
  if (!known || (!isForced && isUpToDate(known, WITHDRAWN, app.clock()))) return await leave(holder)
  const end = { goal: 'withdraw', digest: WITHDRAWN } as const
  if (!known.wasTried)
    return await write(holder, async (unit) => {
      putSettled(unit, holder, { ...known, ...NOTHING_SHOWN, settled: WITHDRAWN, nextAttemptAt: null, message: null })
    })
  if (channel.status === 'disconnected') return await settle(holder, { stopped: DISCONNECTED }, end)
  if (mustHold(channel)) return await hold(holder)
  const given = {
    order: await readOrderInShop(app, tenant, order),
    parcel: toParcel(shipment, zone, known),
    others: others.map((each) => toParcel(each, zone, publications.parcels[each.id])),
  }
  const attempt = await ask(holder, (shop) => fulfilments.withdraw(shop, given))
  if (!('withdrawn' in attempt)) return await settle(holder, attempt, end)
  await write(holder, async (unit) => {
    await settlePublication(unit, holder, attempt, end)
    continueOthers(unit, holder, others)
  })
}
