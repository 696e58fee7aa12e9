import { NOT_SENT_BECAUSE, type NotSentBecause } from '../../../schemas/notification/preferences.ts'
import { CHANNELS, type Channel, type TopicName } from '../../../schemas/notification/topic.ts'
import { computeExpiry, type Occurred, PLATFORM } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Members, Page } from '../../platform/store/lists/list.ts'
import type { Item, Table } from '../../platform/store/table/table.ts'
import { deriveDigestId } from '../windows/window-store.ts'
import type { Decision } from './decide-channel.ts'
import type { Plans } from './plan-windows.ts'

// Traces:  T#<tenant>#trace / <event>#<chunk>   decisions for a chunk of an event's recipients, grouped by equal
//          decisions; they expire with the event

export type Decisions = Readonly<Record<Channel, Decision>>

export interface Decided {
  id: Id
  decisions: Decisions
  /** Plans of the channels that gather. */
  plans?: Plans
}

interface Group {
  recipients: Id[]
  /** Reason by channel; a channel that is not listed was sent. */
  kept: { [C in Channel]?: NotSentBecause }
  /** The windows in which events wait by channel, and the number of events that were sent at once before. */
  waits?: { [C in Channel]?: Wait }
}

interface Wait {
  openedAt: string
  atOnce: number
}

const pickRefusals = (decisions: Decisions) =>
  Object.fromEntries(
    CHANNELS.flatMap((channel) => {
      const decision = decisions[channel]
      return decision.send ? [] : [[channel, decision.because]]
    }),
  ) as Group['kept']

const pickWaits = (plans: Plans = new Map()): Group['waits'] => {
  const waits = [...plans].flatMap(([channel, { atOnce, gatheredIn }]) =>
    gatheredIn ? [[channel, { openedAt: gatheredIn.openedAt, atOnce }]] : [],
  )
  return waits.length ? Object.fromEntries(waits) : undefined
}

export const buildTraceItem = (event: Occurred, chunk: number, decided: readonly Decided[], now: Date): Item => {
  const groups = new Map<string, Group>()
  for (const { id, decisions, plans } of decided) {
    const waits = pickWaits(plans)
    const common = { kept: pickRefusals(decisions), ...(waits && { waits }) }
    const group = groups.get(JSON.stringify(common)) ?? { recipients: [], ...common }
    group.recipients.push(id)
    groups.set(JSON.stringify(common), group)
  }
  return {
    pk: partition(event.tenant ?? PLATFORM, 'trace'),
    sk: `${event.sk}#${String(chunk).padStart(6, '0')}`,
    kind: 'trace',
    topic: event.topic,
    decidedAt: now.toISOString(),
    recipients: decided.length,
    groups: [...groups.values()],
    expiresAt: computeExpiry(now),
  }
}

interface StoredTrace {
  topic: TopicName
  decidedAt: string
  groups: Group[]
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
  groups.flatMap(({ recipients, kept, waits = {} }) =>
    recipients.map((id) => {
      const findDigestId = (channel: Channel) => {
        const wait = waits[channel]
        return wait && wait.atOnce === 0 ? deriveDigestId({ tenant, identity: id, channel, topic }, wait) : undefined
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

/** Pages through the decisions of an event in their order; undefined if it has none. */
export const listTrace = async (
  db: Table,
  tenant: Id,
  event: Id,
  { page, itemsPerPage }: Page,
  recipient?: Id,
): Promise<Members<CompleteTrace> | undefined> => {
  const pk = partition(tenant, 'trace')
  const offset = (page - 1) * itemsPerPage
  if (recipient !== undefined) {
    const chunks = await db.query<StoredTrace>({ pk, prefix: `${event}#` })
    const found = chunks.flatMap((chunk) => presentTrace(tenant, event, chunk)).filter(({ id }) => id === recipient)
    if (!chunks.length) return undefined
    const items = await completeTrace(db, tenant, found.slice(offset, offset + itemsPerPage))
    return { items, totalItems: found.length }
  }
  const sizes = await db.query<{ recipients: number }>({ pk, prefix: `${event}#`, only: ['recipients'] })
  if (!sizes.length) return undefined
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
