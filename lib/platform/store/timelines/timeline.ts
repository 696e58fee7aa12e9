import type { Id } from '../../id.ts'
import { partition } from '../entities/entity.ts'
import type { Step } from '../entities/timeline.ts'
import type { Item, Key } from '../table/table.ts'

// Timelines:  T#<tenant>#timeline#<order> / <id>   the steps of an order in one transaction, unless an item of the order that
//                                                  is written once with them carries them as `timeline`

/** A step with the resource that it is about. */
export interface ToldStep extends Step {
  uri: string
  /** Revision of the resource, which tells the order of its steps whatever the clocks of workers say. */
  rev?: number | undefined
}

/** The steps of one transaction. */
export interface TimelinePart {
  id: Id
  at: string
  actor?: Id
  actorType?: 'person' | 'service_account'
  /** URI of what caused the work, if neither a person nor the platform itself did. */
  cause?: string
  steps: readonly ToldStep[]
}

/** An item that has a part: one of its own, or one that carries it. */
export interface HasTimeline extends Key {
  timeline?: TimelinePart
}

export const timelinePartition = (tenant: Id, orderId: Id): string => partition(tenant, `timeline#${orderId}`)

export const buildTimelineItem = (tenant: Id, orderId: Id, timeline: TimelinePart): Item => ({
  pk: timelinePartition(tenant, orderId),
  sk: timeline.id,
  kind: 'timeline',
  timeline,
})
