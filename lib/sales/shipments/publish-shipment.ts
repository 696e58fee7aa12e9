import { ConnectorError } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import { type Effect, type EffectLease, runEffect } from '../../platform/effects/run-effect.ts'
import { type TaskData, TaskPostponed } from '../../platform/events/outbox/task.ts'
import { findShipment, listShipmentsOfSalesOrder } from '../../shipping/shipments/find-shipments.ts'
import { findChannel } from '../channels/channel-store.ts'
import { findOrder } from '../orders/order-store.ts'
import { blockRefused } from '../runs/hold-for-channel.ts'
import type { Attempt } from '../runs/single-run.ts'
import { BUSY_MS, LEASE_MS, type ParcelIntent } from './parcel-intent.ts'
import { prepareParcel } from './prepare-parcel.ts'
import { continueOthers } from './prepare-withdrawal.ts'
import { isHandedOver } from './publication.ts'
import { claimPublications, releasePublications } from './publication-store.ts'
import { type KnownParcels, type ParcelCaller, type ParcelSubject, settlePublication } from './settle-publication.ts'

type Work = TaskData['sales.shipments.publish']

/** One worker at a time writes to an order of a shop. */
const lease: EffectLease<ParcelSubject, KnownParcels> = {
  durationMs: LEASE_MS,
  busyMs: BUSY_MS,
  async claim(db, { tenant, order, channel, shipment: before, isLast }, claimant) {
    const claimed = await claimPublications(db, tenant, { orderId: order.id, channelId: channel.id }, claimant)
    if (!claimed) return undefined
    // Read again, since another worker may have waited for a change of it.
    const shipment = (await findShipment(db, tenant, before.id)) ?? before
    const { isComplete: wasComplete = false } = claimed
    // The pieces of a reversed hand-off will leave once more.
    const isComplete = !shipment.reversedAt && (wasComplete || isLast)
    return { shipment, publications: { ...claimed, isComplete }, hasNewRest: isComplete !== wasComplete }
  },
  release: ({ tenant, order }, by) => releasePublications(tenant, order.id, by),
}

/** Finds what publishing a shipment needs; undefined if no shop has to hear of it. */
const findSubject = async ({ db }: App, { tenant, shipmentId, ...work }: Work): Promise<ParcelSubject | undefined> => {
  const shipment = await findShipment(db, tenant, shipmentId)
  const order = shipment?.salesOrderId ? await findOrder(db, tenant, shipment.salesOrderId) : undefined
  const channel = order && (await findChannel(db, tenant, order.channelId))
  const fulfilments = channel && getConnector(channel.type).fulfilments
  if (!shipment || !fulfilments || (await findTenant(db, tenant))?.closedAt !== undefined) return undefined
  const { isLast = false, isForced = false } = work
  return { tenant, shipment, order, channel, fulfilments, isLast, isForced }
}

/** Finds a parcel whose worker met the lease of this one: it left meanwhile and nobody has begun to publish it. */
const findOvertaken = async ({ app, tenant, subject, known: { shipment, publications } }: ParcelCaller) =>
  (await listShipmentsOfSalesOrder(app.db, tenant, subject.order.id)).find(
    (each) => each.id !== shipment.id && isHandedOver(each) && !Object.hasOwn(publications.parcels, each.id),
  )

/** Parcels of an order often leave together. The second would otherwise wait until its postponed task runs. */
const publishOvertaken = async (caller: ParcelCaller): Promise<void> => {
  const { app, tenant } = caller
  const overtaken = await findOvertaken(caller)
  if (!overtaken) return
  try {
    await publishShipment(app, { tenant, shipmentId: overtaken.id }, app.clock())
  } catch (error) {
    // Another worker has the parcels by now.
    if (!(error instanceof TaskPostponed)) throw error
  }
}

/** Each attempt compares with what the shop shows, so that a call after a lost answer doubles nothing. */
const publishing: Effect<ParcelSubject, KnownParcels, Attempt, ConnectorError, ParcelIntent> = {
  lease,
  prepare: prepareParcel,
  isFailure: (error) => error instanceof ConnectorError,
  async settle(unit, caller, outcome) {
    if (!('intent' in outcome)) throw outcome.error
    const { intent } = outcome
    const after = { ...caller, known: { ...caller.known, publications: intent.publications } }
    const attempt = 'error' in outcome ? outcome.error : outcome.answer
    await settlePublication(unit, after, attempt, intent)
    if ('withdrawn' in attempt) continueOthers(unit, after, intent.others)
    return undefined
  },
  async follow(caller, outcome) {
    await blockRefused(caller, caller.subject.channel, outcome)
    await publishOvertaken(caller)
  },
}

/** Publishes a parcel to the shop of its order, or brings it up to date there. */
export const publishShipment = async (app: App, work: Work, now: Date): Promise<void> => {
  const subject = await findSubject(app, work)
  if (subject) await runEffect(app, publishing, subject, now)
}
