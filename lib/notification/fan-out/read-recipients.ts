import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Progress } from '../../platform/events/outbox/progress.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { TENANT_CHANNELS } from '../preferences/is-offered.ts'
import { isAllowedByPolicy } from '../preferences/matrix.ts'
import { type DecidedRecipient, decideRecipients, type TenantGates } from './decide-recipients.ts'
import { type Candidate, listRecipients, listSources, type Source } from './list-recipients.ts'
import { readWindowsAhead, type WindowsRead } from './plan-windows.ts'

/** Candidates that are read and decided on together. */
export const PAGE_SIZE = 100

/** Sorts before every id, so that no member is skipped after it. */
const BEFORE_ALL = '0'

/** The place after which to continue. */
export type Cursor = Pick<Progress<Source>, 'source' | 'event' | 'after'>

/** A recipient with the events that concern it. */
export interface Told extends DecidedRecipient {
  events: readonly Occurred[]
  /** The place after this recipient. */
  place: Cursor
}

interface RecipientPage {
  told: readonly Told[]
  /** The recipients' windows, as far as they were read with the page. */
  windows: WindowsRead
  /** Undefined at the end. */
  next: Cursor | undefined
}

interface Step {
  source: Source
  events: readonly Occurred[]
  /** Set if the source is that of one of several events. */
  event?: number
}

const SHARED_SOURCES: ReadonlySet<Source> = new Set(['members', 'topic'])

/** Events of one item have the same members and watchers of the topic; each has its own named recipient and subject. */
const listSteps = (events: readonly Occurred[]): Step[] => {
  const [first] = events
  if (!first) return []
  const shared = listSources(first).filter((source) => SHARED_SOURCES.has(source))
  const own = events.flatMap((each, event) =>
    listSources(each)
      .filter((source) => !SHARED_SOURCES.has(source))
      .map((source): Step => ({ source, events: [each], ...(event > 0 && { event }) })),
  )
  return [...shared.map((source): Step => ({ source, events })), ...own]
}

const toCursor = ({ source, event }: Step, after: Id | null): Cursor => ({
  source,
  ...(event !== undefined && { event }),
  after,
})

const isAllowed = (policy: TenantGates['policy'], { topic }: Occurred) =>
  TENANT_CHANNELS.some((channel) => isAllowedByPolicy(policy, topic, channel))

/** Adds the tenant itself to the first members if its policy enables one of its own channels. */
const prependTenant = (
  event: Occurred,
  { source, after }: Cursor,
  { policy }: TenantGates,
  candidates: readonly Candidate[],
): readonly Candidate[] => {
  const { tenant } = event
  if (!tenant || source !== 'members' || after !== null || !isAllowed(policy, event)) return candidates
  return [{ cursor: BEFORE_ALL, recipient: { id: tenant, member: null } }, ...candidates]
}

interface Using extends Pick<App, 'db' | 'config'> {
  /** Table that keeps no answers. */
  current: Table
  /** Is called as soon as a page has candidates, so that what all recipients need is read together with theirs. */
  prepare: () => void
}

/** Reads the recipients from a place on and decides on their channels, page by page. */
export const readRecipients = async function* (
  app: Using,
  events: readonly Occurred[],
  from: Cursor | undefined,
  gates: TenantGates,
  now: Date,
): AsyncGenerator<RecipientPage> {
  const steps = listSteps(events)
  const start = from
    ? steps.findIndex(({ source, event }) => source === from.source && (event ?? 0) === (from.event ?? 0))
    : 0
  for (const [place, step] of steps.entries()) {
    if (place < start) continue
    const event = step.events[0] as Occurred
    let after = from && place === start ? from.after : null
    for (let isEnd = false; !isEnd; ) {
      const candidates = await listRecipients(app.db, event, step.source, after, PAGE_SIZE)
      const all = prependTenant(event, toCursor(step, after), gates, candidates)
      if (all.some(({ recipient }) => recipient)) app.prepare()
      const [decided, windows] = await Promise.all([
        decideRecipients(app, event, all, gates, now),
        readWindowsAhead(app.current, event, all, gates),
      ])
      const told = decided.map((each): Told => ({ ...each, events: step.events, place: toCursor(step, each.cursor) }))
      isEnd = candidates.length < PAGE_SIZE
      after = candidates.at(-1)?.cursor ?? after
      const following = steps[place + 1]
      yield { told, windows, next: isEnd ? following && toCursor(following, null) : toCursor(step, after) }
    }
  }
}
