import type { NotSentBecause } from '../../../schemas/notification/preferences.ts'
import { CHANNELS, type Channel } from '../../../schemas/notification/topic.ts'
import { computeExpiry, type Occurred, PLATFORM } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Members, Page } from '../../platform/store/lists/list.ts'
import type { Item, Table } from '../../platform/store/table/table.ts'
import type { Decision } from './decide-channel.ts'

// Traces:  T#<tenant>#trace / <event>#<chunk>   decisions for a chunk of an event's recipients, grouped by equal
//          decisions; they expire with the event

export type Decisions = Readonly<Record<Channel, Decision>>

export interface Decided {
  id: Id
  decisions: Decisions
}

interface Group {
  recipients: Id[]
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

export const buildTraceItem = (event: Occurred, chunk: number, decided: readonly Decided[], now: Date): Item => {
  const groups = new Map<string, Group>()
  for (const { id, decisions } of decided) {
    const kept = pickRefusals(decisions)
    const group = groups.get(JSON.stringify(kept)) ?? { recipients: [], kept }
    group.recipients.push(id)
    groups.set(JSON.stringify(kept), group)
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
  topic: string
  decidedAt: string
  groups: Group[]
}

const presentTrace = (event: Id, { topic, decidedAt, groups }: StoredTrace) =>
  groups.flatMap(({ recipients, kept }) =>
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

/** Pages through the decisions of an event in their order; undefined if it has none. */
export const listTrace = async (
  db: Table,
  tenant: Id,
  event: Id,
  { page, itemsPerPage }: Page,
  recipient?: Id,
): Promise<Members<Traced> | undefined> => {
  const pk = partition(tenant, 'trace')
  const offset = (page - 1) * itemsPerPage
  if (recipient !== undefined) {
    const chunks = await db.query<StoredTrace>({ pk, prefix: `${event}#` })
    const found = chunks.flatMap((chunk) => presentTrace(event, chunk)).filter(({ id }) => id === recipient)
    return chunks.length ? { items: found.slice(offset, offset + itemsPerPage), totalItems: found.length } : undefined
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
  const items = chunks.flatMap((chunk) => presentTrace(event, chunk)).slice(start, start + itemsPerPage)
  return { items, totalItems: before }
}
