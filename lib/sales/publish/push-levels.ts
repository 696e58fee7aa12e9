import { ConnectorError } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredListing } from '../listings/listing.ts'
import { buildRecord, countRecordActions, describeVariant, type NewSyncRecord } from '../runs/sync-record.ts'
import { findLevels, type Level, putLevel } from './level-store.ts'
import { type PlannedLevel, planLevels } from './plan-levels.ts'
import {
  buildUnconfirmedRecord,
  matchOutcomes,
  type PushRequest,
  type PushResult,
  toPushResult,
} from './push-result.ts'

/** The stock level that the shop was sent. */
export interface SentLevel {
  listing: StoredListing
  level: Level
}

/** Pushes the quantities of variants that differ from what the shop confirmed last, or all of them by force. */
export const pushLevels = async (
  app: Pick<App, 'db' | 'clock'>,
  { tenant, channel, shop, ids, force }: PushRequest,
): Promise<PushResult<SentLevel>[]> => {
  const { inventory } = getConnector(channel.type)
  if (!inventory) throw new ConnectorError('INVALID_CONFIG', 'Stock cannot be published to this type of shop.')
  const planned = await planLevels(app, { tenant, channel, ids })
  const isSent = (each: PlannedLevel) => each.is === 'pending' || (force && each.is === 'unchanged')
  const levels = planned.flatMap((each) => {
    if (!('level' in each && isSent(each))) return []
    const { variantId: id, externalId: externalVariantId, listing, level } = each
    const { quantity, backorders } = level
    return [{ id, externalProductId: listing.externalProductId ?? '', externalVariantId, quantity, backorders }]
  })
  const getOutcome = matchOutcomes(levels.length ? await inventory.push(shop, levels) : [])
  return planned.map((each): PushResult<SentLevel> => {
    const { variantId, sku, externalId } = each
    const variant = { variantId, sku, externalId }
    if (!('level' in each)) return { ...variant, is: each.is }
    if (!isSent(each)) return { ...variant, is: 'unchanged' }
    return toPushResult(variant, { listing: each.listing, level: each.level }, getOutcome(variantId))
  })
}

const recordLevel = (unit: Unit, result: PushResult<SentLevel>, levels: ReadonlyMap<string, Level>): NewSyncRecord => {
  if (result.is !== 'confirmed') return buildUnconfirmedRecord(result)
  const { listing, level } = result.sent
  const before = levels.get(listing.id)
  if (!before || before.readAt <= level.readAt) unit.add(putLevel(unit.tenant, listing.id, level))
  const change = { field: '/quantity', from: before ? String(before.quantity) : null, to: String(level.quantity) }
  return buildRecord(describeVariant(result.externalId, result.sku, result.variantId), 'updated', [change])
}

/** Stores the results of as many pushed levels as fit, beginning with the first, and returns a record of each. */
export const recordLevelResults = async (
  db: Table,
  unit: Unit,
  results: readonly PushResult<SentLevel>[],
): Promise<NewSyncRecord[]> => {
  const ids = results.flatMap((each) => (each.is === 'confirmed' ? [each.sent.listing.id] : []))
  const levels = await findLevels(db, unit.tenant, ids)
  const records: NewSyncRecord[] = []
  for (const each of results) {
    const fit = unit.attempt(() => recordLevel(unit, each, levels), countRecordActions(records))
    if (!fit) break
    records.push(fit.result)
  }
  return records
}
