import { partners } from '../../lib/partner/partner-store.ts'
import { parseId } from '../../lib/platform/id.ts'
import { derive } from '../../lib/platform/store/entities/derive.ts'
import { CHANGES, type Entity, fromItem, removeShard, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { list } from '../../lib/platform/store/lists/list.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { custodians } from '../../lib/warehousing/custodian-store.ts'
import { CUSTODIAN_STATES } from '../../schemas/warehousing/custodian.ts'
import { toEvents } from '../support/events.ts'
import { grouped, type Held, history } from './history.ts'
import type { World } from './world.ts'

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** Lists all items of the tenant that were written and still exist. */
export const storedItems = ({ db, recorded, tenant }: World): Promise<Item[]> =>
  db.batchGet([...(recorded.written.get(tenant)?.values() ?? [])])

const held = async (world: World): Promise<Held> => {
  const items = await storedItems(world)
  const all = <T extends Stored>(kind: Entity<T>) => items.filter((item) => item.kind === kind.name).map(fromItem<T>)
  return { items, partners: all(partners), custodians: all(custodians) }
}

/**
 * Checks that each key created at most one resource, deleted ones included. A request that was refused with a key creates
 * nothing with it later, unless the reason may have disappeared in between.
 */
export const onceForEachKey = (
  { replies }: World,
  ids: ReadonlySet<string>,
  { obstaclesGo = false } = {},
): string[] => {
  const found: string[] = []
  for (const { action, id } of replies)
    if (id && !ids.has(parseId(id) as string)) found.push(`${action} was acknowledged with ${id}, which is not there`)
  const created = replies.filter(({ action, key }) => key && action.startsWith('create'))
  for (const [key, sent] of grouped(created, (reply) => reply.key ?? '')) {
    const answers = new Set(sent.filter(({ id }) => id).map(({ id }) => id))
    if (answers.size > 1) found.push(`the key ${key} was answered with ${[...answers]}`)
    const refused = sent.find(({ status }) => typeof status === 'number' && status >= 400 && status < 500)
    if (answers.size && refused && !obstaclesGo)
      found.push(`the key ${key} was answered with ${[...answers]} and with ${refused.status}`)
  }
  for (const { key, status } of replies.filter(({ action }) => action === 'reuse key'))
    if (![422, 503, 'crash'].includes(status)) found.push(`the key ${key} with another body was answered ${status}`)
  return found
}

/** Checks that each request created one resource and that every confirmed resource exists. */
const onceEach = (world: World, { partners, custodians }: Held): string[] => {
  const found = onceForEachKey(world, new Set([...partners, ...custodians].map(({ id }) => id)))
  for (const [mark, made] of grouped(partners, ({ taxId }) => taxId ?? ''))
    if (made.length > 1) found.push(`the request ${mark} made ${made.length} partners`)
  return found
}

/** Checks that each cause has one event and that no event lacks a cause. */
const eventEach = ({ items, partners }: Held): string[] => {
  const events = toEvents(items.filter(({ kind }) => kind === 'outbox')).filter(
    ({ topic }) => topic === 'partner.partner.created',
  )
  const told = grouped(events, ({ data }) => (data as { partnerId: string }).partnerId)
  const found = partners.flatMap(({ id }) => {
    const count = told.get(id)?.length ?? 0
    return count === 1 ? [] : [`partner ${id} has ${count} events`]
  })
  for (const id of told.keys())
    if (!partners.some((partner) => partner.id === id)) found.push(`an event tells of ${id}, which is not there`)
  return found
}

/** Adds the numbers of a shard to those of its bucket, but for the number of its changes. */
const addShard = (stored: Map<string, number>, pk: string, sk: string, numbers: Record<string, unknown>) => {
  for (const [name, number] of Object.entries(numbers)) {
    if (name === CHANGES) continue
    const place = `${pk} ${removeShard(sk)} ${name}`
    stored.set(place, (stored.get(place) ?? 0) + (number as number))
  }
}

/** Checks that rows, unique values and counts are exactly those derived from the items. */
export const derivedOf = (
  { tenant }: World,
  items: readonly Item[],
  expectAll: (expect: <T extends Stored>(kind: Entity<T>, item: T) => void) => void,
): string[] => {
  const found: string[] = []
  const [rows, counts] = [new Map<string, Item>(), new Map<string, number>()]
  const expect = <T extends Stored>(kind: Entity<T>, item: T) => {
    const made = derive(kind, tenant, item)
    for (const row of [...made.rows.values(), ...made.unique.values()]) rows.set(`${row.pk} ${row.sk}`, row)
    for (const { bucket, adds } of made.counts)
      for (const [name, by] of Object.entries(adds)) {
        const place = `${bucket.pk} ${bucket.sk} ${name}`
        counts.set(place, (counts.get(place) ?? 0) + by)
      }
  }
  expectAll(expect)
  const stored = new Map<string, number>()
  for (const { pk, sk, ...rest } of items) {
    const place = `${pk} ${sk}`
    if (pk.endsWith('#counts')) addShard(stored, pk, sk, rest)
    else if (['row', 'word', 'unique'].includes(rest.kind as string)) {
      if (canonical(rows.get(place)) !== canonical({ pk, sk, ...rest })) found.push(`${place} is not derived`)
      rows.delete(place)
    }
  }
  for (const place of rows.keys()) found.push(`${place} is missing`)
  for (const place of new Set([...stored.keys(), ...counts.keys()])) {
    const [counted = 0, expected = 0] = [stored.get(place), counts.get(place)]
    if (counted !== expected) found.push(`${place} counts ${counted}, there are ${expected}`)
  }
  return found
}

const derived = (world: World, { items, partners: all, custodians: some }: Held): string[] =>
  derivedOf(world, items, (expect) => {
    for (const partner of all) expect(partners, partner)
    for (const custodian of some) expect(custodians, custodian)
  })

const PAGE_SIZE = 3

/** Checks that the pages of a list have all members, newest first, and the stated total. */
const paged = async ({ db, tenant }: World, { custodians: all }: Held): Promise<string[]> => {
  const check = async (status: string | undefined): Promise<string[]> => {
    const expected = all.filter((item) => (status ?? item.status) === item.status).map(({ id }) => id)
    const read: string[] = []
    let total = 0
    for (let page = 1; page <= Math.ceil(expected.length / PAGE_SIZE) + 1; page++) {
      const asked = { page, itemsPerPage: PAGE_SIZE, facets: { status } }
      const { items, totalItems } = await list(db, custodians, tenant, asked)
      read.push(...items.map(({ id }) => id))
      total = totalItems
    }
    const right = total === expected.length && read.join() === expected.sort().reverse().join()
    return right ? [] : [`custodians ${status ?? ''}: ${total} told, ${read.length} shown, ${expected.length} there`]
  }
  return (await Promise.all([undefined, ...CUSTODIAN_STATES].map(check))).flat()
}

/** Checks copies: a custodian has the name of its partner, and an onboarded partner has its role. */
const together = ({ replies }: World, { partners, custodians }: Held): string[] => {
  const found: string[] = []
  const byId = new Map(partners.map((partner) => [partner.id, partner]))
  for (const [id, of] of grouped(custodians, ({ partnerId }) => partnerId)) {
    if (of.length > 1) found.push(`partner ${id} has ${of.length} custodians`)
    for (const { partnerName } of of)
      if (partnerName !== byId.get(id)?.name)
        found.push(`${byId.get(id)?.name} is called ${partnerName} by its custodian`)
  }
  for (const { body } of replies.filter(({ action, status }) => action === 'onboard' && status === 201))
    if (!byId.get(parseId(body.partnerId as string) as string)?.roles.includes('Partner.Custodian'))
      found.push(`partner ${body.partnerId} was onboarded and has no role`)
  return found
}

export const answered = ({ replies, recorded, tenant }: World): string[] => [
  ...replies.filter(({ status }) => status === 500).map(({ action }) => `${action} was answered 500`),
  ...(recorded.trespasses.get(tenant) ?? []).map((pk) => `the key ${pk} is not the tenant's`),
]

/** Lists everything that is wrong with the data after the requests. */
export const violations = async (world: World): Promise<string[]> => {
  const stored = await held(world)
  return [
    ...answered(world),
    ...onceEach(world, stored),
    ...eventEach(stored),
    ...history(world, stored),
    ...derived(world, stored),
    ...together(world, stored),
    ...(await paged(world, stored)),
  ]
}
