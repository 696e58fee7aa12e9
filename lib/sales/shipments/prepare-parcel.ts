import type { DueCall, NoCall } from '../../platform/effects/run-effect.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { listShipmentsOfSalesOrder } from '../../shipping/shipments/find-shipments.ts'
import { openShop } from '../channels/channel-connection.ts'
import { explainDisconnected, mustHold } from '../runs/hold-for-channel.ts'
import type { Attempt } from '../runs/single-run.ts'
import {
  BUSY_MS,
  hold,
  leave,
  type ParcelIntent,
  type ParcelsOfOrder,
  storeIntent,
  waitUntil,
} from './parcel-intent.ts'
import { prepareWithdrawal } from './prepare-withdrawal.ts'
import {
  computeNumberWait,
  digestParcel,
  isHandedOver,
  isLastParcel,
  isToWithdrawFirst,
  isUpToDate,
  toParcel,
  turnTo,
} from './publication.ts'
import { readOrderInShop } from './read-order-in-shop.ts'
import { getKnown, type ParcelCaller, settlePublication } from './settle-publication.ts'
import { spellAsInShop } from './spell-as-in-shop.ts'

const WITHDRAWAL_IS_DUE = 'The shop still shows another parcel that ended, with pieces that may be in this one.'
const NUMBER_IS_DUE = 'The parcel has no tracking number yet, and the shop could not add it later.'

const readParcels = async ({ app, tenant, subject: { order }, known }: ParcelCaller): Promise<ParcelsOfOrder> => {
  const [stored, zone] = await Promise.all([
    listShipmentsOfSalesOrder(app.db, tenant, order.id),
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
  ])
  const [shipment = known.shipment, ...all] = await spellAsInShop(app.db, tenant, order, [known.shipment, ...stored])
  const others = all.filter((each) => isHandedOver(each) && each.id !== shipment.id)
  return { shipment, all, others, zone }
}

/** Decides whether the shop is to be told of the parcel, and stores that it will be; or that the parcel ended. */
export const prepareParcel = async (caller: ParcelCaller): Promise<DueCall<Attempt, ParcelIntent> | NoCall> => {
  const parcels = await readParcels(caller)
  const { shipment, all, others, zone } = parcels
  if (!isHandedOver(shipment)) return await prepareWithdrawal(caller, parcels)
  const { app, tenant, known, subject } = caller
  const { channel, order, fulfilments, isForced } = subject
  const { publications } = known
  const now = app.clock()
  const isLast = isLastParcel(shipment.id, publications, order, all.filter(isHandedOver))
  const before = turnTo('publish', getKnown(caller))
  const parcel = toParcel(shipment, zone, before)
  const end = { goal: 'publish', digest: digestParcel(parcel, isLast) } as const
  if (!isForced && isUpToDate(before, end.digest, now)) return leave(caller)
  if (channel.status === 'disconnected')
    return { store: (unit) => settlePublication(unit, caller, { stopped: explainDisconnected('the parcel') }, end) }
  if (mustHold(channel)) return { store: (unit) => hold(unit, caller) }
  if (all.some((each) => isToWithdrawFirst(each, publications.parcels[each.id])))
    return waitUntil(caller, new Date(now.getTime() + BUSY_MS), WITHDRAWAL_IS_DUE)
  const numberWait = fulfilments.isFinal(channel.connectorConfig) ? computeNumberWait(parcel, now) : undefined
  if (numberWait) return waitUntil(caller, numberWait, NUMBER_IS_DUE)
  const publication = {
    order: await readOrderInShop(app, tenant, order),
    // Compared as it was before this attempt.
    parcel,
    others: others.map((each) => toParcel(each, zone, publications.parcels[each.id])),
    isLast,
  }
  return {
    intent: { ...end, publications: await storeIntent(caller), others },
    make: async () => await fulfilments.publish(await openShop(app, tenant, channel), publication),
  }
}
