import { createHash } from 'node:crypto'
import { getSetting } from '../../configuration/setting-of.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { newIdInShard } from '../../platform/store/entities/sharded-id.ts'
import { MAX_ACTIONS } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type Deciding, type Decision, decide } from '../acceptance-rule-sets/acceptance.ts'
import { listActiveRuleSets } from '../acceptance-rule-sets/acceptance-rule-store.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel, keepHistory } from '../channels/channel-store.ts'
import { findSeller } from '../channels/seller.ts'
import { buildAdditions, COUNT_SHARDS, sumOfAmounts } from './counts-store.ts'
import { followOrder } from './follow-order.ts'
import { type Amounts, countOrder, type StoredOrder, subtractAmounts } from './order.ts'
import { type RowFields, readRow, toSeen } from './order-row.ts'
import { findExternal, orders } from './order-store.ts'
import { buildPayloadItem } from './payload-store.ts'

type Using = Pick<App, 'db' | 'files'>

/** What taking any order of a channel has to know. */
export interface Taking {
  channel: StoredChannel
  ruleSets: readonly Deciding[]
  /** The partner that sells through the channel, where one is known. */
  seller: Id | null
  /** Where the tenant is. */
  zone: string
}

/** An order as it came. */
export interface Incoming {
  fields: RowFields
  /** The row as it was given, with all its members. */
  row: object
  /** The platform's own record, where the row was made of one. */
  raw?: unknown
  /** When the platform last changed it; null where that is not known, which is older than anything. */
  modifiedAt: string | null
  isCancelled: boolean
  inboundMessageId?: Id | undefined
}

export interface Taken {
  action: 'created' | 'updated' | 'unchanged'
  order: StoredOrder
  before: StoredOrder | undefined
}

export const prepareIntake = async (app: Pick<App, 'db'>, tenant: Id, channel: StoredChannel): Promise<Taking> => {
  const [ruleSets, seller, zone] = await Promise.all([
    listActiveRuleSets(app.db, tenant, channel.id),
    findSeller(app.db, tenant, channel),
    getSetting(app, tenant, 'general.timezone'),
  ])
  return { channel, ruleSets, seller, zone }
}

const STATUS_OF = { accept: 'accepted', reject: 'rejected', hold: 'held' } as const

const hashRow = (row: object) => createHash('sha256').update(JSON.stringify(row)).digest('hex')

const createOrder = (unit: Unit, { channel, ruleSets, seller, zone }: Taking, incoming: Incoming, lane: number) => {
  const { fields, row, raw = row, modifiedAt, isCancelled } = incoming
  const decision: Decision | undefined = isCancelled ? undefined : decide(ruleSets, toSeen(fields, raw))
  const decided = decision ? STATUS_OF[decision.action] : null
  return unit.create(
    orders,
    {
      id: newIdInShard(String(lane), unit.now),
      ...fields,
      channelId: channel.id,
      status: decided ?? 'cancelled',
      decided,
      decidedBy: decision ? { ruleSetId: decision.ruleSetId, reason: decision.reason } : null,
      platformModifiedAt: modifiedAt,
      sellerId: decided === 'accepted' ? seller : null,
      countedOn: toLocalDay(zone, unit.now),
      rowHash: hashRow(row),
    },
    'stale',
  )
}

const isNews = (before: StoredOrder, { row, modifiedAt, isCancelled }: Incoming): boolean => {
  const standing = before.platformModifiedAt
  if (standing !== null && (modifiedAt === null || modifiedAt < standing)) return false
  if (modifiedAt !== standing || (isCancelled && before.status !== 'cancelled')) return true
  return hashRow(row) !== before.rowHash
}

const updateOrder = (unit: Unit, before: StoredOrder, { fields, row, modifiedAt, isCancelled }: Incoming) =>
  unit.update(orders, before, {
    ...fields,
    ...(isCancelled && { status: 'cancelled' }),
    platformModifiedAt: modifiedAt,
    rowHash: hashRow(row),
  })

/** As many actions as one order can need, and what is left to whoever takes orders. */
const MAX_ACTIONS_PER_ORDER = 21
/** The same of the charge for who sold it. */
const MAX_ACTIONS_PER_CHARGE = 12
const LEFT_TO_CALLER = 6

/**
 * Takes in orders of a channel, each as a whole: the order, what was received, the decision, the counts, the event. Of
 * orders that are there already only what is newer is taken. Takes as many as fit beside what the unit has, leaving one
 * action for each to the caller, and says what became of those; no order may stand among them twice.
 */
export const takeOrders = async (
  app: Using,
  unit: Unit,
  taking: Taking,
  incoming: readonly Incoming[],
  { lane, known }: { lane: number; known?: ReadonlyMap<string, StoredOrder> },
): Promise<Taken[]> => {
  const { channel, seller } = taking
  const most = MAX_ACTIONS_PER_ORDER + (seller ? MAX_ACTIONS_PER_CHARGE : 0)
  const ids = incoming.map(({ fields }) => fields.externalOrderId)
  const standing = known ?? (await findExternal(app.db, unit.tenant, channel.id, ids))
  const taken: Taken[] = []
  const byDay = new Map<string, Amounts>()
  for (const each of incoming) {
    const used = unit.size + taken.length + byDay.size
    if (taken.length && used + most + LEFT_TO_CALLER > MAX_ACTIONS) break
    const { externalOrderId } = each.fields
    const before = standing.get(externalOrderId)
    if (before && !isNews(before, each)) {
      taken.push({ action: 'unchanged', order: before, before })
      continue
    }
    const order = before ? updateOrder(unit, before, each) : createOrder(unit, taking, each, lane)
    const { raw = each.row, inboundMessageId = unit.newId() } = each
    const received = { externalOrderId, inboundMessageId, platform: channel.type, receivedAt: unit.now.toISOString() }
    const payload = { ...received, json: JSON.stringify(raw) }
    unit.add({ put: await buildPayloadItem(app, unit.tenant, channel.id, payload) })
    followOrder(unit, taking, order, before)
    const counts = subtractAmounts(countOrder(before), countOrder(order))
    byDay.set(order.countedOn, sumOfAmounts([byDay.get(order.countedOn) ?? {}, counts]))
    taken.push({ action: before ? 'updated' : 'created', order, before })
  }
  for (const each of buildAdditions(unit.tenant, channel.id, lane, byDay)) unit.add(each)
  if (channel.deletable && taken.some(({ action }) => action !== 'unchanged'))
    keepHistory(unit, orNotFound(await findChannel(app.db, unit.tenant, channel.id)))
  return taken
}

type Received = Partial<Pick<Incoming, 'raw' | 'isCancelled' | 'inboundMessageId'>> & { modifiedAt?: string | null }

/** The row as an order that came, or what is wrong with it. */
export const readIncoming = (
  row: unknown,
  { modifiedAt, isCancelled = false, ...received }: Received = {},
): Incoming | { error: string } => {
  const read = readRow(row)
  if ('error' in read) return read
  const at = modifiedAt ? Date.parse(modifiedAt) : Number.NaN
  return {
    ...received,
    fields: read.fields,
    row: row as object,
    modifiedAt: Number.isNaN(at) ? null : new Date(at).toISOString(),
    isCancelled,
  }
}

export const chooseCountShard = () => Math.floor(Math.random() * COUNT_SHARDS)

/** Takes in one order, such as one that a webhook brought. A row that is no order is told by its `error`. */
export const takeOrder = async (
  app: Using,
  unit: Unit,
  channel: StoredChannel,
  row: unknown,
  received: Received,
): Promise<Taken | { error: string }> => {
  const incoming = readIncoming(row, received)
  if ('error' in incoming) return incoming
  const taking = await prepareIntake(app, unit.tenant, channel)
  const [taken] = await takeOrders(app, unit, taking, [incoming], { lane: chooseCountShard() })
  return taken as Taken
}
