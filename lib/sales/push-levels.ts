import type { App } from '../app.ts'
import { findVariants } from '../catalog/find-variants.ts'
import { settingsOf } from '../configuration/setting-of.ts'
import { ConnectorError, type PushOutcome } from '../connectors/connector.ts'
import { connectorOf } from '../connectors/registry.ts'
import { type Id, parseId } from '../id.ts'
import { availableToPromise } from '../inventory/available.ts'
import { MOST_ACTIONS, type Table } from '../store/table.ts'
import type { Unit } from '../store/unit.ts'
import { custodianOfPartner } from '../warehousing/custodian-of-partner.ts'
import { ACTIONS_OF_A_LANE, type NewRecord } from './catalog-run.ts'
import type { StoredChannel } from './channel.ts'
import { type Level, levelPut, levelsOf } from './level-store.ts'
import type { StoredListing } from './listing.ts'
import { listingsOf } from './listing-store.ts'
import { type AskedToPush, outcomesIn } from './push-variants.ts'
import { variantUri } from './settle-pushed.ts'

interface Sent {
  listing: StoredListing
  level: Level
}

/** What became of a level that was to be pushed; nothing of it is written yet. */
export type PushedLevel = { variantId: Id; sku: string | null; externalId: string | null } & (
  | { is: 'confirmed'; sent: Sent }
  | { is: 'refused'; message: string }
  | { is: 'failed'; error: { code: string; message: string } }
  | { is: 'unchanged' | 'gone' }
)

const PARTNER = /^commerce:\/\/\/partner\/partners\/(.+)$/

/** Where stock counts for the channel: at the custodian of the partner it is sourced from, or anywhere. */
const sourceOf = async (db: Table, tenant: Id, { sourcingPrincipal }: StoredChannel) => {
  const partnerId = parseId(PARTNER.exec(sourcingPrincipal ?? '')?.[1] ?? '')
  if (!partnerId) return undefined
  return { custodianId: await custodianOfPartner(db, tenant, partnerId) }
}

/** What a store is to be told, by the channel's backorder policy or the tenant's. */
export const levelOf = (available: number, backorders: Level['backorders'], readAt: Date): Level => ({
  quantity: backorders === 'deny' ? Math.max(0, available) : available,
  backorders,
  readAt: readAt.toISOString(),
})

const isPolicy = (text: string | undefined): text is Level['backorders'] => text === 'deny' || text === 'allow'

const levelsNow = async ({ db, clock }: Pick<App, 'db' | 'clock'>, { tenant, channel, ids }: AskedToPush) => {
  const readAt = clock()
  const [settings, source] = await Promise.all([
    settingsOf({ db }, tenant, ['warehousing.backorderPolicy', 'warehousing.safetyStock']),
    sourceOf(db, tenant, channel),
  ])
  const own = channel.connectorConfig.backorder_policy
  const backorders = isPolicy(own) ? own : settings['warehousing.backorderPolicy']
  const safetyStock = settings['warehousing.safetyStock']
  const nothing = source && !source.custodianId
  const available = nothing
    ? new Map<Id, number>()
    : await availableToPromise(db, tenant, ids, { custodianId: source?.custodianId, safetyStock })
  return (id: Id) => levelOf(available.get(id) ?? 0, backorders, readAt)
}

const isSame = (a: Level | undefined, b: Level) => a?.quantity === b.quantity && a.backorders === b.backorders

const became = (
  common: { variantId: Id; sku: string | null; externalId: string },
  sent: Sent,
  outcome: PushOutcome,
) => {
  if ('refused' in outcome) return { ...common, is: 'refused', message: outcome.refused } as const
  if ('failed' in outcome) return { ...common, is: 'failed', error: outcome.failed } as const
  return { ...common, is: 'confirmed', sent } as const
}

/** Tells the store how much may be sold of these variants, where that is something else than it confirmed last. */
export const pushLevels = async (app: Pick<App, 'db' | 'clock'>, asked: AskedToPush): Promise<PushedLevel[]> => {
  const { db } = app
  const { tenant, channel, store, ids, force } = asked
  const { inventory } = connectorOf(channel.type)
  if (!inventory) throw new ConnectorError('INVALID_CONFIG', 'This kind of store takes no stock.')
  const [found, standing] = await Promise.all([findVariants(db, tenant, ids), listingsOf(db, tenant, channel.id, ids)])
  const known = [...standing.values()].map(({ id }) => id)
  const [levelNow, confirmed] = await Promise.all([levelsNow(app, asked), levelsOf(db, tenant, known)])
  const looked = ids.map((variantId) => {
    const [of, listing] = [found.get(variantId), standing.get(variantId)]
    const common = { variantId, sku: of?.variant.sku ?? null, externalId: listing?.externalVariantId ?? null }
    const { externalProductId, externalVariantId } = listing ?? {}
    if (!of || !listing?.shownIn || !externalVariantId) return { ...common, is: 'gone' } as const
    const level = levelNow(variantId)
    if (!force && isSame(confirmed.get(listing.id), level)) return { ...common, is: 'unchanged' } as const
    const to = { id: variantId, externalProductId: externalProductId ?? '', externalVariantId }
    return { ...common, externalId: externalVariantId, is: 'to send', to, sent: { listing, level } } as const
  })
  const sending = looked.flatMap((each) => (each.is === 'to send' ? [each] : []))
  const outcomes = sending.length
    ? await inventory.push(
        store,
        sending.map(({ to, sent: { level } }) => ({ ...to, quantity: level.quantity, backorders: level.backorders })),
      )
    : []
  const outcomeOf = outcomesIn(outcomes)
  return looked.map((each) => {
    if (each.is !== 'to send') return each
    const { variantId, sku, externalId, sent } = each
    return became({ variantId, sku, externalId }, sent, outcomeOf(variantId))
  })
}

const recordOf = (pushed: PushedLevel, before: Level | undefined): NewRecord => {
  const { variantId, sku, externalId } = pushed
  const about = { kind: 'variant', externalId, resourceUri: variantUri(variantId), label: sku, changes: [] }
  const well = { ...about, errorCode: null, errorMessage: null }
  const failed = (errorCode: string, message: string) =>
    ({ ...about, action: 'failed', errorCode, errorMessage: message.slice(0, 1000) }) as const
  switch (pushed.is) {
    case 'confirmed': {
      const { quantity } = pushed.sent.level
      const changes = [{ field: '/quantity', from: before ? String(before.quantity) : null, to: String(quantity) }]
      return { ...well, action: 'updated', changes }
    }
    case 'refused':
      return failed('REFUSED', pushed.message)
    case 'failed':
      return failed(pushed.error.code, pushed.error.message)
    default:
      return { ...well, action: pushed.is === 'gone' ? 'skipped' : 'unchanged' }
  }
}

const ACTIONS_OF_A_LEVEL = 2

/** Writes down what became of levels that were pushed: as many as fit, from the first on, with a record for each. */
export const settleLevels = async (db: Table, unit: Unit, pushed: readonly PushedLevel[]): Promise<NewRecord[]> => {
  const room = Math.floor((MOST_ACTIONS - unit.size - ACTIONS_OF_A_LANE) / ACTIONS_OF_A_LEVEL)
  const next = pushed.slice(0, room)
  const ids = next.flatMap((each) => (each.is === 'confirmed' ? [each.sent.listing.id] : []))
  const standing = await levelsOf(db, unit.tenant, ids)
  return next.map((each) => {
    const before = each.is === 'confirmed' ? standing.get(each.sent.listing.id) : undefined
    if (each.is === 'confirmed' && !(before && before.readAt > each.sent.level.readAt))
      unit.add(levelPut(unit.tenant, each.sent.listing.id, each.sent.level), 'stale')
    return recordOf(each, before)
  })
}
