import type { NotSentBecause } from '../../../schemas/notification/preferences.ts'
import { CHANNELS, type Channel } from '../../../schemas/notification/topic.ts'
import {
  computeExpiry,
  findItemByEvent,
  type Occurred,
  type OutboxItem,
  PLATFORM,
} from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import type { Decision } from '../preferences/decide-channel.ts'

// Traces:  T#<tenant>#trace / <item>#<chunk>   decisions for a chunk of the recipients of an item's events, grouped by equal
//          decisions; they expire with the item. Those for few recipients are in the item itself, as `trace`

export type Decisions = Readonly<Record<Channel, Decision>>

export interface Decided {
  id: Id
  decisions: Decisions
  /** The events that concern the recipient; all events of the item by default. */
  events?: readonly Occurred[]
}

interface Group {
  recipients: Id[]
  /** Ids of the events that concern these recipients, if those are not all events of the item. */
  events?: readonly Id[]
  /** Reason by channel; a channel that is not listed was sent. */
  kept: { [C in Channel]?: NotSentBecause }
}

const pickRefusals = (decisions: Decisions) =>
  Object.fromEntries(
    CHANNELS.flatMap((channel) => {
      const decision = decisions[channel]
      return decision.send ? [] : [[channel, decision.because]]
    }),
  ) as Group['kept']

export interface Trace {
  decidedAt: string
  groups: readonly Group[]
}

/** Builds the decisions about recipients of an item with so many events. */
export const buildTrace = (decided: readonly Decided[], eventCount: number, now: Date): Trace => {
  const groups = new Map<string, Group>()
  for (const { id, decisions, events } of decided) {
    const isPartial = events && events.length < eventCount
    const shared = { ...(isPartial && { events: events.map(({ sk }) => sk) }), kept: pickRefusals(decisions) }
    const group = groups.get(JSON.stringify(shared)) ?? { recipients: [], ...shared }
    group.recipients.push(id)
    groups.set(JSON.stringify(shared), group)
  }
  return { decidedAt: now.toISOString(), groups: [...groups.values()] }
}

export const buildTraceItem = (event: Occurred, chunk: number, { decidedAt, groups }: Trace, now: Date): Item => ({
  pk: partition(event.tenant ?? PLATFORM, 'trace'),
  sk: `${event.sk}#${String(chunk).padStart(6, '0')}`,
  kind: 'trace',
  topic: event.topic,
  decidedAt,
  recipients: groups.reduce((total, { recipients }) => total + recipients.length, 0),
  ...(groups.some(({ events }) => events) && { isPartial: true }),
  groups,
  expiresAt: computeExpiry(now),
})

interface StoredTrace extends Trace {
  topic: string
}

const presentTrace = (event: Id, { topic, decidedAt, groups }: StoredTrace) =>
  groups
    .filter(({ events }) => !events || events.includes(event))
    .flatMap(({ recipients, kept }) =>
      recipients.map((id) => ({
        id,
        eventId: event,
        topic,
        decidedAt,
        channels: CHANNELS.map((channel) => {
          const because = kept[channel] ?? null
          return { channel, sent: because === null, because }
        }),
      })),
    )

export type Traced = ReturnType<typeof presentTrace>[number]

/** Reads only the chunks of the page. All chunks must concern the event with all their recipients. */
const readPage = async (
  db: Table,
  pk: string,
  event: Id,
  { page, itemsPerPage }: Page,
  sizes: readonly (Key & { recipients: number })[],
): Promise<Members<Traced>> => {
  const offset = (page - 1) * itemsPerPage
  let before = 0
  let first: number | undefined
  const wanted: string[] = []
  for (const { sk, recipients: size } of sizes) {
    if (before < offset + itemsPerPage && before + size > offset) {
      first ??= before
      wanted.push(sk)
    }
    before += size
  }
  const [from, to] = [wanted[0], wanted.at(-1)]
  const chunks = from && to ? await db.query<StoredTrace>({ pk, from, to }) : []
  const start = offset - (first ?? 0)
  const items = chunks.flatMap((chunk) => presentTrace(event, chunk)).slice(start, start + itemsPerPage)
  return { items, totalItems: before }
}

/** Pages through the decisions of an event in their order; undefined if it has none. */
export const listTrace = async (
  db: Table,
  tenant: Id,
  event: Id,
  page: Page,
  recipient?: Id,
): Promise<Members<Traced> | undefined> => {
  const item = await findItemByEvent(db, tenant, event)
  const isWanted = ({ id }: Traced) => recipient === undefined || id === recipient
  const { trace, topic } = (item ?? {}) as Partial<OutboxItem & { trace: Trace }>
  if (trace && topic) return slicePage(presentTrace(event, { ...trace, topic }).filter(isWanted), page)
  const pk = partition(tenant, 'trace')
  const prefix = `${item?.sk ?? event}#`
  const sizes = await db.query<{ recipients: number; isPartial?: true }>({
    pk,
    prefix,
    only: ['recipients', 'isPartial'],
  })
  if (!sizes.length) return undefined
  if (recipient === undefined && !sizes.some(({ isPartial }) => isPartial))
    return await readPage(db, pk, event, page, sizes)
  const chunks = await db.query<StoredTrace>({ pk, prefix })
  return slicePage(chunks.flatMap((chunk) => presentTrace(event, chunk)).filter(isWanted), page)
}
