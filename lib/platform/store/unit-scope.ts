import type { Id } from '../id.ts'
import { COUNT_SHARDS } from './entities/entity.ts'

/** The request that causes the work: who sent it, and from where. A task that continues its work knows only the kind. */
export interface RequestSource {
  actorType: 'person' | 'service_account'
  /** Id of the request, as in its answer and its log lines. */
  requestId?: string
  /** The caller's address as the gateway saw it. */
  address?: string
  /** The member who answers for the service account that sent it; undefined for a person. */
  sponsor?: Id | undefined
  /** The route of the request. */
  operation?: string
}

export interface UnitScope {
  /** Undefined for work that belongs to no tenant, or to one that it determines itself. */
  tenant: Id | undefined
  /** Identity that causes the work; null for the platform itself. */
  actor: Id | null
  now: Date
  /** Undefined for work that no signed-in caller requested. */
  source?: RequestSource | undefined
  /** URI of what the work follows from, such as a sync run or a webhook delivery; the timelines of orders name it. */
  cause?: string | undefined
  /** `If-Match` header of the request; applies to the resource that `load` reads. */
  ifMatch?: string | undefined
  /** Actions that whoever runs the work adds after it, for which `attempt` leaves room. */
  reserve?: number
  /**
   * Shard of the counts that the work changes; by default its name decides. Workers that write to the same lists at the same
   * time collide less if each takes a shard of its own.
   */
  shard?: number
  /** True for work that is tried: the conditions of its writes are checked, and nothing is written. */
  isDryRun?: boolean
}

/** Returns the shard of work that has none given; the same for each run of the work. */
export const chooseShard = (work: string): number => (Number.parseInt(work.slice(-2), 16) || 0) % COUNT_SHARDS

type ActorType = RequestSource['actorType']
type Actor = Pick<UnitScope, 'actor' | 'source'>

/** Returns the kind of caller that the actor is; null for the platform. */
export const getActorType = ({ actor, source }: Actor): ActorType | null =>
  actor === null ? null : (source?.actorType ?? 'person')

/** Returns the actor under a name such as `approvedBy`, and the kind of the actor under `approvedByType`. */
export const nameActor = <N extends `${string}By`>(name: N, scope: Actor) =>
  ({ [name]: scope.actor, [`${name}Type`]: getActorType(scope) }) as Record<N, Id | null> &
    Record<`${N}Type`, ActorType | null>
