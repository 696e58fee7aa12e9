import { randomUUID } from 'node:crypto'
import type { App } from '../app/app.ts'
import { TaskPostponed } from '../events/outbox/task.ts'
import type { Id } from '../id.ts'
import { type Claimant, LeaseLost } from '../store/table/lease.ts'
import type { Action, Table } from '../store/table/table.ts'
import type { Unit } from '../store/unit.ts'
import { addUnderLease, type Holder, write } from './under-lease.ts'

/** The thing that the other system is told about, as it was before its worker had the lease. */
interface Thing {
  tenant: Id
}

/** Lets one worker at a time call another system about a thing. */
export interface EffectLease<Subject, Known> {
  /** Longer than the function may run, so that a worker whose lease has ended cannot call the other system any more. */
  durationMs: number
  /** Time after which a worker that met another one tries again. */
  busyMs: number
  /** Returns what is stored with the lease; undefined while another worker has it. */
  claim(db: Table, subject: Subject, claimant: Claimant): Promise<Known | undefined>
  /** Gives up the lease and keeps what is stored with it. */
  release(subject: Subject, by: string): Action
}

/** A worker that may call the other system. */
export interface Caller<Subject, Known> extends Holder {
  readonly subject: Subject
  readonly known: Known
  /** Before the other system was asked. */
  readonly now: Date
}

/** A call that is due. Its intent is stored before, if a lost answer must not look like a call that was never made. */
export interface DueCall<Answer, Intent> {
  /** Result of the preparation that storing the outcome needs. */
  intent: Intent
  /** Finds what an earlier call did; left out if none can have arrived, or if the call itself looks first. */
  find?(): Promise<Answer | undefined>
  make(): Promise<Answer>
}

/** Stands in the place of a call if none is due. */
export interface NoCall {
  /** Stores why, and gives up the lease; left out if only the lease ends. */
  store?(unit: Unit): Promise<void> | void
  /** Moment at which the task runs again. */
  until?: Date
}

/** Nothing is due, so only the lease ends. */
export const NOTHING_DUE: NoCall = {}

/**
 * What became of a call. `at` is the step that failed: after a failed call the error tells whether it may have arrived, after
 * a failed preparation or search nothing new has.
 */
export type CallOutcome<Answer, Failure, Intent = undefined> =
  | { answer: Answer; intent: Intent }
  | { error: Failure; at: 'find' | 'make'; intent: Intent }
  | { error: Failure; at: 'prepare' }

/** Something that another system is told exactly once, whatever dies in between. */
export interface Effect<Subject extends Thing, Known, Answer, Failure extends Error, Intent = undefined> {
  lease: EffectLease<Subject, Known>
  /** Decides whether a call is due, and stores its intent. */
  prepare(caller: Caller<Subject, Known>): Promise<DueCall<Answer, Intent> | NoCall>
  isFailure(error: unknown): error is Failure
  /** Stores what became of the call and gives up the lease. Returns when the task runs again, unless another follows it. */
  settle(
    unit: Unit,
    caller: Caller<Subject, Known>,
    outcome: CallOutcome<Answer, Failure, Intent>,
  ): Promise<Date | undefined>
  /** Does what follows once the lease has ended, whether a call was due or not. A worker that dies before leaves it undone. */
  follow?(caller: Caller<Subject, Known>, outcome?: CallOutcome<Answer, Failure, Intent>): Promise<void>
}

const isDue = <Answer, Intent>(prepared: DueCall<Answer, Intent> | NoCall): prepared is DueCall<Answer, Intent> =>
  'make' in prepared

/** Takes the steps of a call that is due. */
const call = async <Answer, Failure extends Error, Intent>(
  { intent, find, make }: DueCall<Answer, Intent>,
  isFailure: (error: unknown) => error is Failure,
): Promise<CallOutcome<Answer, Failure, Intent>> => {
  let at: 'find' | 'make' = 'find'
  try {
    const found = await find?.()
    if (found !== undefined) return { answer: found, intent }
    at = 'make'
    return { answer: await make(), intent }
  } catch (error) {
    if (isFailure(error)) return { error, at, intent }
    throw error
  }
}

/** Takes the steps of an effect. Returns when its task runs again, unless another one follows it. */
const callUnderLease = async <Subject extends Thing, Known, Answer, Failure extends Error, Intent>(
  effect: Effect<Subject, Known, Answer, Failure, Intent>,
  caller: Caller<Subject, Known>,
): Promise<Date | undefined> => {
  const prepared = await effect.prepare(caller).catch((error: unknown) => {
    if (effect.isFailure(error)) return { error, at: 'prepare' as const }
    throw error
  })
  if ('error' in prepared || isDue(prepared)) {
    const outcome = 'error' in prepared ? prepared : await call(prepared, effect.isFailure)
    const until = await write(caller, (unit) => effect.settle(unit, caller, outcome))
    await effect.follow?.(caller, outcome)
    return until
  }
  const { store, until } = prepared
  await write(caller, async (unit) => {
    if (store) await store(unit)
    else addUnderLease(unit, effect.lease.release(caller.subject, caller.by))
  })
  await effect.follow?.(caller)
  return until
}

/** Runs an effect for one thing. A worker that finds another one at the thing tries again later. */
export const runEffect = async <Subject extends Thing, Known, Answer, Failure extends Error, Intent>(
  app: App,
  effect: Effect<Subject, Known, Answer, Failure, Intent>,
  subject: Subject,
  now: Date,
): Promise<void> => {
  const { lease } = effect
  const claimant = { by: randomUUID(), now, until: new Date(now.getTime() + lease.durationMs) }
  const busy = new TaskPostponed(new Date(now.getTime() + lease.busyMs))
  const known = await lease.claim(app.db, subject, claimant)
  if (known === undefined) throw busy
  const caller = { app, tenant: subject.tenant, by: claimant.by, subject, known, now }
  const until = await callUnderLease(effect, caller).catch((error: unknown) => {
    throw error instanceof LeaseLost ? busy : error
  })
  if (until) throw new TaskPostponed(until)
}
