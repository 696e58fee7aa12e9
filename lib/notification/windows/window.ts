import type { NotSentBecause } from '../../../schemas/notification/preferences.ts'
import type { EventReference } from '../../platform/events/outbox/find-events.ts'
import type { Id } from '../../platform/id.ts'
import type { Silence } from '../preferences/do-not-disturb.ts'

/** Events that a digest names; the others are only counted. */
export const MAX_NAMED = 10

/** The window of one recipient, channel and topic. */
export interface Window {
  /** The membership of the recipient; null if there is none. */
  member: Id | null
  /** Differs from that of every other window of the same recipient, channel and topic. */
  openedAt: string
  /** Its planned end. */
  until: string
  /** Number of gathered events. */
  count: number
  /** The first of them, in any order; never fewer than a digest names. */
  events: readonly EventReference[]
}

/** Returns a new window in place of an earlier one, without any gathered events. */
export const openWindow = (
  seen: Pick<Window, 'openedAt'> | undefined,
  { member, now, end }: { member: Id | null; now: Date; end: Date },
): Window => {
  const earlier = seen ? Date.parse(seen.openedAt) : 0
  const openedAt = new Date(Math.max(now.getTime(), earlier + 1)).toISOString()
  return { member, openedAt, until: end.toISOString(), count: 0, events: [] }
}

export interface Admission {
  /** Number of messages that are sent at once, which are the first ones. */
  atOnce: number
  /** Number of messages that wait for the window's digest. */
  gathered: number
  /** True if the first message opens a window. */
  opens: boolean
}

/**
 * Tells whether a message joins the window. A window with gathered events is open until its digest is built, even if that is
 * late. A person who left and joined again has none of the earlier membership.
 */
const isOpen = ({ member, until, count }: Window, of: Id | null, now: Date): boolean =>
  member === of && (count > 0 || now.toISOString() < until)

/** Decides on simultaneous messages of a topic. `isGathering` is false if the recipient's window is off. */
export const admitMessages = (
  window: Window | undefined,
  messages: number,
  { member, now, isGathering }: { member: Id | null; now: Date; isGathering: boolean },
): Admission => {
  if (!isGathering) return { atOnce: messages, gathered: 0, opens: false }
  if (window && isOpen(window, member, now)) return { atOnce: 0, gathered: messages, opens: false }
  return { atOnce: 1, gathered: messages - 1, opens: true }
}

/** Facts at the end of a window. */
export interface EndFacts {
  now: Date
  /** The first reason against sending, apart from do-not-disturb. */
  refusal: NotSentBecause | undefined
  /** The recipient's do-not-disturb, if it is active. */
  silence: Silence | undefined
}

export type End = { do: 'wait' | 'send' } | { do: 'drop'; because: NotSentBecause } | { do: 'postpone'; to: Date }

/** Interval at which a window looks again whether a do-not-disturb without an end is over. */
const LOOK_AGAIN_MS = 3600_000
/** Time after which a digest that waits for the end of do-not-disturb is given up; its events expire later than that. */
const MAX_POSTPONED_MS = 14 * 24 * 3600_000

/** Decides what becomes of a window at its end. */
export const decideEnd = ({ count, until }: Window, { now, refusal, silence }: EndFacts): End => {
  if (count === 0) return { do: 'wait' }
  if (refusal) return { do: 'drop', because: refusal }
  if (!silence) return { do: 'send' }
  if (now.getTime() - Date.parse(until) >= MAX_POSTPONED_MS) return { do: 'drop', because: 'do_not_disturb' }
  return { do: 'postpone', to: silence.until ?? new Date(now.getTime() + LOOK_AGAIN_MS) }
}
