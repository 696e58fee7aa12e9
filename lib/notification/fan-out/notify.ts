import type { App } from '../../platform/app/app.ts'
import { enqueueDue } from '../../platform/events/enqueue-due.ts'
import { findEvent, type Occurred } from '../../platform/events/outbox/outbox.ts'
import { advance, type Progress } from '../../platform/events/outbox/progress.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { type Key, MAX_ACTIONS } from '../../platform/store/table/table.ts'
import { buildDeliveryItem } from '../deliveries/delivery-store.ts'
import { TENANT_CHANNELS } from '../preferences/is-offered.ts'
import { isAllowedByPolicy } from '../preferences/matrix.ts'
import { type DecidedRecipient, decideRecipients, readTenantGates, type TenantGates } from './decide-recipients.ts'
import { type Candidate, listRecipients, listSources, type Source } from './list-recipients.ts'
import { buildTraceItem } from './trace-store.ts'

/** Besides a chunk's deliveries, its transaction writes the trace and the event. */
const MAX_DELIVERIES = MAX_ACTIONS - 2
/** Chunks that one invocation processes; another message continues with the rest. */
const MAX_CHUNKS = 10

type Using = Pick<App, 'db' | 'config'>

/** Sorts before every id, so that no member is skipped after it. */
const BEFORE_ALL = '0'

type Cursor = Pick<Progress<Source>, 'source' | 'after'>

interface Chunk {
  /** Recipients whose deliveries fit into one transaction. */
  decided: readonly DecidedRecipient[]
  /** Cursor of the next chunk; undefined once every recipient was processed. */
  next: Cursor | undefined
}

/** Adds the tenant itself to the first members if its policy enables one of its own channels. */
const prependTenant = (
  { tenant, topic }: Occurred,
  { source, after }: Cursor,
  { policy }: TenantGates,
  candidates: readonly Candidate[],
): readonly Candidate[] => {
  const isEnabled = TENANT_CHANNELS.some((channel) => isAllowedByPolicy(policy, topic, channel))
  if (!tenant || source !== 'members' || after !== null || !isEnabled) return candidates
  return [{ cursor: BEFORE_ALL, recipient: { id: tenant, member: null } }, ...candidates]
}

/** Returns the first recipients, as many as fit into one transaction. */
const selectFitting = (all: readonly DecidedRecipient[]): DecidedRecipient[] => {
  let room = MAX_DELIVERIES
  return all.filter(({ channels }) => {
    room -= channels.length
    return room >= 0
  })
}

const getNextCursor = (
  event: Occurred,
  { source, after }: Cursor,
  last: Id | undefined,
  isMore: boolean,
): Cursor | undefined => {
  if (isMore) return { source, after: last ?? after }
  const sources = listSources(event)
  const next = sources[sources.indexOf(source) + 1]
  return next && { source: next, after: null }
}

/** Reads the recipients at the cursor and decides on their channels. */
const decideChunk = async (
  app: Using,
  event: Occurred,
  cursor: Cursor,
  gates: TenantGates,
  now: Date,
): Promise<Chunk> => {
  const candidates = await listRecipients(app.db, event, cursor.source, cursor.after, MAX_DELIVERIES)
  const all = await decideRecipients(app, event, prependTenant(event, cursor, gates, candidates), gates, now)
  const decided = selectFitting(all)
  const isCut = decided.length < all.length
  const last = isCut ? decided.at(-1)?.cursor : candidates.at(-1)?.cursor
  return { decided, next: getNextCursor(event, cursor, last, isCut || candidates.length === MAX_DELIVERIES) }
}

/** Writes the deliveries, the trace and the event's progress in one transaction; a concurrent worker may be ahead. */
const writeChunk = async (
  db: App['db'],
  event: Occurred,
  { chunks, deliveries }: Pick<Progress, 'chunks' | 'deliveries'>,
  { decided, next }: Chunk,
  now: Date,
): Promise<{ progress: Progress<Source> | undefined; deliveries: number } | 'overtaken'> => {
  let recipients = decided
  for (;;) {
    const puts = recipients.flatMap((each) =>
      each.channels.map((channel) => {
        const put = buildDeliveryItem(event, each, channel, now)
        return { id: each.id, action: { put, when: 'attribute_not_exists(pk)' } }
      }),
    )
    const total = deliveries + puts.length
    const progress = next && { ...next, chunks: chunks + 1, deliveries: total }
    const trace = recipients.length ? [{ put: buildTraceItem(event, chunks, recipients, now) }] : []
    const update = advance({ pk: event.pk, sk: event.sk }, chunks, progress, now)
    const outcome = await db.transact([update, ...trace, ...puts.map(({ action }) => action)])
    if (outcome.committed) return { progress, deliveries: total }
    if (outcome.failed.has(update)) return 'overtaken'
    // Their deliveries exist: another source of recipients has them too.
    const known = new Set(puts.filter(({ action }) => outcome.failed.has(action)).map(({ id }) => id))
    recipients = recipients.filter(({ id }) => !known.has(id))
  }
}

const NOTHING_WRITTEN = { chunks: 0, deliveries: 0 }

const getFirstProgress = (event: Occurred): Progress<Source> | undefined => {
  const [source] = listSources(event)
  return source && { source, after: null, ...NOTHING_WRITTEN }
}

/**
 * Notifies everybody whom the event concerns, chunk by chunk. Repeated and concurrent runs notify each recipient once,
 * since a chunk and the progress beyond it are written together.
 */
export const notify = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  { pk, sk }: Key,
  now: Date,
  log: Log,
): Promise<void> => {
  const { db } = app
  const event = await findEvent(db, { pk, sk })
  if (!event || event.handledAt) return
  const gates = await readTenantGates(db, event)
  let progress = (event.told as Progress<Source> | undefined) ?? getFirstProgress(event)
  for (let count = 1; count <= MAX_CHUNKS; count++) {
    const chunk = progress ? await decideChunk(app, event, progress, gates, now) : { decided: [], next: undefined }
    // A chunk without recipients is skipped unwritten, except the last one, whose progress the next invocation needs.
    if (progress && chunk.next && !chunk.decided.length && count < MAX_CHUNKS) {
      progress = { ...progress, ...chunk.next }
      continue
    }
    const written = await writeChunk(db, event, progress ?? NOTHING_WRITTEN, chunk, now)
    if (written === 'overtaken') return
    if (!written.progress) {
      log.info('notification.event.handled', { eventId: sk, topic: event.topic, deliveries: written.deliveries })
      return
    }
    progress = written.progress
  }
  const failed = await enqueueDue(app, new Map([[0, { kind: 'outbox', pk, sk }]]))
  if (failed.size) throw new Error('the queue did not accept the message for the remaining recipients')
}
