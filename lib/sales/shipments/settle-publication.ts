import { getSetting } from '../../configuration/get-settings.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import type { PublicationOutcome } from '../../connectors/fulfilments/fulfilment.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type StoredShipment, shipmentUri } from '../../shipping/shipments/shipment.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { addEndedRun, countRun, endRun } from '../runs/end-run.ts'
import { type RunFailure, toRunFailure } from '../runs/run-failure.ts'
import { addUnderLease, type Holder } from '../runs/run-under-lease.ts'
import { NEW_RUN, type StoredRun } from '../runs/stored-run.ts'
import {
  buildFailedRecord,
  buildRecord,
  buildSkippedRecord,
  keepRecords,
  type NewSyncRecord,
} from '../runs/sync-record.ts'
import { syncRuns } from '../runs/sync-store.ts'
import { computeNextAttempt, NEW_PUBLICATION, type Publications, type StoredPublication } from './publication.ts'
import { putPublications } from './publication-store.ts'

/** A worker that has the parcels of an order, with the parcel that it publishes. */
export interface PublicationHolder extends Holder {
  readonly orderId: Id
  readonly shipment: StoredShipment
  readonly channel: StoredChannel
  publications: Publications
}

/** The run of one parcel. */
export interface FulfilmentRun extends StoredRun {
  shipmentId: Id
}

export const FULFILMENT_RUN = 'fulfilments'

export const isFulfilmentRun = (run: StoredRun): run is FulfilmentRun => run.type === FULFILMENT_RUN

/** The result of an attempt: the shop's answer, its failure, or the reason why it was not asked. */
export type Attempt = PublicationOutcome | ConnectorError | { stopped: RunFailure }

const REFUSED = 'REFUSED'
const WAITING = 'WAITING'

/** Returns why an attempt did not succeed, and whether another one may. */
const findFailure = (attempt: Attempt): { failure: RunFailure; mayRetry: boolean } | undefined => {
  if (attempt instanceof ConnectorError) return { failure: toRunFailure(attempt), mayRetry: true }
  if ('stopped' in attempt) return { failure: attempt.stopped, mayRetry: false }
  const because = (errorCode: string, errorMessage: string) => ({ errorCode, errorCategory: 'upstream', errorMessage })
  if ('waits' in attempt) return { failure: because(WAITING, attempt.waits), mayRetry: true }
  if ('refused' in attempt) return { failure: because(REFUSED, attempt.refused), mayRetry: false }
  return undefined
}

const describeParcel = ({ id, orderNumber }: StoredShipment, externalIds: readonly string[]) => ({
  kind: 'shipment',
  externalId: externalIds[0]?.slice(0, 255) ?? null,
  resourceUri: shipmentUri(id),
  label: orderNumber,
})

/** Returns the number that the shop shows after the attempt; a remark tells that it is not the present one. */
const findShownNumber = ({ trackingNumber }: StoredShipment, before: StoredPublication, attempt: Attempt) =>
  'published' in attempt && !attempt.remark ? trackingNumber : before.shownNumber

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
  return buildRecord(subject, 'published' in attempt ? attempt.published : 'unchanged', changes)
}

const COUNTED_AS = {
  created: 'itemsSynced',
  updated: 'itemsSynced',
  unchanged: 'itemsUnchanged',
  skipped: 'itemsSkipped',
  failed: 'itemsFailed',
  accepted: 'itemsUnchanged',
} as const satisfies Record<NewSyncRecord['action'], keyof StoredRun>

const findOpenRun = async ({ app, tenant }: Holder, runId: Id | null): Promise<StoredRun | undefined> => {
  const run = runId ? await find(app.db, syncRuns, tenant, runId) : undefined
  return run?.status === null ? run : undefined
}

/** Ends the run of the parcel, or adds one that is over if the first attempt decided. */
const closeRun = async (
  unit: Unit,
  holder: PublicationHolder,
  before: StoredPublication,
  attempt: Attempt,
  failure: RunFailure | undefined,
): Promise<void> => {
  const { channel, shipment } = holder
  const record = describeEnd(shipment, before, attempt, failure)
  const open = await findOpenRun(holder, before.runId)
  const id = open?.id ?? unit.newId()
  const recorded = keepRecords(unit, { id, recorded: open?.recorded ?? 0 }, [record]) + (open?.recorded ?? 0)
  const noError = failure ? {} : { errorCode: null, errorCategory: null, errorMessage: null }
  const counts = { ...noError, itemsPending: 0, [COUNTED_AS[record.action]]: 1, recorded }
  const isShopFailure = !(failure && 'stopped' in attempt)
  if (isShopFailure) {
    const zone = await getSetting(holder.app, unit.tenant, 'general.timezone')
    countRun(unit, channel, zone, { [failure ? 'syncsFailed' : 'syncsSucceeded']: 1 })
  }
  if (open) {
    endRun(unit, { channel, run: open, failure, isShopFailure, failuresBefore: 0, counts })
    return
  }
  const startedAt = unit.now.toISOString()
  const fields = { ...counts, id, type: FULFILMENT_RUN, startedAt, shipmentId: shipment.id }
  addEndedRun<FulfilmentRun>(unit, channel, fields, failure, isShopFailure)
}

/** Opens the run of a parcel that will be tried again, and shows its failure there. */
const keepRunOpen = async (
  unit: Unit,
  holder: PublicationHolder,
  { runId }: StoredPublication,
  failure: RunFailure,
): Promise<Id> => {
  const { channel, shipment } = holder
  const open = await findOpenRun(holder, runId)
  if (open) return unit.update(syncRuns, open, failure).id
  const startedAt = unit.now.toISOString()
  const fields: Omit<FulfilmentRun, keyof Stored> = {
    ...{ ...NEW_RUN, ...failure, itemsPending: 1, type: FULFILMENT_RUN, startedAt },
    ...{ channelId: channel.id, shipmentId: shipment.id },
  }
  return unit.create<StoredRun>(syncRuns, fields).id
}

/** Stores the publication of the parcel and gives up the lease. */
export const putSettled = (unit: Unit, holder: PublicationHolder, publication: StoredPublication): void => {
  const { tenant, orderId, by, shipment, publications } = holder
  const parcels = { ...publications.parcels, [shipment.id]: publication }
  addUnderLease(unit, putPublications(tenant, orderId, { ...publications, parcels }, { by }))
}

/** Stores what became of an attempt: the parcel, its run with a record, and the next attempt if there is one. */
export const settlePublication = async (
  unit: Unit,
  holder: PublicationHolder,
  attempt: Attempt,
  digest: string,
): Promise<void> => {
  const { shipment, publications } = holder
  const before = publications.parcels[shipment.id] ?? NEW_PUBLICATION
  const found = findFailure(attempt)
  const tries = found ? before.tries + 1 : 0
  const retryAfter = attempt instanceof ConnectorError ? attempt.retryAfterSeconds : undefined
  const next = found?.mayRetry ? computeNextAttempt(tries, retryAfter, unit.now) : undefined
  const failure = found?.failure
  const shared = { ...before, tries, errorCode: failure?.errorCode ?? null, message: failure?.errorMessage ?? null }
  if (failure && next) {
    const runId = await keepRunOpen(unit, holder, before, failure)
    putSettled(unit, holder, { ...shared, status: 'waiting', nextAttemptAt: next.toISOString(), runId })
    unit.schedule('sales.shipments.publish', { tenant: unit.tenant, shipmentId: shipment.id }, next)
    return
  }
  await closeRun(unit, holder, before, attempt, failure)
  const ended = { ...shared, nextAttemptAt: null, settled: digest, runId: null }
  if (failure) putSettled(unit, holder, { ...ended, status: 'failed' })
  else if ('skipped' in attempt) putSettled(unit, holder, { ...ended, status: 'skipped', message: attempt.skipped })
  else if ('published' in attempt)
    putSettled(unit, holder, {
      ...ended,
      status: 'published',
      externalIds: attempt.externalIds,
      shownNumber: findShownNumber(shipment, before, attempt),
      message: attempt.remark ?? null,
      publishedAt: before.publishedAt ?? unit.now.toISOString(),
    })
}
