import { randomUUID } from 'node:crypto'
import type { Fulfilments } from '../../connectors/fulfilments/fulfilment.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import { addUnderLease, write } from '../../platform/effects/under-lease.ts'
import { type TaskData, TaskPostponed } from '../../platform/events/outbox/task.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { LeaseLost } from '../../platform/store/table/lease.ts'
import { findShipment, listShipmentsOfSalesOrder } from '../../shipping/shipments/find-shipments.ts'
import { findChannel } from '../channels/channel-store.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findOrder } from '../orders/order-store.ts'
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
import { claimPublications, putPublications } from './publication-store.ts'
import { ask, DISCONNECTED, getKnown, hold, leave, mustHold, readOrderInShop, settle } from './read-order-in-shop.ts'
import { type PublicationHolder, putSettled } from './settle-publication.ts'
import { spellAsInShop } from './spell-as-in-shop.ts'
import { withdrawUnderLease } from './withdraw-under-lease.ts'

type Work = TaskData['sales.shipments.publish']

/** Longer than the function may run, so that a worker whose lease has ended cannot call the shop any more. */
const LEASE_MS = 2 * 60_000
const BUSY_MS = 30_000
/** Tracking numbers that a parcel had; more changes of one parcel are never told apart. */
const MAX_NUMBERS = 10

const WITHDRAWAL_IS_DUE = 'The shop still shows another parcel that ended, with pieces that may be in this one.'
const NUMBER_IS_DUE = 'The parcel has no tracking number yet, and the shop could not add it later.'

/** Finds what publishing a shipment needs; undefined if no shop has to hear of it. */
const findSubject = async ({ db }: App, { tenant, shipmentId }: Work) => {
  const shipment = await findShipment(db, tenant, shipmentId)
  const { salesOrderId = null } = shipment ?? {}
  const order = salesOrderId ? await findOrder(db, tenant, salesOrderId) : undefined
  const channel = order && (await findChannel(db, tenant, order.channelId))
  const fulfilments = channel && getConnector(channel.type).fulfilments
  return order && channel && fulfilments && { order, channel, fulfilments }
}

/** Shows until when and why the parcel waits; what comes earlier has a task of its own. */
const waitUntil = async (holder: PublicationHolder, until: Date, message: string): Promise<never> => {
  await write(holder, async (unit) => {
    const nextAttemptAt = until.toISOString()
    putSettled(unit, holder, { ...getKnown(holder), status: 'waiting', nextAttemptAt, message })
  })
  throw new TaskPostponed(until)
}

/** Stores the intent before the shop is called, so that a lost answer is not taken for no attempt. */
const storeIntent = (holder: PublicationHolder) =>
  write(holder, async (unit) => {
    const { tenant, orderId, by, shipment } = holder
    const known = getKnown(holder)
    const { trackingNumber: number } = shipment
    const numbers = [...known.numbers.filter((each) => each !== number), ...(number === null ? [] : [number])]
    const sending = { ...known, status: 'sending' as const, wasTried: true, numbers: numbers.slice(-MAX_NUMBERS) }
    const publications = { ...holder.publications, parcels: { ...holder.publications.parcels, [shipment.id]: sending } }
    const leaseUntil = new Date(unit.now.getTime() + LEASE_MS).toISOString()
    addUnderLease(unit, putPublications(tenant, orderId, publications, { by, leaseUntil }))
    return publications
  })

const publishUnderLease = async (
  holder: PublicationHolder,
  order: StoredOrder,
  fulfilments: Fulfilments,
  { isForced = false }: Work,
): Promise<void> => {
  const { app, tenant, channel, publications } = holder
  const now = app.clock()
  const [stored, zone] = await Promise.all([
    listShipmentsOfSalesOrder(app.db, tenant, order.id),
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
  ])
  const spelled = await spellAsInShop(app.db, tenant, order, [holder.shipment, ...stored])
  const [shipment = holder.shipment, ...found] = spelled
  const all = found.filter(isHandedOver)
  const othersHandedOver = all.filter(({ id }) => id !== shipment.id)
  if (!isHandedOver(shipment))
    return await withdrawUnderLease(holder, order, fulfilments, {
      ...{ shipment, others: othersHandedOver, zone, isForced },
    })
  const isLast = isLastParcel(shipment.id, publications, order, all)
  const known = turnTo('publish', getKnown(holder))
  const parcel = toParcel(shipment, zone, known)
  const digest = digestParcel(parcel, isLast)
  const end = { goal: 'publish', digest } as const
  if (!isForced && isUpToDate(known, digest, now)) return await leave(holder)
  if (channel.status === 'disconnected') return await settle(holder, { stopped: DISCONNECTED }, end)
  if (mustHold(channel)) return await hold(holder)
  const { parcels } = publications
  if (found.some((each) => isToWithdrawFirst(each, parcels[each.id])))
    return await waitUntil(holder, new Date(now.getTime() + BUSY_MS), WITHDRAWAL_IS_DUE)
  const numberWait = fulfilments.isFinal(channel.connectorConfig) ? computeNumberWait(parcel, now) : undefined
  if (numberWait) return await waitUntil(holder, numberWait, NUMBER_IS_DUE)
  const orderInShop = await readOrderInShop(app, tenant, order)
  const others = othersHandedOver.map((each) => toParcel(each, zone, parcels[each.id]))
  // The parcel is compared as it was before this attempt.
  holder.publications = await storeIntent(holder)
  const publication = { order: orderInShop, parcel, others, isLast }
  await settle(holder, await ask(holder, (shop) => fulfilments.publish(shop, publication)), end)
}

/** Finds a parcel whose worker met the lease of this one: it left meanwhile and nobody has begun to publish it. */
const findOvertaken = async ({ app, tenant, orderId, shipment, publications }: PublicationHolder) =>
  (await listShipmentsOfSalesOrder(app.db, tenant, orderId)).find(
    (each) => each.id !== shipment.id && isHandedOver(each) && !Object.hasOwn(publications.parcels, each.id),
  )

/** Parcels of an order often leave together. The second would otherwise wait until its postponed task runs. */
const publishOvertaken = async (holder: PublicationHolder): Promise<void> => {
  const { app, tenant } = holder
  const overtaken = await findOvertaken(holder)
  if (!overtaken) return
  try {
    await publishShipment(app, { tenant, shipmentId: overtaken.id }, app.clock())
  } catch (error) {
    // Another worker has the parcels by now.
    if (!(error instanceof TaskPostponed)) throw error
  }
}

/**
 * Publishes a parcel to the shop of its order, or brings it up to date there. One worker at a time writes to an order of a
 * shop. The intent is stored before the call and each attempt compares first, so that kills and lost answers double nothing.
 */
export const publishShipment = async (app: App, work: Work, now: Date): Promise<void> => {
  const { tenant, shipmentId, isLast = false } = work
  const subject = await findSubject(app, work)
  if (!subject || (await findTenant(app.db, tenant))?.closedAt !== undefined) return
  const { order, channel, fulfilments } = subject
  const orderId = order.id
  const claimant = { by: randomUUID(), now, until: new Date(now.getTime() + LEASE_MS) }
  const claimed = await claimPublications(app.db, tenant, { orderId, channelId: channel.id }, claimant)
  const postponed = new TaskPostponed(new Date(now.getTime() + BUSY_MS))
  if (!claimed) throw postponed
  // Read again, since another worker may have waited for a change of it.
  const shipment = await findShipment(app.db, tenant, shipmentId)
  if (!shipment) return
  const { isComplete = false } = claimed
  // The pieces of a reversed hand-off will leave once more.
  const publications = { ...claimed, isComplete: !shipment.reversedAt && (isComplete || isLast) }
  const hasNewRest = publications.isComplete !== isComplete
  const { by } = claimant
  const holder: PublicationHolder = { app, tenant, by, orderId, shipment, channel, publications, hasNewRest }
  try {
    await publishUnderLease(holder, order, fulfilments, work)
  } catch (error) {
    throw error instanceof LeaseLost ? postponed : error
  }
  await publishOvertaken(holder)
}
