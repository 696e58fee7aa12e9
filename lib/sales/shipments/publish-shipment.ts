import { randomUUID } from 'node:crypto'
import { getSetting } from '../../configuration/get-settings.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import type { Fulfilments, OrderInShop } from '../../connectors/fulfilments/fulfilment.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import { type TaskData, TaskPostponed } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { LeaseLost } from '../../platform/store/table/lease.ts'
import { findShipment, listShipmentsOfSalesOrder } from '../../shipping/shipments/find-shipments.ts'
import { blockChannel } from '../channels/auth-block.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { channels, findChannel } from '../channels/channel-store.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findOrder } from '../orders/order-store.ts'
import { findPayload } from '../orders/payload-store.ts'
import type { RunFailure } from '../runs/run-failure.ts'
import { addUnderLease, write } from '../runs/run-under-lease.ts'
import type { Attempt } from '../runs/single-run.ts'
import {
  computeNumberWait,
  digestParcel,
  isHandedOver,
  isLastParcel,
  isUpToDate,
  NEW_PUBLICATION,
  type StoredPublication,
  toParcel,
} from './publication.ts'
import { claimPublications, putHeld, putPublications, releasePublications } from './publication-store.ts'
import { type PublicationHolder, putSettled, settlePublication } from './settle-publication.ts'

type Work = TaskData['sales.shipments.publish']

/** Longer than the function may run, so that a worker whose lease has ended cannot call the shop any more. */
const LEASE_MS = 2 * 60_000
const BUSY_MS = 30_000
/** Tracking numbers that a parcel had; more changes of one parcel are never told apart. */
const MAX_NUMBERS = 10

const DISCONNECTED: RunFailure = {
  errorCode: 'CHANNEL_DISCONNECTED',
  errorCategory: 'stopped',
  errorMessage: 'The channel is disconnected, so the shop does not hear of the parcel.',
}

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

/** Returns the order with the platform's own record, which has ids that the order lacks. */
export const readOrderInShop = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  { channelId, externalOrderId }: Pick<StoredOrder, 'channelId' | 'externalOrderId'>,
): Promise<OrderInShop> => {
  const payload = await findPayload(app, tenant, channelId, externalOrderId)
  return { externalOrderId, raw: payload && JSON.parse(payload.json) }
}

/** Tells whether the shop cannot be called before somebody resumes the channel or replaces its credentials. */
export const mustHold = ({ status, authFailedAt }: StoredChannel) => status === 'paused' || !!authFailedAt

const getKnown = ({ publications, shipment }: PublicationHolder): StoredPublication =>
  publications.parcels[shipment.id] ?? NEW_PUBLICATION

/** Keeps the parcel until the channel can be used; if it can be used again by now, the parcel is published at once. */
const hold = (holder: PublicationHolder) =>
  write(holder, async (unit) => {
    const { app, tenant, channel, shipment } = holder
    const current = unit.isRerun ? await findChannel(app.db, tenant, channel.id) : channel
    const isHeld = current !== undefined && mustHold(current)
    putSettled(unit, holder, { ...getKnown(holder), status: isHeld ? 'held' : 'waiting', nextAttemptAt: null })
    if (!isHeld) return unit.schedule('sales.shipments.publish', { tenant, shipmentId: shipment.id, isForced: true })
    unit.add(putHeld(tenant, channel.id, shipment.id))
    // Fails if the channel changes at the same moment, since its release would miss this parcel.
    unit.require(channels, current)
  })

/** Shows until when the parcel waits for its number; a number that comes earlier has a task of its own. */
const awaitNumber = async (holder: PublicationHolder, until: Date): Promise<never> => {
  await write(holder, async (unit) => {
    const nextAttemptAt = until.toISOString()
    putSettled(unit, holder, { ...getKnown(holder), status: 'waiting', nextAttemptAt, message: NUMBER_IS_DUE })
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

/** Gives up the lease; what was learned about the order stays. */
const leave = (holder: PublicationHolder) =>
  write(holder, async (unit) => {
    const { tenant, orderId, by, publications } = holder
    const action = publications.isComplete
      ? putPublications(tenant, orderId, publications, { by })
      : releasePublications(tenant, orderId, by)
    addUnderLease(unit, action)
  })

const askToPublish = async (
  holder: PublicationHolder,
  fulfilments: Fulfilments,
  given: Parameters<Fulfilments['publish']>[1],
): Promise<Attempt> => {
  const { app, tenant, channel } = holder
  try {
    return await fulfilments.publish(await openShop(app, tenant, channel), given)
  } catch (error) {
    if (error instanceof ConnectorError) return error
    throw error
  }
}

const publishUnderLease = async (
  holder: PublicationHolder,
  order: StoredOrder,
  fulfilments: Fulfilments,
  { isForced = false }: Work,
): Promise<void> => {
  const { app, tenant, channel, shipment, publications } = holder
  const now = app.clock()
  const [found, zone] = await Promise.all([
    listShipmentsOfSalesOrder(app.db, tenant, order.id),
    getSetting(app, tenant, 'general.timezone'),
  ])
  const all = found.filter(isHandedOver)
  const isLast = isLastParcel(shipment.id, publications, order, all)
  const known = publications.parcels[shipment.id]
  const parcel = toParcel(shipment, zone, known)
  const digest = digestParcel(parcel, isLast)
  if (!isHandedOver(shipment) || (!isForced && isUpToDate(known, digest, now))) return await leave(holder)
  if (channel.status === 'disconnected')
    return await write(holder, (unit) => settlePublication(unit, holder, { stopped: DISCONNECTED }, digest))
  if (mustHold(channel)) return await hold(holder)
  const numberWait = fulfilments.isFinal(channel.connectorConfig) ? computeNumberWait(parcel, now) : undefined
  if (numberWait) return await awaitNumber(holder, numberWait)
  const orderInShop = await readOrderInShop(app, tenant, order)
  const { parcels } = publications
  const others = all.filter(({ id }) => id !== shipment.id).map((each) => toParcel(each, zone, parcels[each.id]))
  // The parcel is compared as it was before this attempt.
  holder.publications = await storeIntent(holder)
  const attempt = await askToPublish(holder, fulfilments, { order: orderInShop, parcel, others, isLast })
  await write(holder, (unit) => settlePublication(unit, holder, attempt, digest))
  if (attempt instanceof ConnectorError && attempt.code === 'AUTH_FAILED')
    await write(holder, (unit) => blockChannel(unit, channel, attempt))
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
  const publications = { ...claimed, isComplete: claimed.isComplete || isLast }
  const holder: PublicationHolder = { app, tenant, by: claimant.by, orderId, shipment, channel, publications }
  try {
    await publishUnderLease(holder, order, fulfilments, work)
  } catch (error) {
    throw error instanceof LeaseLost ? postponed : error
  }
  await publishOvertaken(holder)
}
