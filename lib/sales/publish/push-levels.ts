import { ConnectorError } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { ConfirmedLevel } from '../../connectors/stock/level-to-push.ts'
import type { App } from '../../platform/app/app.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { computeDrift, type StoredListing } from '../listings/listing.ts'
import { listings } from '../listings/listing-store.ts'
import { buildRecord, countRecordActions, describeVariant, type NewSyncRecord } from '../runs/sync-record.ts'
import { findLevels, type Level, type LevelPlace, putLevel } from '../stock-levels/level-store.ts'
import { type PlannedLevel, planLevels, type WantedLevel } from '../stock-levels/plan-levels.ts'
import {
  buildUnconfirmedRecord,
  matchOutcomes,
  type PushRequest,
  type PushResult,
  toPushResult,
} from './push-result.ts'

/** The stock level that the shop was sent. */
export interface SentLevel {
  place: LevelPlace
  level: WantedLevel
  /** The level that the shop had confirmed before. */
  before: Level | undefined
  /** What the shop answered; absent until it has confirmed the level. */
  answer?: ConfirmedLevel | undefined
  listing: StoredListing
}

interface LevelRequest extends PushRequest {
  /** Also asks the shop for quantities that did not change here, since they may have changed there. */
  checksAll: boolean
}

/** Pushes the quantities of variants that differ from what the shop confirmed last, or compares all of them with the shop. */
export const pushLevels = async (
  app: Pick<App, 'db' | 'clock'>,
  { tenant, channel, shop, ids, force, checksAll }: LevelRequest,
): Promise<PushResult<SentLevel>[]> => {
  const { inventory } = getConnector(channel.type)
  if (!inventory) throw new ConnectorError('INVALID_CONFIG', 'Stock cannot be published to this type of shop.')
  const { planned, expect } = await planLevels(app, { tenant, channel, ids })
  const isSent = (each: PlannedLevel) =>
    each.is === 'pending' || each.is === 'withdrawn' || ((force || checksAll) && each.is === 'unchanged')
  const levels = await Promise.all(
    planned.map(async (each) => {
      if (!('level' in each && isSent(each))) return []
      const { variantId: id, externalId: externalVariantId, listing, level } = each
      const { available: quantity, backorders, keepsChoice } = level
      const external = { externalProductId: listing.externalProductId ?? '', externalVariantId }
      const isWithdrawn = each.is === 'withdrawn'
      return { id, ...external, quantity, backorders, keepsChoice, isWithdrawn, ...(await expect(each)) }
    }),
  )
  const sent = levels.flat()
  const getOutcome = matchOutcomes(sent.length ? await inventory.push(shop, sent) : [])
  return planned.map((each): PushResult<SentLevel> => {
    const { variantId, sku, externalId, confirmed: before } = each
    const variant = { variantId, sku, externalId }
    if (!('level' in each)) return { ...variant, is: each.is }
    if (!isSent(each)) return { ...variant, is: 'unchanged' }
    const { place, level, listing } = each
    const outcome = getOutcome(variantId)
    const answer = 'confirmed' in outcome ? outcome.level : undefined
    return toPushResult(variant, { place, level, before, answer, listing }, outcome)
  })
}

/** Notes that the shop does not have the variant any more, or has it again. */
const recordPresence = (unit: Unit, result: PushResult<SentLevel>, listing: StoredListing | undefined): void => {
  const isMissing = result.is === 'refused' && result.isMissing === true
  if (!listing || listing.externalVariantId !== result.externalId) return
  if (isMissing === (listing.shopState === 'missing') || (!isMissing && result.is !== 'confirmed')) return
  const shopState = isMissing ? ('missing' as const) : null
  unit.update(listings, listing, { shopState, driftState: computeDrift({ ...listing, shopState }) }, 'stale')
}

const FIELDS = ['available', 'offered', 'withheld', 'sold', 'backorders', 'keepsChoice'] as const

const recordLevel = (
  unit: Unit,
  result: PushResult<SentLevel>,
  levels: ReadonlyMap<string, Level>,
  listing: StoredListing | undefined,
): NewSyncRecord => {
  recordPresence(unit, result, listing)
  if (result.is !== 'confirmed') return buildUnconfirmedRecord(result)
  const { place, level, before, answer } = result.sent
  const { offered, withheld } = answer ?? { offered: level.available, withheld: 0 }
  const next: Level = { ...level, offered, withheld }
  const current = levels.get(place.externalVariantId)
  const isLatest = !current || current.readAt <= level.readAt
  if (isLatest && FIELDS.some((field) => current?.[field] !== next[field])) unit.add(putLevel(unit.tenant, place, next))
  const subject = describeVariant(result.externalId, result.sku, result.variantId)
  const found = answer ? answer.found : (before?.offered ?? null)
  const isSameChoice = before?.backorders === level.backorders && before.keepsChoice === level.keepsChoice
  if (found === offered && isSameChoice) return buildRecord(subject, 'unchanged')
  const change = { field: '/quantity', from: found === null ? null : String(found), to: String(offered) }
  return buildRecord(subject, 'updated', [change])
}

/** Stores the results of as many pushed levels as fit, beginning with the first, and returns a record of each. */
export const recordLevelResults = async (
  db: Table,
  unit: Unit,
  results: readonly PushResult<SentLevel>[],
): Promise<NewSyncRecord[]> => {
  const places = results.flatMap((each) => (each.is === 'confirmed' ? [each.sent.place] : []))
  // Only listings of variants that disappeared, or came back, have to be written.
  const changed = results.flatMap((each) => {
    if (each.is !== 'confirmed' && each.is !== 'refused') return []
    const { listing } = each.sent
    const isMissing = each.is === 'refused' && each.isMissing === true
    return isMissing === (listing.shopState === 'missing') ? [] : [listing.id]
  })
  const [levels, stored] = await Promise.all([
    findLevels(db, unit.tenant, places),
    findAll(db, listings, unit.tenant, changed),
  ])
  const current = new Map(stored.map((listing) => [listing.id, listing]))
  const records: NewSyncRecord[] = []
  for (const each of results) {
    const listing = 'sent' in each ? current.get(each.sent.listing.id) : undefined
    const fit = unit.attempt(() => recordLevel(unit, each, levels, listing), countRecordActions(records))
    if (!fit) break
    records.push(fit.result)
  }
  return records
}
