import { type Id, newId } from '../../id.ts'
import type { Entity, Stored } from '../entities/entity.ts'
import { formatKey, type Item, type Key } from '../table/table.ts'
import { buildTimelineItem, type TimelinePart, type ToldStep } from './timeline.ts'

interface Told {
  tenant: Id
  orderId: Id
  step: ToldStep
}

interface Carrier {
  orderId: Id
  key: Key
}

/** The cause of the steps: a person, a service account, or what the work follows from. */
interface Cause {
  cause: string | undefined
  actor: Id | null
  actorType: 'person' | 'service_account' | null
}

interface Change<T> {
  before: T | undefined
  after: T | undefined
}

/** The steps of orders that a unit tells: one item for each order, or none if an item of the order carries them. */
export class TimelineLog {
  #told: readonly Told[] = []
  #carriers: readonly Carrier[] = []
  readonly #by: Cause

  constructor(by: Cause) {
    this.#by = by
  }

  /** Number of items that the steps take. */
  get size(): number {
    const carried = new Set(this.#carriers.map(({ orderId }) => orderId))
    return new Set(this.#told.map(({ orderId }) => orderId).filter((orderId) => !carried.has(orderId))).size
  }

  add(tenant: Id, orderId: Id, ...steps: readonly ToldStep[]): void {
    this.#told = [...this.#told, ...steps.map((step) => ({ tenant, orderId, step }))]
  }

  /** Adds the steps that a change of a resource is, as the rule of its kind says. */
  addChange<T extends Stored>(tenant: Id, { timeline }: Entity<T>, { before, after }: Change<T>): void {
    const item = after ?? before
    const orderId = item && timeline?.of(item)
    if (!orderId || !timeline) return
    const { removed } = timeline
    const steps = after ? timeline.tell(after, before) : removed ? [{ step: removed }] : []
    const [uri, rev] = [timeline.uri(item), after ? after.rev : item.rev + 1]
    this.add(tenant, orderId, ...steps.map((step) => ({ ...step, uri, rev })))
  }

  /** Lets an item that the unit writes, and nobody ever changes, carry the order's steps. */
  carry(orderId: Id, key: Key): void {
    this.#carriers = [...this.#carriers, { orderId, key }]
  }

  /** Returns a function that removes everything added from now on. */
  createSavepoint(): () => void {
    const [told, carriers] = [this.#told, this.#carriers]
    return () => {
      this.#told = told
      this.#carriers = carriers
    }
  }

  /** Returns the items to write and those to extend, by their keys, and forgets the steps. */
  takeItems(now: Date): { items: Item[]; carried: Map<string, { timeline: TimelinePart }> } {
    const { actor, actorType, cause } = this.#by
    const carriers = new Map(this.#carriers.map(({ orderId, key }) => [orderId, formatKey(key)]))
    const carried = new Map<string, { timeline: TimelinePart }>()
    const items: Item[] = []
    for (const told of Map.groupBy(this.#told, ({ orderId }) => orderId).values()) {
      const { tenant, orderId } = told[0] as Told
      const timeline: TimelinePart = {
        id: newId(now),
        at: now.toISOString(),
        ...(actor && actorType && { actor, actorType }),
        ...(cause !== undefined && { cause }),
        steps: told.map(({ step }) => step),
      }
      const carrier = carriers.get(orderId)
      if (carrier === undefined) items.push(buildTimelineItem(tenant, orderId, timeline))
      else carried.set(carrier, { timeline })
    }
    this.#told = []
    this.#carriers = []
    return { items, carried }
  }
}
