import type { EventReference } from '../../platform/events/outbox/find-events.ts'
import type { Id } from '../../platform/id.ts'
import type { Action } from '../../platform/store/table/table.ts'
import { admitMessages, openWindow, type Window } from './window.ts'
import { gatherEvents, putWindow, type WindowOwner } from './window-store.ts'

/** Facts about a recipient that decide whether messages wait. */
export interface PlanFacts {
  member: Id | null
  /** The end of a window that opens now; undefined if messages are not gathered. */
  end: Date | undefined
  now: Date
}

export interface Plan {
  /** Number of events that are sent at once, which are the first ones. */
  atOnce: number
  /** Change of the window, for the transaction of the messages. */
  action?: Action
  /** The window that gathers the other events. */
  gatheredIn?: Window
}

/** Decides which of simultaneous events go at once and which join the window as it was read. */
export const planMessages = (
  owner: WindowOwner,
  seen: Window | undefined,
  events: readonly EventReference[],
  { member, end, now }: PlanFacts,
): Plan => {
  const { atOnce, gathered, opens } = admitMessages(seen, events.length, {
    member,
    now,
    isGathering: end !== undefined,
  })
  if (end && opens) {
    const window = { ...openWindow(seen, { member, now, end }), count: gathered, events: events.slice(atOnce) }
    return { atOnce, action: putWindow(owner, window, seen), ...(gathered > 0 && { gatheredIn: window }) }
  }
  return seen && gathered ? { atOnce, action: gatherEvents(owner, seen, events), gatheredIn: seen } : { atOnce }
}
