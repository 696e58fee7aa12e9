import { randomUUID } from 'node:crypto'
import { type Deadline, fallbackDeadline } from '../deadline.ts'
import { buildAddressItem } from '../events/outbox/forget-address.ts'
import { buildOutboxItem, type Event, type Topic } from '../events/outbox/outbox.ts'
import { buildTaskItem, type TaskData } from '../events/outbox/task.ts'
import { type Id, newId } from '../id.ts'
import { notFound, Problem } from '../problem.ts'
import { derive, type Entity, itemKey, newRecord, type Stored, toItem, uniqueKey } from './entities/entity.ts'
import { matchesEtag } from './entities/etag.ts'
import { find } from './lists/list.ts'
import { type Action, type Item, type Key, keyOf, MAX_ACTIONS, type Table } from './table/table.ts'

export interface UnitScope {
  /** Undefined for work that belongs to no tenant, or to one that it finds out itself. */
  tenant: Id | undefined
  /** Who does it; null for the platform itself. */
  actor: Id | null
  now: Date
  /** The `If-Match` of the request; it speaks of the resource that `load` reads. */
  ifMatch?: string | undefined
  /** Actions that whoever runs the work adds after it, for which `attempt` leaves room. */
  reserve?: number
}

/** Builds the error to throw; gets the item as it is now stored. */
export type Refusal = (current: Item | undefined) => Error

/** Decides what happens when the condition of an action does not hold; see `Unit.add`. */
export interface OnFailure {
  refuse: Refusal
  isDecisive?: boolean
}

/** Thrown when data changed after the work had read it; the work is run again. */
class Stale extends Error {}

type Attempted<T> = { result: T } | undefined

const rowId = ({ pk, sk }: Key) => `${pk}\n${sk}`

/** One change of the table: gathers what is to be written, then writes all of it or nothing. */
export class Unit {
  /** The same whenever a piece of work is done again. */
  readonly work: string
  /** True if the work runs again because data that it read has changed meanwhile. */
  readonly isRerun: boolean
  readonly now: Date
  readonly actor: Id | null
  readonly #db: Table
  readonly #scope: UnitScope
  #tenant: Id | undefined
  readonly #actions: { action: Action; onFailure: OnFailure | undefined }[] = []
  #counts = new Map<string, { key: Key; deltas: ReadonlyMap<string, number> }>()

  constructor(db: Table, scope: UnitScope, work: string = randomUUID(), isRerun = false) {
    this.work = work
    this.isRerun = isRerun
    this.#db = db
    this.#scope = scope
    this.#tenant = scope.tenant
    this.now = scope.now
    this.actor = scope.actor
  }

  get tenant(): Id {
    if (!this.#tenant) throw new Error('this work has no tenant')
    return this.#tenant
  }

  /** Makes this the work of a tenant that only the work itself could find. */
  within(tenant: Id): void {
    this.#tenant = tenant
  }

  /** Number of actions in the transaction as it would be committed now. */
  get size(): number {
    const isCheck = ({ action }: { action: Action }) => 'check' in action
    const toId = ({ action }: { action: Action }) => rowId(keyOf(action))
    const written = this.#actions.filter((each) => !isCheck(each)).map(toId)
    const rows = new Set([...written, ...this.#actions.filter(isCheck).map(toId)])
    // A check of an item that is written too takes no action of its own.
    return written.length + (rows.size - new Set(written).size) + this.#counts.size
  }

  attempt<T>(work: () => Promise<T>, reserve?: number): Promise<{ result: T } | undefined>
  attempt<T>(work: () => T, reserve?: number): { result: T } | undefined
  /**
   * Runs `work` if what it adds fits the transaction. Otherwise removes everything that it added to this unit and
   * returns undefined, so that the caller goes on in another transaction. Also removes it when `work` throws.
   * `reserve` is the number of actions for which room must remain afterwards. Throws if `work` alone exceeds a transaction.
   */
  attempt<T>(work: () => T | Promise<T>, reserve = 0): Attempted<T> | Promise<Attempted<T>> {
    const before = { length: this.#actions.length, counts: new Map(this.#counts), tenant: this.#tenant }
    const rollBack = () => {
      this.#actions.length = before.length
      this.#counts = before.counts
      this.#tenant = before.tenant
    }
    const keepIfItFits = (result: T): Attempted<T> => {
      const size = this.size + reserve + (this.#scope.reserve ?? 0)
      if (size <= MAX_ACTIONS) return { result }
      const isTooMuchAlone = size - reserve > MAX_ACTIONS
      rollBack()
      if (isTooMuchAlone && !this.size) throw new Error(`an attempt of ${size} actions never fits a transaction`)
      return undefined
    }
    try {
      const running = work()
      if (!(running instanceof Promise)) return keepIfItFits(running)
      return running.then(keepIfItFits, (error) => {
        rollBack()
        throw error
      })
    } catch (error) {
      rollBack()
      throw error
    }
  }

  newId(): Id {
    return newId(this.now)
  }

  /** The resource that the request names, for changing it. */
  async load<T extends Stored>(kind: Entity<T>, idOrText: string): Promise<T> {
    return this.named(await find(this.#db, kind, this.tenant, idOrText))
  }

  /** What was found of the resource that the request names, for changing it. */
  named<T extends { rev: number }>(found: T | undefined): T {
    if (!found) throw notFound()
    this.match(found)
    return found
  }

  /** Refuses where the request's `If-Match` speaks of another revision than this one. */
  match(resource: { rev: number }): void {
    const { ifMatch } = this.#scope
    if (ifMatch !== undefined && !matchesEtag(ifMatch, resource))
      throw new Problem('PRECONDITION_FAILED', 'The resource has changed since you read it; read it again.')
  }

  /** `whenTaken` applies when another resource has one of the unique values; by default the work is refused. */
  create<T extends Stored>(
    kind: Entity<T>,
    fields: Omit<T, keyof Stored> & { id?: Id },
    whenTaken?: 'stale' | Refusal,
  ): T {
    const record = { ...fields, ...newRecord(fields.id ?? this.newId()) } as T
    this.add({ put: toItem(kind, this.tenant, record), when: 'attribute_not_exists(pk)' })
    this.#rewrite(kind, undefined, record, whenTaken)
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
    this.#rewrite(kind, before, after, whenTaken)
    return after
  }

  remove<T extends Stored>(kind: Entity<T>, before: T): void {
    this.add({ delete: itemKey(this.tenant, kind, before.id), ...requireUnchanged(before) })
    this.#rewrite(kind, before, undefined)
  }

  /** Lets the change through only while this record stays as it was read. */
  require<T extends Stored>(kind: Entity<T>, record: T): void {
    this.add({ check: itemKey(this.tenant, kind, record.id), ...requireUnchanged(record) })
  }

  /** Lets the change through only while no resource holds this unique value. */
  requireFree<T>(kind: Entity<T>, field: string, value: string): void {
    this.add({ check: uniqueKey(this.tenant, kind, field, value), when: 'attribute_not_exists(pk)' })
  }

  /** `tenant` is null for what concerns an identity and no tenant. */
  emit<T extends Topic>(topic: T, event: Pick<Event<T>, 'subject' | 'data'> & { tenant?: null }): void {
    const { tenant = this.#tenant ?? null, ...rest } = event
    const id = newId(this.now)
    this.add({ put: buildOutboxItem(id, this.now, { topic, tenant, actor: this.actor, ...rest }) })
    const { email } = rest.data as { email?: string }
    if (email) this.add({ put: buildAddressItem(email, id, tenant, this.now) })
  }

  /** Enqueues work that follows from this change and does not fit its transaction. */
  schedule<T extends keyof TaskData>(task: T, data: TaskData[T]): void {
    this.add({ put: buildTaskItem(this.now, task, data) })
  }

  /**
   * Adds a write that the entities do not cover. When its condition does not hold at commit, nothing is written, and:
   *
   * | `onFailure`                    | another action is stale        | no other action is stale       |
   * | ------------------------------ | ------------------------------ | ------------------------------ |
   * | none: the action is stale      | the work is run again          | the work is run again          |
   * | `{ refuse }`                   | the work is run again          | throws the error of `refuse`   |
   * | `{ refuse, isDecisive: true }` | throws the error of `refuse`   | throws the error of `refuse`   |
   *
   * A plain refusal waits for the rerun, since the work may have decided on stale data that this action is needed.
   */
  add(action: Action, onFailure?: OnFailure): void {
    this.#actions.push({ action, onFailure })
  }

  /** Whether the item is among what is to be written. */
  writes(key: Key): boolean {
    return this.#actions.some(({ action }) => !('check' in action) && rowId(keyOf(action)) === rowId(key))
  }

  async commit(): Promise<void> {
    const { size } = this
    if (!size) return
    if (size > MAX_ACTIONS) throw new Error(`a transaction of ${size} actions`)
    const counts = [...this.#counts.values()].map(({ key, deltas }) => buildAddition(key, deltas))
    const actions = this.#withoutNeedlessChecks()
    const outcome = await this.#db.transact([...actions.map(({ action }) => action), ...counts])
    if (outcome.committed) return
    const failed = actions.filter(({ action }) => outcome.failed.has(action))
    const isStale = failed.some(({ onFailure }) => !onFailure)
    const first = failed.find(({ onFailure }) => onFailure?.isDecisive) ?? (isStale ? undefined : failed[0])
    if (!first?.onFailure) throw new Stale()
    throw first.onFailure.refuse(outcome.failed.get(first.action))
  }

  /** A transaction may name an item once, so a check gives way to what writes the item as it was at the same reading. */
  #withoutNeedlessChecks() {
    const writes = this.#actions.filter(({ action }) => !('check' in action))
    const held = new Map(writes.map(({ action }) => [rowId(keyOf(action)), serializeCondition(action)]))
    return this.#actions.filter(({ action }) => {
      if (!('check' in action)) return true
      const id = rowId(action.check)
      const other = held.get(id)
      if (other !== undefined && other !== serializeCondition(action)) throw new Stale()
      held.set(id, serializeCondition(action))
      return other === undefined
    })
  }

  #rewrite<T extends Stored>(
    kind: Entity<T>,
    before: T | undefined,
    after: T | undefined,
    whenTaken?: 'stale' | Refusal,
  ): void {
    const [old, next] = [derive(kind, this.tenant, before), derive(kind, this.tenant, after)]
    for (const [id, { pk, sk }] of old.rows) if (!next.rows.has(id)) this.add({ delete: { pk, sk } })
    for (const [id, row] of next.rows)
      if (JSON.stringify(old.rows.get(id)) !== JSON.stringify(row)) this.add({ put: row })
    for (const [field, { pk, sk }] of old.unique)
      if (next.unique.get(field)?.sk !== sk) this.add({ delete: { pk, sk } })
    for (const [field, row] of next.unique)
      if (old.unique.get(field)?.sk !== row.sk)
        this.add(
          { put: row, when: 'attribute_not_exists(pk)' },
          whenTaken === 'stale' ? undefined : { refuse: whenTaken ?? (() => buildTakenProblem(kind.name, field)) },
        )
    for (const { key, adds } of old.counts) this.#count(key, adds, -1)
    for (const { key, adds } of next.counts) this.#count(key, adds, 1)
  }

  #count(key: Key, adds: Readonly<Record<string, number>>, times: 1 | -1): void {
    const deltas = new Map(this.#counts.get(rowId(key))?.deltas)
    for (const [name, by] of Object.entries(adds)) {
      const delta = (deltas.get(name) ?? 0) + times * by
      if (delta) deltas.set(name, delta)
      else deltas.delete(name)
    }
    if (deltas.size) this.#counts.set(rowId(key), { key, deltas })
    else this.#counts.delete(rowId(key))
  }
}

/** What work may use of a unit that is never committed. */
export type ReadOnlyUnit = Pick<Unit, 'tenant' | 'actor' | 'now' | 'load' | 'named' | 'match'>

const serializeCondition = ({ when, values }: Action) => JSON.stringify([when, values])

const requireUnchanged = ({ rev }: Stored) => ({ when: '#rev = :rev', values: { ':rev': rev } })

export const buildTakenProblem = (name: string, field: string) =>
  new Problem('ALREADY_EXISTS', `Another ${name} already has this ${field}.`)

const buildAddition = (key: Key, deltas: ReadonlyMap<string, number>): Action => {
  const all = [...deltas]
  return {
    update: key,
    set: `ADD ${all.map((_, i) => `#c${i} :c${i}`).join(', ')}`,
    names: Object.fromEntries(all.map(([name], i) => [`#c${i}`, name])),
    values: Object.fromEntries(all.map(([, delta], i) => [`:c${i}`, delta])),
  }
}

const MAX_WAIT_MS = 500

/**
 * Does the work and writes what it gathered, all or nothing. Where the data changed in between, the work is done again
 * on the new state, so it must have no effect but through its unit. It is tried until the deadline of the table's work.
 */
export const runInUnit = async <T>(db: Table, scope: UnitScope, work: (unit: Unit) => Promise<T>): Promise<T> => {
  let deadline: Deadline | undefined
  const name = randomUUID()
  for (let attempt = 1; ; attempt++) {
    const unit = new Unit(db, scope, name, attempt > 1)
    const result = await work(unit)
    try {
      await unit.commit()
      return result
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      deadline ??= db.deadline ?? fallbackDeadline()
      const pauseMs = Math.random() * Math.min(MAX_WAIT_MS, 4 * 2 ** attempt)
      await deadline.pause(pauseMs, 'Too many changes at once; try again in a moment.')
    }
  }
}
