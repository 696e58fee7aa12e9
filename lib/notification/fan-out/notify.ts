import type { TopicName } from '../../../schemas/notification/topic.ts'
import type { App } from '../../platform/app/app.ts'
import { enqueueDue } from '../../platform/events/enqueue-due.ts'
import { findEvent, type Occurred } from '../../platform/events/outbox/outbox.ts'
import { advance, type Progress } from '../../platform/events/outbox/progress.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { type Key, MAX_ACTIONS } from '../../platform/store/table/table.ts'
import { buildDeliveryItem } from '../deliveries/delivery-store.ts'
import { isAllowedByPolicy } from '../preferences/matrix.ts'
import { TENANT_CHANNELS } from './channels.ts'
import { type Decided, decideOn, readTenantGates, type TenantGates } from './decide-on.ts'
import { type Found, listNext, listSources, type Source } from './recipients.ts'
import { buildTraceItem } from './trace-store.ts'

/** Beside a chunk's deliveries its transaction has the trace and the event. */
const MAX_DELIVERIES = MAX_ACTIONS - 2
/** After so many chunks another message goes on, so that no invocation is long. */
const CHUNKS_AT_ONCE = 10

type Using = Pick<App, 'db' | 'config'>

/** Before every id, so that it comes first and nobody is left out after it. */
const BEFORE_ALL = '0'

/** The tenant itself is told once, with the first members, where its policy opens one of its own channels. */
const withTenant = (
  { tenant, topic }: Occurred,
  { source, after }: Pick<Progress<Source>, 'source' | 'after'>,
  { policy }: TenantGates,
  found: readonly Found[],
): readonly Found[] => {
  const isTold = TENANT_CHANNELS.some((channel) => isAllowedByPolicy(policy, topic as TopicName, channel))
  if (!tenant || source !== 'members' || after !== null || !isTold) return found
  return [{ at: BEFORE_ALL, recipient: { id: tenant, member: null } }, ...found]
}

/** As many as have room in one transaction. */
const takeFitting = (all: readonly Decided[]): Decided[] => {
  let room = MAX_DELIVERIES
  return all.filter(({ channels }) => {
    room -= channels.length
    return room >= 0
  })
}

/** Where it goes on after these, or undefined where all is told. */
const getNextCursor = (
  event: Occurred,
  { source, after: from }: Pick<Progress<Source>, 'source' | 'after'>,
  last: Id | undefined,
  isMore: boolean,
): Pick<Progress<Source>, 'source' | 'after'> | undefined => {
  if (isMore) return { source, after: last ?? from }
  const sources = listSources(event)
  const next = sources[sources.indexOf(source) + 1]
  return next && { source: next, after: null }
}

interface At {
  /** How far it was told, as the event says. */
  kept: Progress<Source> | undefined
  /** Where it is gone on: there, or after chunks in which nobody was to be told. */
  from: Progress<Source> | undefined
}

type Outcome = { at: At | undefined; deliveries: number } | 'overtaken'

/** Decides on the next chunk and writes its deliveries, its trace and the event's progress, together or not at all. */
const tellChunk = async (
  app: Using,
  event: Occurred,
  { kept, from }: At,
  { gates, now, isLast }: { gates: TenantGates; now: Date; isLast: boolean },
): Promise<Outcome> => {
  const { db } = app
  const key = { pk: event.pk, sk: event.sk }
  const found = from ? await listNext(db, event, from.source, from.after, MAX_DELIVERIES) : []
  const all = await decideOn(app, event, from ? withTenant(event, from, gates, found) : found, gates, now)
  let told = takeFitting(all)
  const isCut = told.length < all.length
  const last = isCut ? told.at(-1)?.at : found.at(-1)?.at
  const next = from && getNextCursor(event, from, last, isCut || found.length === MAX_DELIVERIES)
  if (next && !told.length && !isLast) return { at: { kept, from: { ...from, ...next } }, deliveries: from.deliveries }
  for (;;) {
    const items = told.flatMap((each) =>
      each.channels.map((channel) => ({ id: each.id, put: buildDeliveryItem(event, each, channel, now) })),
    )
    const chunk = from?.chunks ?? 0
    const deliveries = (from?.deliveries ?? 0) + items.length
    const progress = next && { ...next, chunks: chunk + 1, deliveries }
    const trace = told.length ? [{ put: buildTraceItem(event, chunk, told, now) }] : []
    const outcome = await db.transact([
      advance(key, kept, progress, now),
      ...trace,
      ...items.map(({ put }) => ({ put, when: 'attribute_not_exists(pk)' })),
    ])
    if (outcome.committed) return { at: progress && { kept: progress, from: progress }, deliveries }
    if (outcome.failed.has(0)) return 'overtaken'
    // Told already, by another source.
    const again = new Set([...outcome.failed.keys()].map((place) => items[place - 1 - trace.length]?.id))
    told = told.filter(({ id }) => !again.has(id))
  }
}

/**
 * Tells everybody of the event whom it concerns, chunk by chunk: each once, however often and by however many workers
 * this is run, since a chunk and the progress to the next one are written together.
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
  const kept = event.told as Progress<Source> | undefined
  const [first] = listSources(event)
  let at: At = { kept, from: kept ?? (first && { source: first, after: null, chunks: 0, deliveries: 0 }) }
  for (let chunk = 1; chunk <= CHUNKS_AT_ONCE; chunk++) {
    const outcome = await tellChunk(app, event, at, { gates, now, isLast: chunk === CHUNKS_AT_ONCE })
    if (outcome === 'overtaken') return
    if (!outcome.at) {
      log.info('notification.event.handled', { eventId: sk, topic: event.topic, deliveries: outcome.deliveries })
      return
    }
    at = outcome.at
  }
  const failed = await enqueueDue(app, new Map([[0, { kind: 'outbox', pk, sk }]]))
  if (failed.size) throw new Error('the queue did not take the rest')
}
