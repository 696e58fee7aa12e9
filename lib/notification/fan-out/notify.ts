import type { App } from '../../platform/app/app.ts'
import { warmReads } from '../../platform/app/warm-reads.ts'
import { createSharing, type Sharing } from '../../platform/create-sharing.ts'
import { enqueueDue } from '../../platform/events/enqueue-due.ts'
import { findItem, listEvents, type Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Progress } from '../../platform/events/outbox/progress.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { readAhead } from '../../platform/read-ahead.ts'
import { type Key, MAX_ACTIONS, type Put, type Table } from '../../platform/store/table/table.ts'
import type { NotificationText } from '../notifications/build-notifications.ts'
import { isAllowedByPolicy } from '../preferences/matrix.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { Undeliverable } from '../undeliverable.ts'
import { queueEvents, readEndpoints } from '../webhooks/queue/queue-events.ts'
import { readTenantGates } from './decide-recipients.ts'
import type { Source } from './list-recipients.ts'
import { completeWindows, readWindows, type Windows } from './plan-windows.ts'
import { type Cursor, readRecipients, type Told } from './read-recipients.ts'
import { isTraced } from './trace-store.ts'
import {
  type Addition,
  buildAddition,
  countMostActions,
  type ListTexts,
  opensWindow,
  type Written,
  writeChunk,
} from './write-chunk.ts'

/** Besides its recipients, the transaction of a chunk writes the trace and the event. */
const MAX_ADDED_ACTIONS = MAX_ACTIONS - 2
/** Chunks and pages that one invocation processes; another message continues with the rest. */
const MAX_CHUNKS = 20
const MAX_PAGES = 10
/** Most chunks that a page of recipients with a list alone fills. */
const CHUNKS_OF_PAGE = 4

interface Using extends App {
  /** Table that keeps no answers, for what simultaneous events change. */
  current: Table
}

const NO_TEXTS: ListTexts = new Map()

/** Composes the text of each event in the members' lists, which is the same for all recipients. */
const composeTexts = async (app: App, events: readonly Occurred[], log: Log): Promise<ListTexts> => {
  const texts = await Promise.all(
    events.map(async (event): Promise<[Id, NotificationText][]> => {
      try {
        const recipient = { channel: 'storage', recipient: null } as const
        const { subject: title, body: message } = await composeMessage(app, event, recipient, log)
        return [[event.sk, { title, message }]]
      } catch (error) {
        if (!(error instanceof Undeliverable)) throw error
        log.error('notification.event.no_text', error, { eventId: event.sk, topic: event.topic })
        return []
      }
    }),
  )
  return new Map(texts.flat())
}

/** Collects the recipients of one chunk after another and writes each. */
class FanOut {
  readonly #app: Using
  readonly #events: readonly Occurred[]
  readonly #now: Date
  readonly #log: Log
  readonly #shared: Sharing
  #progress: Pick<Progress<Source>, 'chunks' | 'deliveries'>
  #texts: Promise<ListTexts> | undefined
  #added: Addition[] = []
  #size = 0
  #queued: readonly Put[] = []
  chunks = 0

  constructor(app: Using, events: readonly Occurred[], now: Date, log: Log, shared: Sharing) {
    this.#app = app
    this.#shared = shared
    this.#events = events
    this.#now = now
    this.#log = log
    this.#progress = this.#item.told ?? { chunks: 0, deliveries: 0 }
  }

  /**
   * Queues the events for webhook endpoints with the first chunk. Several events may leave no room for a recipient there, so
   * theirs are queued ahead, which queues the same if it is repeated.
   */
  async queueWebhooks(queued: readonly Put[]): Promise<void> {
    if (this.#progress.chunks > 0 || !queued.length) return
    if (this.#events.length === 1) {
      this.#queued = queued
      this.#size += queued.length
      return
    }
    for (let start = 0; start < queued.length; start += MAX_ACTIONS)
      await this.#app.current.transact(queued.slice(start, start + MAX_ACTIONS))
  }

  get #item(): Occurred {
    return this.#events[0] as Occurred
  }

  /** Composes the texts of the list, in case that a recipient gets them. */
  prepareTexts(): void {
    this.#texts ??= composeTexts(this.#app, this.#events, this.#log)
    // A failure ends the work only if a recipient needs the texts.
    this.#texts.catch(() => undefined)
  }

  async #getTexts(told: readonly Told[]): Promise<ListTexts> {
    if (!told.some(({ channels }) => channels.includes('storage'))) return NO_TEXTS
    this.prepareTexts()
    return (await this.#texts) ?? NO_TEXTS
  }

  /** Returns false if the recipient does not fit into this chunk, which is then to be written. */
  async add(told: Told, windows: Windows): Promise<boolean> {
    const addition = buildAddition(told, await this.#getTexts([told]), windows, this.#now)
    const size = countMostActions(addition)
    const isAdded = this.#added.some(({ told: { id } }) => id === told.id)
    // A gathered message leaves no item by which the transaction would notice it.
    if (!isAdded && told.mayBeKnown && (await isTraced(this.#app.current, this.#item, told))) return true
    if (isAdded || this.#size + size > MAX_ADDED_ACTIONS) return false
    this.#added.push(addition)
    this.#size += size
    return true
  }

  /** Plans again for windows that have changed since they were read. */
  async #rebuild(told: readonly Told[]): Promise<readonly Addition[]> {
    const [texts, windows] = await Promise.all([this.#getTexts(told), readWindows(this.#app.current, told)])
    return told.map((each) => buildAddition(each, texts, windows, this.#now))
  }

  /** Lets one of simultaneous events open the windows of its recipients, so that the others join them and need not fail. */
  async #writeInTurn(write: () => Promise<Written>): Promise<Written> {
    const { tenant, topic } = this.#item
    const [first] = this.#added
    if (!first || !this.#added.some(opensWindow)) return await write()
    let isFirst = false
    const opening = this.#shared(`windows ${tenant} ${topic} ${first.told.id}`, () => {
      isFirst = true
      return write()
    })
    if (isFirst) return await opening
    await opening.catch(() => undefined)
    this.#added = [...(await this.#rebuild(this.#added.map(({ told }) => told)))]
    return await write()
  }

  get last(): Cursor | undefined {
    return this.#added.at(-1)?.told.place
  }

  /** Writes the chunk. Returns false if another worker has written it. */
  async write(next: Cursor | undefined): Promise<boolean> {
    const { pk: _pk, sk: eventId, topic } = this.#item
    const rebuild = (told: readonly Told[]) => this.#rebuild(told)
    const { db } = this.#app
    const written = await this.#writeInTurn(() =>
      writeChunk(db, this.#events, this.#progress, { additions: this.#added, queued: this.#queued }, next, {
        now: this.#now,
        rebuild,
      }),
    )
    if (written === 'overtaken') return false
    this.#progress = { chunks: this.#progress.chunks + 1, deliveries: written.deliveries }
    this.#added = []
    this.#queued = []
    this.#size = 0
    this.chunks++
    if (!next) this.#log.info('notification.event.handled', { eventId, topic, deliveries: written.deliveries })
    return true
  }
}

/**
 * Writes chunk after chunk. Returns the place at which another message continues; undefined if the event is handled or
 * another worker is ahead.
 */
const fanOut = async (
  app: Using,
  events: readonly Occurred[],
  now: Date,
  log: Log,
  shared: Sharing,
): Promise<Cursor | undefined> => {
  const first = events[0] as Occurred
  const [gates, endpoints] = await Promise.all([readTenantGates(app.db, first), readEndpoints(app.db, first)])
  const work = new FanOut(app, events, now, log, shared)
  await work.queueWebhooks(queueEvents(endpoints, events, gates.policy))
  let pages = 0
  const hasList = first.tenant !== null && isAllowedByPolicy(gates.policy, first.topic, 'storage')
  const prepare = () => {
    if (hasList) work.prepareTexts()
  }
  const pagesOfRecipients = readRecipients({ ...app, prepare }, events, first.told as Cursor | undefined, gates, now)
  // A page that this invocation does not reach would be read twice.
  const isReached = () => work.chunks + 2 * CHUNKS_OF_PAGE <= MAX_CHUNKS && pages + 1 < MAX_PAGES
  for await (const { told, windows: ahead, next } of readAhead(pagesOfRecipients, isReached)) {
    const windows = await completeWindows(app.current, told, ahead)
    for (const each of told) {
      if (await work.add(each, windows)) continue
      const { last } = work
      if (!last) throw new Error('the messages to one recipient exceed a transaction')
      if (!(await work.write(last))) return undefined
      if (work.chunks === MAX_CHUNKS) return last
      await work.add(each, windows)
    }
    if (next && ++pages === MAX_PAGES) return (await work.write(next)) ? next : undefined
  }
  await work.write(undefined)
  return undefined
}

/**
 * Notifies everybody whom the events of an item concern, chunk by chunk. Repeated and concurrent runs notify each recipient
 * once, since a chunk and the progress beyond it are written together. `shared` belongs to the messages of one batch.
 */
export const notify = async (
  app: App,
  { pk, sk }: Key,
  now: Date,
  log: Log,
  shared: Sharing = createSharing(),
): Promise<void> => {
  const item = await findItem(app.db, { pk, sk })
  if (!item || item.handledAt) return
  // Events of a storm concern the same people, so what they are decided on is read once.
  const db = warmReads(app, app.db, new Date(item.occurredAt))
  const rest = await fanOut({ ...app, db, current: app.db }, listEvents(item), now, log, shared)
  if (!rest) return
  const failed = await enqueueDue(app, new Map([[0, { kind: 'outbox', pk, sk }]]))
  if (failed.size) throw new Error('the queue did not accept the message for the remaining recipients')
}
