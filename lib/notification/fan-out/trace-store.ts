import { NOT_SENT_BECAUSE, type NotSentBecause } from '../../../schemas/notification/preferences.ts'
import { CHANNELS, type Channel, type TopicName } from '../../../schemas/notification/topic.ts'
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
import { deriveDigestId } from '../windows/window-store.ts'
import type { Plans } from './plan-windows.ts'

// Traces:  T#<tenant>#trace / <item>#<chunk>   decisions for a chunk of the recipients of an item's events, grouped by equal
//          decisions; they expire with the item. Those for few recipients are in the item itself, as `trace`

export type Decisions = Readonly<Record<Channel, Decision>>

export interface Decided {
  id: Id
  decisions: Decisions
  /** Plans of the channels that gather. */
  plans?: Plans
  /** The events that concern the recipient; all events of the item by default. */
  events?: readonly Occurred[]
}

interface Group {
  recipients: Id[]
  /** Ids of the events that concern these recipients, if those are not all events of the item. */
  events?: readonly Id[]
  /** Reason by channel; a channel that is not listed was sent. */
  kept: { [C in Channel]?: NotSentBecause }
  /** The windows in which events wait, by channel. */
  waits?: { [C in Channel]?: Wait }
}

interface Wait {
  openedAt: string
  /** The first event that waits; all of them if absent. */
  from?: Id
}

const pickRefusals = (decisions: Decisions) =>
  Object.fromEntries(
    CHANNELS.flatMap((channel) => {
      const decision = decisions[channel]
      return decision.send ? [] : [[channel, decision.because]]
    }),
  ) as Group['kept']

/** Lists the windows in which a recipient's events wait. */
const pickWaits = (plans: Plans = new Map(), events: readonly Occurred[] = []): Group['waits'] => {
  const waits = [...plans].flatMap(([channel, { atOnce, gatheredIn }]) => {
    const from = atOnce ? events[atOnce]?.sk : undefined
    return gatheredIn ? [[channel, { openedAt: gatheredIn.openedAt, ...(from && { from }) }]] : []
  })
  return waits.length ? Object.fromEntries(waits) : undefined
}

export interface Trace {
  decidedAt: string
  groups: readonly Group[]
}

/** Builds the decisions about recipients of an item with so many events. */
export const buildTrace = (decided: readonly Decided[], eventCount: number, now: Date): Trace => {
  const groups = new Map<string, Group>()
  for (const { id, decisions, events, plans } of decided) {
    const waits = pickWaits(plans, events)
    const isPartial = events && events.length < eventCount
    const shared = {
      ...(isPartial && { events: events.map(({ sk }) => sk) }),
      kept: pickRefusals(decisions),
      ...(waits && { waits }),
    }
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
  topic: TopicName
}

const DROPPED: ReadonlySet<string> = new Set(NOT_SENT_BECAUSE)

/** Tells what became of a message that waited for a digest. */
const presentWait = (digestId: Id, digest: EndedDigest | undefined) => {
  const { status, reason, endedAt } = digest ?? {}
  if (status === 'done') return { sent: true, because: null, digestId, digestSentAt: endedAt ?? null }
  const dropped =
    status === 'dropped' && (DROPPED.has(reason ?? '') ? (reason as NotSentBecause) : 'no_longer_recipient')
  return { sent: false, because: dropped || ('gathered' as const), digestId, digestSentAt: null }
}

type Digests = ReadonlyMap<Id, EndedDigest>

const presentTrace = (tenant: Id, event: Id, { topic, decidedAt, groups }: StoredTrace) =>
  groups
    .filter(({ events }) => !events || events.includes(event))
    .flatMap(({ recipients, kept, waits = {} }) =>
      recipients.map((id) => {
        const findDigestId = (channel: Channel) => {
          const wait = waits[channel]
          return wait && (wait.from === undefined || event >= wait.from)
            ? deriveDigestId({ tenant, identity: id, channel, topic }, wait)
            : undefined
        }
        return {
          id,
          digestIds: CHANNELS.flatMap((channel) => findDigestId(channel) ?? []),
          present: (digests: Digests) => ({
            id,
            eventId: event,
            topic,
            decidedAt,
            channels: CHANNELS.map((channel) => {
              const digestId = findDigestId(channel)
              if (digestId) return { channel, ...presentWait(digestId, digests.get(digestId)) }
              const because = kept[channel] ?? null
              return { channel, sent: because === null, because, digestId: null, digestSentAt: null }
            }),
          }),
        }
      }),
    )

type Row = ReturnType<typeof presentTrace>[number]

interface EndedDigest {
  status: string
  reason?: string | null
  endedAt?: string
}

/** Completes rows with what became of their digests. */
const completeTrace = async (db: Table, tenant: Id, rows: readonly Row[]) => {
  const pk = partition(tenant, 'delivery')
  const ids = [...new Set(rows.flatMap(({ digestIds }) => digestIds))]
  const items = ids.length ? await db.batchGet<EndedDigest>(ids.map((sk) => ({ pk, sk }))) : []
  const digests = new Map(items.map((item) => [item.sk, item]))
  return rows.map(({ present }) => present(digests))
}

type CompleteTrace = Awaited<ReturnType<typeof completeTrace>>[number]

/** Tells whether an earlier chunk of the item has the recipient with all of these events. */
export const isTraced = async (
  db: Table,
  { tenant, sk }: Occurred,
  { id, events }: { id: Id; events: readonly Occurred[] },
): Promise<boolean> => {
  const chunks = await db.query<StoredTrace>({ pk: partition(tenant ?? PLATFORM, 'trace'), prefix: `${sk}#` })
  const groups = chunks.flatMap((chunk) => chunk.groups).filter(({ recipients }) => recipients.includes(id))
  return events.every((event) => groups.some((group) => !group.events || group.events.includes(event.sk)))
}

/** Reads only the chunks of the page. All chunks must concern the event with all their recipients. */
const readPage = async (
  db: Table,
  tenant: Id,
  event: Id,
  { page, itemsPerPage }: Page,
  sizes: readonly (Key & { recipients: number })[],
): Promise<Members<CompleteTrace>> => {
  const pk = partition(tenant, 'trace')
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
  const rows = chunks.flatMap((chunk) => presentTrace(tenant, event, chunk)).slice(start, start + itemsPerPage)
  return { items: await completeTrace(db, tenant, rows), totalItems: before }
}

/** Pages through the decisions of an event in their order; undefined if it has none. */
export const listTrace = async (
  db: Table,
  tenant: Id,
  event: Id,
  page: Page,
  recipient?: Id,
): Promise<Members<CompleteTrace> | undefined> => {
  const item = await findItemByEvent(db, tenant, event)
  const isWanted = ({ id }: Row) => recipient === undefined || id === recipient
  const present = async (rows: readonly Row[]) => {
    const { items, totalItems } = slicePage(rows.filter(isWanted), page)
    return { items: await completeTrace(db, tenant, items), totalItems }
  }
  const { trace, topic } = (item ?? {}) as Partial<OutboxItem & { trace: Trace }>
  if (trace && topic) return await present(presentTrace(tenant, event, { ...trace, topic }))
  const pk = partition(tenant, 'trace')
  const prefix = `${item?.sk ?? event}#`
  const sizes = await db.query<{ recipients: number; isPartial?: true }>({
    pk,
    prefix,
    only: ['recipients', 'isPartial'],
  })
  if (!sizes.length) return undefined
  if (recipient === undefined && !sizes.some(({ isPartial }) => isPartial))
    return await readPage(db, tenant, event, page, sizes)
  const chunks = await db.query<StoredTrace>({ pk, prefix })
  return await present(chunks.flatMap((chunk) => presentTrace(tenant, event, chunk)))
}
