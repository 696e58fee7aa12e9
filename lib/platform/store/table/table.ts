import type { Deadline } from '../../deadline.ts'

export interface Key {
  pk: string
  sk: string
}

export type Item = Key & Record<string, unknown>

/** `#name` in an expression stands for the attribute `name`, `:name` for a value. */
export interface Condition {
  when?: string
  values?: Record<string, unknown>
  /** Only for attributes whose names an expression cannot spell. */
  names?: Record<string, string>
}

export type Put = Condition & { put: Item }
export interface Update extends Condition {
  update: Key
  set: string
  /** Only counts a try or claims a turn, and passes by itself: no change that a caller has to be told of. */
  isBookkeeping?: true
}
export type Delete = Condition & { delete: Key }
export type Check = Condition & { check: Key; when: string }
export type Action = Put | Update | Delete | Check

/** The item that an action is about. */
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
  /** The only attributes that are wanted beside the sort key; all of them otherwise. */
  only?: readonly string[]
}

export type Written = { ok: true; item: Item } | { ok: false; item: Item | undefined }

/** `failed` holds the actions whose condition did not hold, each with the item that is stored now. */
export type Outcome = { committed: true } | { committed: false; failed: ReadonlyMap<Action, Item | undefined> }

/** The one door to DynamoDB. Reads are strongly consistent, except on an index. `T` is what the store keeps there. */
export interface Table {
  get<T extends object = object>(key: Key): Promise<(Item & T) | undefined>
  batchGet<T extends object = object>(keys: readonly Key[]): Promise<(Item & T)[]>
  query<T extends object = object>(range: Range): Promise<(Item & T)[]>
  put(put: Put): Promise<Written>
  update(update: Update): Promise<Written>
  /** `token` makes a repeated call of the same transaction harmless. */
  transact(actions: readonly Action[], token?: string): Promise<Outcome>
  /** The deadline of the work that this table serves, for all that waits in that work. */
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

/** A refusal that says nothing about the data: the same call may succeed a moment later. */
export class TransientFault extends Error {
  readonly kind: 'throttled' | 'conflict' | 'unreachable'
  constructor(kind: 'throttled' | 'conflict' | 'unreachable', cause?: unknown) {
    super(`the table was ${kind}`, { cause })
    this.kind = kind
  }
}

/** What fits one DynamoDB transaction. */
export const MAX_ACTIONS = 100
