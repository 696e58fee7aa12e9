import type { Id } from '../../id.ts'
import type { Key, Table } from '../table/table.ts'
import { type HasTimeline, type TimelinePart, type ToldStep, timelinePartition } from './timeline.ts'

/** A step as it is read, with its time and its cause. */
interface ReadStep extends ToldStep, Pick<TimelinePart, 'at' | 'actor' | 'actorType'> {
  cause: string | undefined
}

/** Items beside the timeline that may carry an order's steps, by partition and by key. */
interface Carriers {
  partitions: readonly string[]
  keys: readonly Key[]
}

interface Placed extends ReadStep {
  /** Its place within all steps of the same time. */
  place: number
}

const unfold = ({ at, actor, actorType, cause, steps }: TimelinePart): ReadStep[] =>
  steps.map((step) => ({
    ...step,
    at,
    ...(actor && actorType && { actor, actorType }),
    cause: step.cause ?? cause,
  }))

/** Nouns in the order of their life, in which steps of the same time stand. */
const LIFE = ['order', 'fulfilment_order', 'incident', 'shipment', 'fulfilment', 'shop', 'return', 'invoice'] as const

const nameNoun = ({ step }: ToldStep) => step.slice(0, step.indexOf('.'))

const rank = (step: ToldStep): number => {
  const place = (LIFE as readonly string[]).indexOf(nameNoun(step))
  return place < 0 ? LIFE.length : place
}

/**
 * Puts steps into their order. Work that ran again was begun before work that it followed, and the clocks of workers differ, so
 * the steps of one resource are in the order of its revisions: none is before the one that it follows.
 */
const sortSteps = (steps: readonly ReadStep[]): ReadStep[] => {
  const latest = new Map<string, string>()
  const placed = [...steps]
    .sort((one, other) => (one.rev ?? 0) - (other.rev ?? 0))
    .map((step, place): Placed => {
      const subject = `${nameNoun(step)} ${step.uri}`
      const before = latest.get(subject) ?? ''
      const at = step.rev !== undefined && step.at < before ? before : step.at
      if (step.rev !== undefined) latest.set(subject, at)
      return { ...step, at, place }
    })
    .sort((one, other) =>
      one.at < other.at ? -1 : one.at > other.at ? 1 : rank(one) - rank(other) || one.place - other.place,
    )
  return placed.map(({ place: _place, ...step }) => step)
}

/** Reads all steps of an order, oldest first. */
export const readTimeline = async (
  db: Table,
  tenant: Id,
  orderId: Id,
  { partitions, keys }: Carriers,
): Promise<ReadStep[]> => {
  const found = await Promise.all([
    ...[timelinePartition(tenant, orderId), ...partitions].map((pk) => db.query<HasTimeline>({ pk })),
    db.batchGet<HasTimeline>([...keys]),
  ])
  const parts = found.flat().flatMap(({ timeline }) => timeline ?? [])
  return sortSteps(parts.sort((one, other) => (one.id < other.id ? -1 : 1)).flatMap(unfold))
}
