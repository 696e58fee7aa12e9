import type { Deadline } from '../../deadline.ts'

export interface Key {
  pk: string
  sk: string
}

export type Item = Key & Record<string, unknown>

/** In expressions, `#name` is the attribute `name` and `:name` a value. */
export interface Condition {
  when?: string
  values?: Record<string, unknown>
  /** Names of attributes that are not valid in expressions. */
  names?: Record<string, string>
}

interface Write extends Condition {
  /** Counts an attempt, takes a lease that expires or the like, so a failed request need not report it as a change. */
  isBookkeeping?: true
}
export interface Put extends Write {
  put: Item
}
export interface Update extends Write {
  update: Key
  set: string
}
export type Delete = Condition & { delete: Key }
export type Check = Condition & { check: Key; when: string }
export type Action = Put | Update | Delete | Check

/** Returns the key as one text, which identifies its item in a map. */
export const formatKey = ({ pk, sk }: Key): string => `${pk}\n${sk}`

/** Returns the key of the action's item. */
export const keyOf = (action: Action): Key => {
  if ('put' in action) return action.put
  if ('update' in action) return action.update
  return 'delete' in action ? action.delete : action.check
}

export interface Range {
  pk: string
  /** Bounds are inclusive. */
  from?: string
  to?: string
  prefix?: string
  newestFirst?: boolean
  limit?: number
  index?: 'due'
  /** Attributes to read beside the sort key; all of them by default. */
  only?: readonly string[]
}

export type Written = { ok: true; item: Item } | { ok: false; item: Item | undefined }

/** `failed` holds the actions whose condition did not hold, each with the item that is stored now. */
export type Outcome = { committed: true } | { committed: false; failed: ReadonlyMap<Action, Item | undefined> }

/**
 * The one door to DynamoDB. Reads are strongly consistent, except on an index. `T` is the type of the item, as its store
 * defines it.
 */
export interface Table {
  get<T extends object = object>(key: Key): Promise<(Item & T) | undefined>
  batchGet<T extends object = object>(keys: readonly Key[]): Promise<(Item & T)[]>
  query<T extends object = object>(range: Range): Promise<(Item & T)[]>
  put(put: Put): Promise<Written>
  update(update: Update): Promise<Written>
  /** A repeated call with the same `token` has no effect. */
  transact(actions: readonly Action[], token?: string): Promise<Outcome>
  /** Deadline of the work that uses this table. */
  readonly deadline?: Deadline
}

/** A table as adapters implement it. */
export interface UntypedTable extends Omit<Table, 'get' | 'batchGet' | 'query'> {
  get(key: Key): Promise<Item | undefined>
  batchGet(keys: readonly Key[]): Promise<Item[]>
  query(range: Range): Promise<Item[]>
}

/** Lets readers name the type of what they read. */
export const typeReads = <T extends UntypedTable>(table: T): T & Table => table as T & Table

/** A failure that does not depend on the data: the same call may succeed a moment later. */
export class TransientFault extends Error {
  readonly kind: 'throttled' | 'conflict' | 'unreachable'
  constructor(kind: 'throttled' | 'conflict' | 'unreachable', cause?: unknown) {
    super(`the table was ${kind}`, { cause })
    this.kind = kind
  }
}

/** Thrown if a throttled table answers no more of the keys; the caller asks again for those that are left. */
export class PartialRead extends TransientFault {
  readonly items: readonly Item[]
  readonly left: readonly Key[]
  constructor(items: readonly Item[], left: readonly Key[]) {
    super('throttled')
    this.items = items
    this.left = left
  }
}

/** Limit of DynamoDB. */
export const MAX_ACTIONS = 100
