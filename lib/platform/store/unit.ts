import { randomUUID } from 'node:crypto'
import { computePause } from '../back-off/compute-retry-time.ts'
import { type Deadline, fallbackDeadline } from '../deadline.ts'
import type { Event, Topic } from '../events/outbox/outbox.ts'
import { buildTaskItem, type TaskData } from '../events/outbox/task.ts'
import { type Id, newId } from '../id.ts'
import { notFound, Problem } from '../problem.ts'
import { addDerived, type Carried } from './add-derived.ts'
import type { AuditLog } from './audit/audit-log.ts'
import { type Entity, itemKey, newRecord, type Stored, toItem, uniqueKey } from './entities/entity.ts'
import { matchesEtag } from './entities/etag.ts'
import { find } from './lists/list.ts'
import { type Action, type Key, MAX_ACTIONS, type Table } from './table/table.ts'
import type { TimelineLog } from './timelines/timeline-log.ts'
import { type OnFailure, type Refusal, requireUnchanged, Stale, Transaction } from './transaction.ts'
import { UnitLogs } from './unit-logs.ts'
import { chooseShard, type RequestSource, type UnitScope } from './unit-scope.ts'

type Attempted<T> = { result: T } | undefined

/** One change of the table: collects actions, then writes all of them or none. */
export class Unit {
  /** Stays the same when the work is run again. */
  readonly work: string
  readonly isRerun: boolean
  /** True if nothing is written; whatever would write outside the unit must not do so then. */
  readonly isDryRun: boolean
  readonly now: Date
  readonly actor: Id | null
  readonly source: RequestSource | undefined
  readonly #db: Table
  readonly #scope: UnitScope
  #tenant: Id | undefined
  readonly #transaction: Transaction
  /** Its entries in the audit trail; entities add their changes by themselves. */
  readonly audit: AuditLog
  /** The steps of orders that it tells; entities add those of their changes by themselves. */
  readonly timelines: TimelineLog
  readonly #logs: UnitLogs
  /** True if an attempt did not fit, and none has thrown since: whoever catches that knows why nothing is written. */
  #hasGivenUp = false

  constructor(db: Table, scope: UnitScope, work: string = randomUUID(), isRerun = false) {
    this.work = work
    this.isRerun = isRerun
    this.isDryRun = scope.isDryRun ?? false
    this.#db = db
    this.#scope = scope
    this.#transaction = new Transaction(scope.shard ?? chooseShard(work))
    this.#tenant = scope.tenant
    this.now = scope.now
    this.actor = scope.actor
    this.source = scope.source
    this.#logs = new UnitLogs(scope)
    this.audit = this.#logs.audit
    this.timelines = this.#logs.timelines
  }

  get tenant(): Id {
    if (!this.#tenant) throw new Error('this work has no tenant')
    return this.#tenant
  }

  /** Sets the tenant, for work that determines it itself. */
  within(tenant: Id): void {
    this.#tenant = tenant
  }

  /** Number of actions in the transaction as it would be committed now. */
  get size(): number {
    return this.#transaction.size + this.#logs.size
  }

  attempt<T>(work: () => Promise<T>, reserve?: number): Promise<{ result: T } | undefined>
  attempt<T>(work: () => T, reserve?: number): { result: T } | undefined
  /**
   * Runs `work`. If the unit then exceeds a transaction, removes what `work` added and returns undefined, so that the
   * caller continues in another unit; also removes it if `work` throws. `reserve` is the number of actions to keep free.
   */
  attempt<T>(work: () => T | Promise<T>, reserve = 0): Attempted<T> | Promise<Attempted<T>> {
    const rollBack = this.#createSavepoint()
    const keepIfItFits = (result: T): Attempted<T> => {
      if (this.#hasRoomFor(reserve)) return { result }
      rollBack()
      this.#hasGivenUp = true
      return undefined
    }
    const giveUp = (error: unknown): never => {
      rollBack()
      this.#hasGivenUp = false
      throw error
    }
    try {
      const running = work()
      return running instanceof Promise ? running.then(keepIfItFits, giveUp) : keepIfItFits(running)
    } catch (error) {
      return giveUp(error)
    }
  }

  /** Runs `work` with `most`, then with half as many each time until what it adds fits the transaction. */
  async attemptUpTo<T>(most: number, work: (count: number) => Promise<T>): Promise<T> {
    const rollBack = this.#createSavepoint()
    for (let count = most; count >= 1; count = Math.floor(count / 2)) {
      const result = await work(count)
      if (count === 1 || this.#hasRoomFor(0)) return result
      rollBack()
    }
    throw new Error('there is nothing to attempt')
  }

  newId(): Id {
    return newId(this.now)
  }

  /** Reads the resource that the request names. Throws NOT_FOUND, or PRECONDITION_FAILED if `If-Match` differs. */
  async load<T extends Stored>(kind: Entity<T>, idOrText: string): Promise<T> {
    return this.named(await find(this.#db, kind, this.tenant, idOrText))
  }

  /** Returns the resource that the request names if it was found. Throws as `load` does. */
  named<T extends { rev: number }>(found: T | undefined): T {
    if (!found) throw notFound()
    this.match(found)
    return found
  }

  /** Throws PRECONDITION_FAILED if the request's `If-Match` names another revision. */
  match(resource: { rev: number }): void {
    const { ifMatch } = this.#scope
    if (ifMatch !== undefined && !matchesEtag(ifMatch, resource))
      throw new Problem('PRECONDITION_FAILED', 'The resource has changed since you read it. Read it again.')
  }

  /** A unique value that is taken refuses the work, or `whenTaken` applies; `carried` is kept with unique values, by field. */
  create<T extends Stored>(
    kind: Entity<T>,
    fields: Omit<T, keyof Stored> & { id?: Id },
    whenTaken?: 'stale' | Refusal,
    carried?: Carried,
  ): T {
    const record = { ...fields, ...newRecord(fields.id ?? this.newId()) } as T
    this.add({ put: toItem(kind, this.tenant, record), when: 'attribute_not_exists(pk)' })
    addDerived(this.#transaction, kind, this.tenant, { before: undefined, after: record, whenTaken, carried })
    this.#logs.addChange(this.tenant, kind, undefined, record)
    return record
  }

  update<T extends Stored>(
    kind: Entity<T>,
    before: T,
    changes: Partial<Omit<T, keyof Stored>>,
    whenTaken?: 'stale' | Refusal,
  ): T {
    const after = { ...before, ...changes, rev: before.rev + 1, updatedAt: this.now.toISOString() }
    this.add({ put: toItem(kind, this.tenant, after), ...requireUnchanged(before) })
    addDerived(this.#transaction, kind, this.tenant, { before, after, whenTaken })
    this.#logs.addChange(this.tenant, kind, before, after)
    return after
  }

  remove<T extends Stored>(kind: Entity<T>, before: T): void {
    this.add({ delete: itemKey(this.tenant, kind, before.id), ...requireUnchanged(before) })
    addDerived(this.#transaction, kind, this.tenant, { before, after: undefined })
    this.#logs.addChange(this.tenant, kind, before, undefined)
  }

  /** Commits only if the record is still as it was read. */
  require<T extends Stored>(kind: Entity<T>, record: T): void {
    this.add({ check: itemKey(this.tenant, kind, record.id), ...requireUnchanged(record) })
  }

  /** Commits only if no resource has this unique value. */
  requireFree<T>(kind: Entity<T>, field: string, value: string): void {
    this.add({ check: uniqueKey(this.tenant, kind, field, value), when: 'attribute_not_exists(pk)' })
  }

  /** Adds an event; `tenant` is null if it concerns no tenant. Events of a topic share an item unless an address is in them. */
  emit<T extends Topic>(topic: T, event: Pick<Event<T>, 'subject' | 'data'> & { tenant?: null }): void {
    const { tenant = this.#tenant ?? null, ...rest } = event
    for (const put of this.#logs.events.add({ topic, tenant, actor: this.actor, ...rest }, this.now)) this.add({ put })
  }

  /** Enqueues work that does not fit this transaction; with `notBefore`, for that time. */
  schedule<T extends keyof TaskData>(task: T, data: TaskData[T], notBefore?: Date): void {
    this.add({ put: buildTaskItem(this.now, task, data, notBefore) })
  }

  /** Adds a write that the entities do not cover; `OnFailure` says what happens when its condition does not hold. */
  add(action: Action, onFailure?: OnFailure): void {
    this.#transaction.add(action, onFailure)
  }

  /** Adds to numbers that no entity derives: in a shard of the bucket, or in its item itself; see `Transaction`. */
  addToCounts(...given: Parameters<Transaction['addToCounts']>): void {
    this.#transaction.addToCounts(...given)
  }

  writes(key: Key): boolean {
    return this.#transaction.writes(key)
  }

  async commit(): Promise<void> {
    if (this.#hasGivenUp && !this.size) throw new Error('an attempt does not fit a transaction of its own')
    this.#logs.write(this.#transaction, this.now)
    await this.#transaction.commit(this.#db, this)
  }

  #hasRoomFor(reserve: number): boolean {
    return this.size + reserve + (this.#scope.reserve ?? 0) <= MAX_ACTIONS
  }

  /** Returns a function that removes everything added from now on. */
  #createSavepoint(): () => void {
    const tenant = this.#tenant
    const [rollBack, forget] = [this.#transaction.createSavepoint(), this.#logs.createSavepoint()]
    return () => {
      rollBack()
      forget()
      this.#tenant = tenant
    }
  }
}

/** Members of a unit for work that must not write; it is never committed. */
export type ReadOnlyUnit = Pick<Unit, 'tenant' | 'actor' | 'now' | 'load' | 'named' | 'match'>

const BACK_OFF = { firstMs: 8, maxMs: 500 }

/**
 * Runs the work and commits its unit. If data changed meanwhile, or the work throws `Stale`, runs it again on current data
 * until the deadline of the table, so the work must have no effect but through its unit.
 */
export const runInUnit = async <T>(db: Table, scope: UnitScope, work: (unit: Unit) => Promise<T>): Promise<T> => {
  let deadline: Deadline | undefined
  const name = randomUUID()
  for (let attempt = 1; ; attempt++) {
    const unit = new Unit(db, scope, name, attempt > 1)
    try {
      const result = await work(unit)
      await unit.commit()
      return result
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      deadline ??= db.deadline ?? fallbackDeadline()
      const pauseMs = Math.random() * computePause(attempt, BACK_OFF)
      await deadline.pause(pauseMs, 'Too many changes at once. Try again in a moment.')
    }
  }
}
