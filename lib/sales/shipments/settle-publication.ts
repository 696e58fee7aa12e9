import type { TimelineStep } from '../../../schemas/sales/orders/order-timeline.ts'
import type { Fulfilments } from '../../connectors/fulfilments/fulfilment.ts'
import type { Caller } from '../../platform/effects/run-effect.ts'
import { addUnderLease } from '../../platform/effects/under-lease.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type StoredShipment, shipmentUri } from '../../shipping/shipments/shipment.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredOrder } from '../orders/order.ts'
import { planNextAttempt } from '../runs/hold-for-channel.ts'
import type { RunFailure } from '../runs/run-failure.ts'
import { type Attempt, closeSingleRun, keepSingleRunOpen } from '../runs/single-run.ts'
import type { StoredRun } from '../runs/stored-run.ts'
import { buildFailedRecord, buildRecord, buildSkippedRecord, type NewSyncRecord } from '../runs/sync-record.ts'
import { type Goal, NEW_PUBLICATION, type Publications, type StoredPublication, turnTo } from './publication.ts'
import { putPublications } from './publication-store.ts'

/** A parcel, and the order in whose shop it is published. */
export interface ParcelSubject {
  tenant: Id
  /** The parcel as it was before its worker had the lease. */
  shipment: StoredShipment
  order: StoredOrder
  channel: StoredChannel
  fulfilments: Fulfilments
  /** True if the rest of the order will never be handed over. */
  isLast: boolean
  /** True if the parcel is published even if nothing has changed. */
  isForced: boolean
}

/** The parcels of an order as their worker found them. */
export interface KnownParcels {
  shipment: StoredShipment
  publications: Publications
  /** True if the stored parcels say otherwise whether the rest of the order will never be handed over. */
  hasNewRest: boolean
}

/** A worker that has the parcels of an order, with the one that it publishes. */
export type ParcelCaller = Caller<ParcelSubject, KnownParcels>

export const getKnown = ({ known: { publications, shipment } }: Pick<ParcelCaller, 'known'>): StoredPublication =>
  publications.parcels[shipment.id] ?? NEW_PUBLICATION

/** The run of one parcel. */
export interface FulfilmentRun extends StoredRun {
  shipmentId: Id
}

export const FULFILMENT_RUN = 'fulfilments'

export const isFulfilmentRun = (run: StoredRun): run is FulfilmentRun => run.type === FULFILMENT_RUN

const describeParcel = ({ id, orderNumber }: StoredShipment, externalIds: readonly string[]) => ({
  kind: 'shipment',
  externalId: externalIds[0]?.slice(0, 255) ?? null,
  resourceUri: shipmentUri(id),
  label: orderNumber,
})

/** Returns the number that the shop shows after the attempt; a remark tells that it is not the present one. */
const findShownNumber = ({ trackingNumber }: StoredShipment, before: StoredPublication, attempt: Attempt) => {
  if ('withdrawn' in attempt) return null
  return 'published' in attempt && !attempt.remark ? trackingNumber : before.shownNumber
}

const nameChange = (attempt: Attempt) => {
  if ('published' in attempt) return attempt.published
  return 'withdrawn' in attempt && attempt.withdrawn.length ? 'updated' : 'unchanged'
}

const describeEnd = (
  shipment: StoredShipment,
  before: StoredPublication,
  attempt: Attempt,
  failure: RunFailure | undefined,
): NewSyncRecord => {
  const subject = describeParcel(shipment, 'published' in attempt ? attempt.externalIds : before.externalIds)
  if (failure) return buildFailedRecord(subject, failure.errorCode, failure.errorMessage)
  if ('skipped' in attempt) return buildSkippedRecord(subject, attempt.skipped)
  const { shownNumber: from } = before
  const to = findShownNumber(shipment, before, attempt)
  const changes = from === to ? [] : [{ field: 'trackingNumber', from, to }]
  return buildRecord(subject, nameChange(attempt), changes)
}

const describeRun = ({ app, subject: { channel, shipment } }: ParcelCaller, { runId }: StoredPublication) => ({
  ...{ app, channel, runId },
  names: { type: FULFILMENT_RUN, shipmentId: shipment.id },
})

/** A parcel that the shop does not show any more; its numbers tell which it was. */
export const NOTHING_SHOWN = {
  status: 'withdrawn',
  externalIds: [],
  shownNumber: null,
  wasTried: false,
  isWithdrawing: false,
} as const satisfies Partial<StoredPublication>

const ENDS: Partial<Record<StoredPublication['status'], TimelineStep>> = {
  published: 'shop.told',
  skipped: 'shop.skipped',
  failed: 'shop.failed',
  withdrawn: 'shop.withdrawn',
}

/** Tells what became of the parcel in the shop, unless it was told; returns the publication, which counts what was told. */
const tellEnd = (unit: Unit, caller: ParcelCaller, after: StoredPublication): StoredPublication => {
  const { subject, known } = caller
  const { id } = known.shipment
  const before = known.publications.parcels[id]
  const step = ENDS[after.status]
  if (!step || (before?.status === after.status && before.settled === after.settled)) return after
  const [rev, details] = [after.told + 1, { trackingNumber: after.shownNumber, code: after.errorCode }]
  unit.timelines.add(unit.tenant, subject.order.id, { step, uri: shipmentUri(id), rev, details })
  return { ...after, told: rev }
}

/** Stores the publication of the parcel and gives up the lease. */
export const putSettled = (unit: Unit, caller: ParcelCaller, publication: StoredPublication): void => {
  const { tenant, by, subject, known } = caller
  const { shipment, publications } = known
  const parcels = { ...publications.parcels, [shipment.id]: tellEnd(unit, caller, publication) }
  addUnderLease(unit, putPublications(tenant, subject.order.id, { ...publications, parcels }, { by }))
}

/** Stores what became of an attempt: the parcel, its run with a record, and the next attempt if there is one. */
export const settlePublication = async (
  unit: Unit,
  caller: ParcelCaller,
  attempt: Attempt,
  { goal, digest }: { goal: Goal; digest: string },
): Promise<void> => {
  const { shipment } = caller.known
  const before = turnTo(goal, getKnown(caller))
  const { failure, tries, next } = planNextAttempt(attempt, before.tries, unit.now)
  const shared = { ...before, tries, errorCode: failure?.errorCode ?? null, message: failure?.errorMessage ?? null }
  if (failure && next) {
    const runId = await keepSingleRunOpen(unit, describeRun(caller, before), failure)
    putSettled(unit, caller, { ...shared, status: 'waiting', nextAttemptAt: next.toISOString(), runId })
    unit.schedule('sales.shipments.publish', { tenant: unit.tenant, shipmentId: shipment.id }, next)
    return
  }
  const record = describeEnd(shipment, before, attempt, failure)
  await closeSingleRun(unit, describeRun(caller, before), record, attempt)
  const ended = { ...shared, nextAttemptAt: null, settled: digest, runId: null }
  if (failure) putSettled(unit, caller, { ...ended, status: 'failed' })
  else if ('withdrawn' in attempt) putSettled(unit, caller, { ...ended, ...NOTHING_SHOWN })
  else if ('skipped' in attempt) putSettled(unit, caller, { ...ended, status: 'skipped', message: attempt.skipped })
  else if ('published' in attempt)
    putSettled(unit, caller, {
      ...ended,
      status: 'published',
      externalIds: attempt.externalIds,
      shownNumber: findShownNumber(shipment, before, attempt),
      message: attempt.remark ?? null,
      publishedAt: before.publishedAt ?? unit.now.toISOString(),
    })
}
