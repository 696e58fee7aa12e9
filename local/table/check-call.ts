import {
  type Action,
  type Condition,
  formatKey,
  type Key,
  keyOf,
  MAX_ACTIONS,
} from '../../lib/platform/store/table/table.ts'
import { requireFittingValues } from './evaluate.ts'
import type { Assignment, Test } from './expression.ts'
import { computeItemSize } from './item-size.ts'
import { type Parsed, parseCondition, parseUpdate } from './parse-expression.ts'
import { Refusal } from './refusal.ts'
import { isNumber, type StoredValue, toStored } from './stored-value.ts'

export type StoredItem = { [name: string]: StoredValue } & Key

const MAX_PARTITION_KEY_BYTES = 2048
const MAX_SORT_KEY_BYTES = 1024
const MAX_ITEM_BYTES = 400 * 1024
const MAX_TRANSACTION_BYTES = 4 * 1024 * 1024

const requireKeyPart = (name: string, value: unknown, maxBytes: number): void => {
  if (typeof value !== 'string') throw new Refusal(`The key attribute ${name} must be a text.`)
  if (!value) throw new Refusal(`The key attribute ${name} cannot contain an empty text.`)
  if (Buffer.byteLength(value) > maxBytes) throw new Refusal(`The key attribute ${name} exceeds ${maxBytes} bytes.`)
}

export const requireKey = ({ pk, sk }: Partial<Key>): void => {
  requireKeyPart('pk', pk, MAX_PARTITION_KEY_BYTES)
  requireKeyPart('sk', sk, MAX_SORT_KEY_BYTES)
}

/** Returns the bytes of the item; throws unless the table can hold it. */
export const requireItem = (item: StoredItem): number => {
  requireKey(item)
  if (item.duePk !== undefined) requireKeyPart('duePk', item.duePk, MAX_PARTITION_KEY_BYTES)
  if (item.dueSk !== undefined) requireKeyPart('dueSk', item.dueSk, MAX_SORT_KEY_BYTES)
  const bytes = computeItemSize(item)
  if (bytes > MAX_ITEM_BYTES) throw new Refusal('Item size has exceeded the maximum allowed size.')
  return bytes
}

/** An action whose expressions are parsed and whose values are those that the table stores. */
export interface CheckedAction {
  action: Action
  key: Key
  test: Test | undefined
  values: Readonly<Record<string, StoredValue>>
  put?: StoredItem
  /** Bytes of what is put. */
  bytes?: number
  update?: readonly Assignment[]
}

const readValues = ({ values = {} }: Condition, parsed: readonly (Parsed<unknown> | undefined)[]) => {
  const used = new Set(parsed.flatMap((each) => (each ? [...each.values] : [])))
  const given = toStored(values) as Record<string, StoredValue>
  for (const name of used)
    if (!Object.hasOwn(given, name)) throw new Refusal(`An expression attribute value is not defined: ${name}`)
  for (const name of Object.keys(given)) if (!used.has(name)) throw new Refusal(`A value is not used: ${name}`)
  return given
}

const requireUsedNames = ({ when = '', names }: Condition, set = ''): void => {
  if (!names) return
  const used = new Set(`${when} ${set}`.match(/#\w+/g))
  for (const name of Object.keys(names)) if (!used.has(name)) throw new Refusal(`A name is not used: ${name}`)
}

const requireNumbersToAdd = (
  assignments: readonly Assignment[],
  values: Readonly<Record<string, StoredValue>>,
): void => {
  for (const each of assignments)
    if (each.kind === 'ADD' && each.value.kind === 'value' && !isNumber(values[each.value.name]))
      throw new Refusal('Incorrect operand type for an operator or function.')
}

/** Parses an action; throws if it would be refused whatever the table holds. */
export const checkAction = (action: Action): CheckedAction => {
  const condition: Condition = action
  const set = 'update' in action ? action.set : undefined
  const when = condition.when === undefined ? undefined : parseCondition(condition.when, condition.names)
  const update = set === undefined ? undefined : parseUpdate(set, condition.names)
  requireUsedNames(condition, set)
  const values = readValues(condition, [when, update])
  if (when) requireFittingValues(when.said, values)
  const { pk, sk } = keyOf(action)
  if (update) requireNumbersToAdd(update.said, values)
  const put = 'put' in action ? (toStored(action.put) as StoredItem) : undefined
  if (!put) requireKey({ pk, sk })
  return {
    ...{ action, key: { pk, sk }, test: when?.said, values },
    ...(put && { put, bytes: requireItem(put) }),
    ...(update && { update: update.said }),
  }
}

const sizeOf = ({ bytes, values, key }: CheckedAction) => bytes ?? computeItemSize({ ...key, ...values })

/** Parses the actions of a transaction; throws if it would be refused whatever the table holds. */
export const checkTransaction = (actions: readonly Action[]): CheckedAction[] => {
  if (!actions.length) throw new Refusal('A transaction needs an action.')
  if (actions.length > MAX_ACTIONS) throw new Refusal(`A transaction cannot have more than ${MAX_ACTIONS} actions.`)
  const checked = actions.map(checkAction)
  if (new Set(checked.map(({ key }) => formatKey(key))).size < checked.length)
    throw new Refusal('Transaction request cannot include multiple operations on one item.')
  if (checked.reduce((sum, each) => sum + sizeOf(each), 0) > MAX_TRANSACTION_BYTES)
    throw new Refusal('The aggregated size of all items in the transaction exceeds the limit.')
  return checked
}
