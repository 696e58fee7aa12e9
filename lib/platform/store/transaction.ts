import { buildCountKey, CHANGES } from './entities/entity.ts'
import {
  type Action,
  type Check,
  formatKey,
  type Item,
  type Key,
  keyOf,
  MAX_ACTIONS,
  type Table,
} from './table/table.ts'

/** Builds the error to throw; gets the item as it is now stored. */
export type Refusal = (current: Item | undefined) => Error

/**
 * Decides what happens when the condition of an action does not hold at commit. Nothing is written then, and:
 *
 * | `onFailure`                    | another action is stale        | no other action is stale       |
 * | ------------------------------ | ------------------------------ | ------------------------------ |
 * | none: the action is stale      | the work is run again          | the work is run again          |
 * | `{ refuse }`                   | the work is run again          | throws the error of `refuse`   |
 * | `{ refuse, isDecisive: true }` | throws the error of `refuse`   | throws the error of `refuse`   |
 *
 * A plain refusal waits for the rerun, since the work may have decided on stale data that this action is needed.
 */
export interface OnFailure {
  refuse: Refusal
  isDecisive?: boolean
}

/** Thrown when data changed after the work had read it; the work is run again. */
export class Stale extends Error {}

/** Condition of a write that depends on the revision that was read. */
export const requireUnchanged = ({ rev }: { rev: number }) => ({ when: '#rev = :rev', values: { ':rev': rev } })

interface Added {
  action: Action
  onFailure?: OnFailure | undefined
}

const idOf = ({ action }: Added) => formatKey(keyOf(action))
const isCheck = ({ action }: Added) => 'check' in action
const serializeCondition = ({ when, values }: Action) => JSON.stringify([when, values])

/** Keeps what an expression uses; DynamoDB refuses the rest. */
const pickUsed = <T>(given: Readonly<Record<string, T>> | undefined, used: ReadonlySet<string>) => {
  const kept = Object.entries(given ?? {}).filter(([name]) => used.has(name))
  return kept.length ? Object.fromEntries(kept) : undefined
}

/** Builds the check of an action's condition; undefined if the action has none, so that it always succeeds. */
const toCheck = (action: Action): Check | undefined => {
  const { when } = action
  if (when === undefined) return undefined
  const used = new Set(when.match(/[#:]\w+/g))
  const [values, names] = [pickUsed(action.values, used), pickUsed(action.names, used)]
  const { pk, sk } = keyOf(action)
  return { check: { pk, sk }, when, ...(values && { values }), ...(names && { names }) }
}

type Deltas = ReadonlyMap<string, number>

export type Fields = Readonly<Record<string, unknown>>

/** The condition on an item that is added to. If it is not met, the work runs again. */
type Existence = 'be new' | 'have the fields'

/** The condition of an addition to an item that must be new, or must have the fields already. */
const buildOwnership = (fields: Fields, must: Existence): string =>
  must === 'be new'
    ? 'attribute_not_exists(pk)'
    : Object.keys(fields)
        .map((_, i) => `#f${i} = :f${i}`)
        .join(' AND ')

const buildAddition = (key: Key, deltas: readonly (readonly [string, number])[], fields: Fields = {}): Action => {
  const set = Object.entries(fields)
  const sets = set.map((_, i) => `#f${i} = :f${i}`).join(', ')
  return {
    update: key,
    set: [
      ...(set.length ? [`SET ${sets}`] : []),
      ...(deltas.length ? [`ADD ${deltas.map((_, i) => `#c${i} :c${i}`).join(', ')}`] : []),
    ].join(' '),
    names: Object.fromEntries([
      ...set.map(([name], i) => [`#f${i}`, name]),
      ...deltas.map(([name], i) => [`#c${i}`, name]),
    ]),
    values: Object.fromEntries([
      ...set.map(([, value], i) => [`:f${i}`, value]),
      ...deltas.map(([, delta], i) => [`:c${i}`, delta]),
    ]),
  }
}

/** A change without deltas still counts: one item took the place of another, which moves the rows. */
const buildCount = (key: Key, deltas: Deltas): Action => buildAddition(key, [...deltas, [CHANGES, 1]])

const addUp = (before: Deltas | undefined, adds: Readonly<Record<string, number>>): Deltas => {
  const deltas = new Map(before)
  for (const [name, by] of Object.entries(adds)) {
    const delta = (deltas.get(name) ?? 0) + by
    if (delta) deltas.set(name, delta)
    else deltas.delete(name)
  }
  return deltas
}

/** The actions of a unit, with what each failure means, and the sums that it adds to counts. */
export class Transaction {
  readonly #actions: Added[] = []
  readonly #shard: number
  #counts = new Map<string, { bucket: Key; deltas: Deltas }>()
  #sums = new Map<string, { key: Key; deltas: Deltas; fields: Fields }>()
  #owned = new Map<string, { key: Key; deltas: Deltas; fields: Fields; must: Existence }>()

  /** All counts are changed in one shard, so that a transaction with many items has one action for each list. */
  constructor(shard: number) {
    this.#shard = shard
  }

  add(action: Action, onFailure?: OnFailure | undefined): void {
    this.#actions.push({ action, onFailure })
  }

  /**
   * A bucket with `fields` is one item, to which nothing is written if nothing is added in the end. With `must`, the work is
   * stale unless the item is new, or has the fields already; what is added later in the unit adds to the same.
   */
  addToCounts(bucket: Key, adds: Readonly<Record<string, number>>, fields?: Fields, must?: Existence): void {
    if (fields && must) this.#addToOwned(bucket, adds, fields, must)
    else if (fields) this.#addToItem(bucket, adds, fields)
    else this.#addToShard(bucket, adds)
  }

  #addToShard(bucket: Key, adds: Readonly<Record<string, number>>): void {
    const deltas = addUp(this.#counts.get(formatKey(bucket))?.deltas, adds)
    this.#counts.set(formatKey(bucket), { bucket, deltas })
  }

  #addToItem(key: Key, adds: Readonly<Record<string, number>>, fields: Fields): void {
    const deltas = addUp(this.#sums.get(formatKey(key))?.deltas, adds)
    if (deltas.size) this.#sums.set(formatKey(key), { key, deltas, fields })
    else this.#sums.delete(formatKey(key))
  }

  #addToOwned(key: Key, adds: Readonly<Record<string, number>>, fields: Fields, must: Existence): void {
    const known = this.#owned.get(formatKey(key))
    const owned = { key, deltas: addUp(known?.deltas, adds), fields, must: known?.must ?? must }
    if (owned.must === 'be new' || owned.deltas.size) this.#owned.set(formatKey(key), owned)
    else this.#owned.delete(formatKey(key))
  }

  /** Number of actions as they would be committed now: a check beside a write of the same item takes none. */
  get size(): number {
    const added = this.#counts.size + this.#sums.size + this.#owned.size
    if (!this.#hasChecks) return this.#actions.length + added
    const written = this.#actions.filter((each) => !isCheck(each)).map(idOf)
    const checked = new Set(this.#actions.filter(isCheck).map(idOf))
    for (const id of written) checked.delete(id)
    return written.length + checked.size + added
  }

  get #hasChecks(): boolean {
    return this.#actions.some(isCheck)
  }

  writes(key: Key): boolean {
    return this.#actions.some((each) => !isCheck(each) && idOf(each) === formatKey(key))
  }

  /** Adds attributes to items that are put, by their keys. */
  extendPuts(attributes: ReadonlyMap<string, Fields>): void {
    for (const [i, { action, onFailure }] of this.#actions.entries()) {
      const added = 'put' in action ? attributes.get(formatKey(action.put)) : undefined
      if (added && 'put' in action)
        this.#actions[i] = { action: { ...action, put: { ...action.put, ...added } }, onFailure }
    }
  }

  /** Returns a function that removes everything added from now on. */
  createSavepoint(): () => void {
    const { length } = this.#actions
    const [counts, sums, owned] = [new Map(this.#counts), new Map(this.#sums), new Map(this.#owned)]
    return () => {
      this.#actions.length = length
      this.#counts = new Map(counts)
      this.#sums = new Map(sums)
      this.#owned = new Map(owned)
    }
  }

  /** Returns the actions as they would be committed now, for a transaction that holds more than these. */
  buildActions(): Action[] {
    return [...this.#withoutNeedlessChecks().map(({ action }) => action), ...this.#buildAdditions()]
  }

  #buildAdditions(): Action[] {
    return [
      ...[...this.#counts.values()].map(({ bucket, deltas }) => buildCount(buildCountKey(bucket, this.#shard), deltas)),
      ...[...this.#sums.values()].map(({ key, deltas, fields }) => buildAddition(key, [...deltas], fields)),
      ...[...this.#owned.values()].map(({ key, deltas, fields, must }) => ({
        ...buildAddition(key, [...deltas], fields),
        when: buildOwnership(fields, must),
      })),
    ]
  }

  /** Writes the actions, all or none. A dry run only checks their conditions, which refuse what they would refuse. */
  async commit(db: Table, { isDryRun = false } = {}): Promise<void> {
    const { size } = this
    if (!size) return
    if (size > MAX_ACTIONS) throw new Error(`a transaction of ${size} actions`)
    const sent = this.#withoutNeedlessChecks().flatMap(({ action: added, onFailure }): Added[] => {
      const action = isDryRun ? toCheck(added) : added
      return action ? [{ action, onFailure }] : []
    })
    const actions = [...sent.map(({ action }) => action), ...(isDryRun ? [] : this.#buildAdditions())]
    if (!actions.length) return
    const outcome = await db.transact(actions)
    if (outcome.committed) return
    const failed = sent.filter(({ action }) => outcome.failed.has(action))
    const isStale = failed.some(({ onFailure }) => !onFailure)
    const first = failed.find(({ onFailure }) => onFailure?.isDecisive) ?? (isStale ? undefined : failed[0])
    if (!first?.onFailure) throw new Stale()
    throw first.onFailure.refuse(outcome.failed.get(first.action))
  }

  /**
   * Drops checks of items that are written, because a transaction may name an item once. Throws if the check and the write
   * expect different revisions: they were read at different moments.
   */
  #withoutNeedlessChecks(): readonly Added[] {
    if (!this.#hasChecks) return this.#actions
    const conditions = new Map(
      this.#actions.filter((each) => !isCheck(each)).map((each) => [idOf(each), serializeCondition(each.action)]),
    )
    return this.#actions.filter((each) => {
      if (!isCheck(each)) return true
      const [id, condition] = [idOf(each), serializeCondition(each.action)]
      const other = conditions.get(id)
      if (other !== undefined && other !== condition) throw new Stale()
      conditions.set(id, condition)
      return other === undefined
    })
  }
}
