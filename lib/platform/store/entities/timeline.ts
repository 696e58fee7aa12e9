import type { TimelineDetails, TimelineStep } from '../../../../schemas/sales/orders/order-timeline.ts'
import type { Id } from '../../id.ts'

/** A step of an order, as the module tells it in which it happens. */
export interface Step {
  step: TimelineStep
  /** URI of what caused it, if that is another thing than the cause of the work. */
  cause?: string | undefined
  /** No words of people, which would have to be erased. */
  details?: Partial<TimelineDetails>
}

/** Says which changes of a kind of resource are steps of an order. */
export interface TimelineRule<T> {
  /** The order; null if it has none. */
  of: (item: T) => Id | null
  uri: (item: T) => string
  /** Lists the steps of a change, in their order; of a new item there is nothing before. */
  tell: (after: T, before: T | undefined) => readonly Step[]
  /** The step that its removal is, if there is any. */
  removed?: TimelineStep
}
