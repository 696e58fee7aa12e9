import type { Item } from '../../store/table/table.ts'
import { buildGroupItem, collectEvent, type EventGroup } from './event-groups.ts'
import type { Event } from './outbox.ts'

/** The events of a unit, of which several share an item. */
export class EventLog {
  #groups: readonly EventGroup[] = []

  /** Number of items that the events take. */
  get size(): number {
    return this.#groups.length
  }

  /** Adds an event, and returns the items to write now. */
  add(event: Event, now: Date): readonly Item[] {
    const { groups, items } = collectEvent(this.#groups, event, now)
    this.#groups = groups
    return items
  }

  /** Returns a function that removes everything added from now on. */
  createSavepoint(): () => void {
    const groups = this.#groups
    return () => {
      this.#groups = groups
    }
  }

  /** Returns the items to write, and forgets their events. */
  takeItems(now: Date): Item[] {
    const groups = this.#groups
    this.#groups = []
    return groups.map((group) => buildGroupItem(group, now))
  }
}
