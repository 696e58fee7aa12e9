import { ConnectorError, type PushOutcome } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { MAX_ACTIONS, type Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { ACTIONS_OF_A_LANE, type NewRecord } from '../catalog-runs/catalog-run.ts'
import type { StoredListing } from '../listings/listing.ts'
import { findLevels, type Level, putLevel } from './level-store.ts'
import { type PlannedLevel, planLevels, UNTRACKED } from './plan-levels.ts'
import { type AskedToPush, matchOutcomes } from './push-variants.ts'
import { GONE, variantUri } from './record-push-results.ts'

interface Sent {
  listing: StoredListing
  level: Level
}

/** What became of a level that was to be pushed; nothing of it is written yet. */
export type PushedLevel = { variantId: Id; sku: string | null; externalId: string | null } & (
  | { is: 'confirmed'; sent: Sent }
  | { is: 'refused'; message: string }
  | { is: 'failed'; error: { code: string; message: string } }
  | { is: 'unchanged' | 'gone' | 'untracked' }
)

const toResult = (
  common: { variantId: Id; sku: string | null; externalId: string | null },
  sent: Sent,
  outcome: PushOutcome,
): PushedLevel => {
  if ('refused' in outcome) return { ...common, is: 'refused', message: outcome.refused }
  if ('failed' in outcome) return { ...common, is: 'failed', error: outcome.failed }
  return { ...common, is: 'confirmed', sent }
}

/** Tells the store how much may be sold of these variants, where that is something else than it confirmed last. */
export const pushLevels = async (app: Pick<App, 'db' | 'clock'>, asked: AskedToPush): Promise<PushedLevel[]> => {
  const { tenant, channel, store, ids, force } = asked
  const { inventory } = getConnector(channel.type)
  if (!inventory) throw new ConnectorError('INVALID_CONFIG', 'This kind of store takes no stock.')
  const planned = await planLevels(app, { tenant, channel, ids })
  const isSent = (each: PlannedLevel) => each.is === 'to send' || (force && each.is === 'unchanged')
  const levels = planned.flatMap((each) => {
    if (!('level' in each && isSent(each))) return []
    const { variantId: id, externalId: externalVariantId, listing, level } = each
    const { quantity, backorders } = level
    return [{ id, externalProductId: listing.externalProductId ?? '', externalVariantId, quantity, backorders }]
  })
  const outcomeOf = matchOutcomes(levels.length ? await inventory.push(store, levels) : [])
  return planned.map((each): PushedLevel => {
    const { variantId, sku, externalId } = each
    const common = { variantId, sku, externalId }
    if (!('level' in each)) return { ...common, is: each.is }
    if (!isSent(each)) return { ...common, is: 'unchanged' }
    return toResult(common, { listing: each.listing, level: each.level }, outcomeOf(variantId))
  })
}

const buildRecord = (pushed: PushedLevel, before: Level | undefined): NewRecord => {
  const { variantId, sku, externalId } = pushed
  const about = { kind: 'variant', externalId, resourceUri: variantUri(variantId), label: sku, changes: [] }
  const well = { ...about, errorCode: null, errorMessage: null }
  const buildFailure = (errorCode: string, message: string) =>
    ({ ...about, action: 'failed', errorCode, errorMessage: message.slice(0, 1000) }) as const
  switch (pushed.is) {
    case 'confirmed': {
      const { quantity } = pushed.sent.level
      const changes = [{ field: '/quantity', from: before ? String(before.quantity) : null, to: String(quantity) }]
      return { ...well, action: 'updated', changes }
    }
    case 'refused':
      return buildFailure('REFUSED', pushed.message)
    case 'failed':
      return buildFailure(pushed.error.code, pushed.error.message)
    case 'gone':
      return { ...well, action: 'skipped', errorMessage: GONE }
    case 'untracked':
      return { ...well, action: 'skipped', errorMessage: UNTRACKED }
    case 'unchanged':
      return { ...well, action: 'unchanged' }
  }
}

const ACTIONS_OF_A_LEVEL = 2

/** Writes down what became of levels that were pushed: as many as fit, from the first on, with a record for each. */
export const settleLevels = async (db: Table, unit: Unit, pushed: readonly PushedLevel[]): Promise<NewRecord[]> => {
  const room = Math.floor((MAX_ACTIONS - unit.size - ACTIONS_OF_A_LANE) / ACTIONS_OF_A_LEVEL)
  const next = pushed.slice(0, room)
  const ids = next.flatMap((each) => (each.is === 'confirmed' ? [each.sent.listing.id] : []))
  const standing = await findLevels(db, unit.tenant, ids)
  return next.map((each) => {
    const before = each.is === 'confirmed' ? standing.get(each.sent.listing.id) : undefined
    if (each.is === 'confirmed' && !(before && before.readAt > each.sent.level.readAt))
      unit.add(putLevel(unit.tenant, each.sent.listing.id, each.sent.level))
    return buildRecord(each, before)
  })
}
