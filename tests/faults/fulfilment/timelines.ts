import type { StoredFulfilment } from '../../../lib/fulfilment/fulfilments/fulfilment-store.ts'
import type { StoredIncident } from '../../../lib/fulfilment/incidents/incident.ts'
import type { StoredFulfilmentOrder } from '../../../lib/fulfilment/orders/fulfilment-order.ts'
import type { StoredReturn } from '../../../lib/fulfilment/returns/return.ts'
import { type Action, formatKey, type Item } from '../../../lib/platform/store/table/table.ts'
import { listTimeline } from '../../../lib/sales/order-timeline/list-timeline.ts'
import type { StoredOrder } from '../../../lib/sales/orders/order.ts'
import type { StoredPublication } from '../../../lib/sales/shipments/publication.ts'
import type { StoredShipment } from '../../../lib/shipping/shipments/shipment.ts'
import type { OrderTimelineEntry } from '../../../schemas/sales/orders/order-timeline.ts'
import type { World } from './world.ts'

const KEPT = ['order', 'fulfilment-order', 'fulfilment', 'routing-incident', 'shipment', 'return', 'order-publications']

/** Keeps all versions that were ever committed of what stands in timelines, and what the timelines took. */
export const keepVersions = () => {
  const versions = new Map<string, Item[]>()
  const wrong: string[] = []
  let items = 0
  return {
    versions,
    wrong,
    countItems: () => items,
    /** A transaction that is repeated, since its reply was lost, is told again and ignored. */
    note(actions: readonly Action[]) {
      const puts = actions.flatMap((action) => ('put' in action ? [action.put] : []))
      for (const put of puts) {
        if (!KEPT.includes(String(put.kind))) continue
        const known = versions.get(formatKey(put)) ?? []
        if (put.rev === undefined || !known.some(({ rev }) => rev === put.rev)) known.push(put)
        versions.set(formatKey(put), known)
      }
      const own = puts.filter(({ kind }) => kind === 'timeline').map(({ pk }) => pk)
      items += own.length
      if (new Set(own).size < own.length) wrong.push('a transaction has two items for the timeline of one order')
      const revised = puts.flatMap(({ kind, pk }) => (kind === 'order-revision' ? [pk.split('#').at(-1)] : []))
      const isNeedless = own.some((pk) => revised.includes(pk.split('#').at(-1)))
      if (isNeedless) wrong.push('a transaction has an item for a timeline that its revision could carry')
    },
  }
}

const pairs = <T>(list: readonly T[]): (readonly [T, T | undefined])[] => list.map((each, i) => [each, list[i - 1]])

const changes = <T>(list: readonly T[], read: (each: T) => string | null): string[] =>
  list.map(read).flatMap((each, i, all) => (each === null || each === all[i - 1] ? [] : [each]))

/** A request that was answered while it was being sent has arrived, too. */
const tellRequests = (versions: readonly StoredFulfilmentOrder[]): string[] =>
  pairs(versions).flatMap(([{ request }, before]) => {
    if (request === (before?.request ?? 'unsent') || request === 'unsent' || request === 'sending') return []
    if (request === 'sent') return ['sent']
    return before?.request === 'sending' ? ['sent', request] : [request]
  })

const tellStates = (versions: readonly StoredFulfilmentOrder[]): string[] =>
  pairs(versions).flatMap(([{ status }, before]) => {
    const was = before?.status ?? 'open'
    if (status === was) return []
    if (status === 'on_hold') return ['put_on_hold']
    if (status !== 'open' && status !== 'in_progress') return [status]
    return [was === 'on_hold' ? 'released' : was === 'closed' ? 'reopened' : 'started']
  })

const REQUESTS = ['sent', 'accepted', 'refused', 'cancel_requested', 'cancel_accepted', 'cancel_refused']

/** The sequences of words that the timeline of an order must have of its resources, by URI and noun. */
const expectOf = (kind: string, versions: readonly Item[]): [string, readonly string[]][] => {
  if (kind === 'order') {
    const all = versions as unknown as StoredOrder[]
    return [[`order ${all[0]?.id}`, ['imported', ...changes(all, ({ status }) => status)]]]
  }
  if (kind === 'fulfilment-order') {
    const all = versions as unknown as StoredFulfilmentOrder[]
    const id = all[0]?.id
    return [
      [`request ${id}`, tellRequests(all)],
      [`state ${id}`, ['planned', ...tellStates(all)]],
    ]
  }
  if (kind === 'fulfilment') {
    const [{ id, reverses }] = versions as unknown as [StoredFulfilment]
    return [[`fulfilment ${id}`, [reverses ? 'reversed' : 'handed_over']]]
  }
  if (kind === 'routing-incident') {
    const all = versions as unknown as StoredIncident[]
    const reasons = changes(all, ({ reason }) => reason).map((_, i) => (i ? 'changed' : 'raised'))
    return [[`incident ${all[0]?.id}`, [...reasons, ...(all.at(-1)?.status === 'resolved' ? ['resolved'] : [])]]]
  }
  if (kind === 'shipment') {
    const all = versions as unknown as StoredShipment[]
    return [[`shipment ${all[0]?.id}`, changes(all, ({ status }) => status)]]
  }
  if (kind === 'return') {
    const all = versions as unknown as StoredReturn[]
    const [first] = all
    const begun = first?.status === 'requested' || first?.receipts.length ? [] : ['requested']
    return [[`return ${first?.id}`, [...begun, ...changes(all, ({ status }) => status)]]]
  }
  const all = versions as unknown as { parcels?: Record<string, StoredPublication> }[]
  const ids = [...new Set(all.flatMap(({ parcels = {} }) => Object.keys(parcels)))]
  const WORDS: Record<string, string> = {
    published: 'told',
    skipped: 'skipped',
    failed: 'failed',
    withdrawn: 'withdrawn',
  }
  return ids.map((id) => {
    const ends = all.flatMap(({ parcels = {} }) => parcels[id] ?? [])
    const told = pairs(ends).flatMap(([end, before]) =>
      WORDS[end.status] && (end.status !== before?.status || end.settled !== before.settled) ? [WORDS[end.status]] : [],
    )
    return [`shop ${id}`, told as string[]]
  })
}

const placeOf = ({ step, resourceUri }: OrderTimelineEntry): [string, string] => {
  const [noun = '', word = ''] = step.split('.')
  const id = resourceUri.split('/').at(-1) as string
  if (noun === 'fulfilment_order') return [`${REQUESTS.includes(word) ? 'request' : 'state'} ${id}`, word]
  return [`${noun} ${id}`, word]
}

/** Steps of an order that are told of its content are not states. */
const isState = ({ step }: OrderTimelineEntry) =>
  !['order.changed', 'order.payment_changed', 'order.refunded', 'order.noted'].includes(step)

/** Checks that each step that was ever stored stands in the timeline of its order once, and in its order. */
export const findTimelineFaults = async (world: World, orders: readonly StoredOrder[]): Promise<string[]> => {
  const { versions, wrong } = world.kept
  const found = [...wrong]
  const expected = new Map<string, Map<string, readonly string[]>>()
  for (const all of versions.values()) {
    const sorted = [...all].sort((one, other) => Number(one.rev ?? 0) - Number(other.rev ?? 0))
    const [first] = sorted as [Item & { kind: string; id?: string; salesOrderId?: string | null }]
    const order =
      first.kind === 'order' ? first.id : first.kind === 'order-publications' ? first.sk : first.salesOrderId
    if (!order) continue
    const own = expected.get(order) ?? new Map<string, readonly string[]>()
    for (const [name, words] of expectOf(first.kind, sorted)) own.set(name, words)
    expected.set(order, own)
  }
  for (const order of orders) {
    const { items } = await listTimeline(world.app.db, world.tenant, order, { page: 1, itemsPerPage: 10_000 })
    world.count('steps', items.length)
    const told = new Map<string, string[]>()
    for (const entry of items.filter(isState)) {
      const [name, word] = placeOf(entry)
      told.set(name, [...(told.get(name) ?? []), word])
    }
    for (const [name, words] of expected.get(order.id) ?? []) {
      if (words.join() !== (told.get(name) ?? []).join())
        found.push(`the timeline of ${order.externalOrderId} tells ${name} as ${told.get(name)}, not as ${words}`)
      told.delete(name)
    }
    for (const name of told.keys())
      found.push(`the timeline of ${order.externalOrderId} tells of ${name}, which never was`)
    const times = items.map(({ at }) => at)
    if (times.join() !== [...times].sort().join()) found.push(`the timeline of ${order.externalOrderId} goes back`)
    if (items[0]?.step !== 'order.imported')
      found.push(`the timeline of ${order.externalOrderId} begins with ${items[0]?.step}`)
    const revisions = items.flatMap(({ details }) => details.revision ?? [])
    if (new Set(revisions).size < revisions.length) found.push(`a change of ${order.externalOrderId} is told twice`)
  }
  world.count('timelineItems', world.kept.countItems())
  return found
}
