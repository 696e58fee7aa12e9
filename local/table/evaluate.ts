import type { Assignment, Comparator, Operand, Path, Test } from './expression.ts'
import { Refusal } from './refusal.ts'
import { addDecimals, compareStored, isNumber, isSameStored, type StoredValue } from './stored-value.ts'

type StoredMap = { [name: string]: StoredValue }
type Values = Readonly<Record<string, StoredValue>>

const isMap = (value: unknown): value is StoredMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

const getAt = (item: StoredMap | undefined, path: Path): StoredValue | undefined =>
  path.reduce<StoredValue | undefined>(
    (value, name) => (isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    item,
  )

const sizeOf = (value: StoredValue | undefined): number | undefined => {
  if (typeof value === 'string' || value instanceof Uint8Array || Array.isArray(value)) return value.length
  return isMap(value) ? Object.keys(value).length : undefined
}

const WRONG_TYPE = 'An operand in the update expression has an incorrect data type.'
const MISSING = 'The provided expression refers to an attribute that does not exist in the item.'
const NO_PLACE = 'The document path provided in the update expression is invalid for update.'

/** Returns undefined if an attribute that the operand names does not exist. */
const evaluate = (operand: Operand, item: StoredMap | undefined, values: Values): StoredValue | undefined => {
  if (operand.kind === 'value') return values[operand.name]
  if (operand.kind === 'path') return getAt(item, operand.path)
  if (operand.kind === 'size') return sizeOf(getAt(item, operand.path))
  if (operand.kind === 'if_not_exists') {
    const found = getAt(item, operand.path)
    return found === undefined ? evaluate(operand.otherwise, item, values) : found
  }
  const [first, second] = [evaluate(operand.first, item, values), evaluate(operand.second, item, values)]
  if (first === undefined || second === undefined) throw new Refusal(MISSING)
  if (operand.kind === 'list_append') {
    if (!Array.isArray(first) || !Array.isArray(second)) throw new Refusal(WRONG_TYPE)
    return [...first, ...second]
  }
  if (!isNumber(first) || !isNumber(second)) throw new Refusal(WRONG_TYPE)
  return addDecimals(first, operand.sign < 0 ? -second : second)
}

const ORDERS: Record<Exclude<Comparator, '=' | '<>'>, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

const isOrdered = (by: keyof typeof ORDERS, one: StoredValue | undefined, other: StoredValue | undefined): boolean => {
  const order = compareStored(one, other)
  return order !== undefined && ORDERS[by](order)
}

const WRONG_OPERAND = 'Incorrect operand type for an operator or function.'
const WRONG_BOUNDS = 'The upper bound of BETWEEN must not be below the lower bound.'

const requireOrdered = (operands: readonly Operand[], values: Values): void => {
  for (const operand of operands) {
    if (operand.kind !== 'value') continue
    const value = values[operand.name]
    if (compareStored(value, value) === undefined) throw new Refusal(WRONG_OPERAND)
  }
}

const requireBounds = (from: Operand, to: Operand, values: Values): void => {
  if (from.kind !== 'value' || to.kind !== 'value') return
  const order = compareStored(values[from.name], values[to.name])
  if (order === undefined || order > 0) throw new Refusal(WRONG_BOUNDS)
}

/** Throws if the condition uses given values as no value of their type can be used. */
export const requireFittingValues = (test: Test, values: Values): void => {
  if (test.kind === 'and' || test.kind === 'or') for (const each of test.all) requireFittingValues(each, values)
  else if (test.kind === 'not') requireFittingValues(test.test, values)
  else if (test.kind === 'compare' && test.by !== '=' && test.by !== '<>')
    requireOrdered([test.first, test.second], values)
  else if (test.kind === 'between') {
    requireOrdered([test.value, test.from, test.to], values)
    requireBounds(test.from, test.to, values)
  }
}

/** Returns true if the condition holds for the item, or for the lack of one. */
export const holds = (test: Test, item: StoredMap | undefined, values: Values): boolean => {
  const read = (operand: Operand) => evaluate(operand, item, values)
  switch (test.kind) {
    case 'and':
      return test.all.every((each) => holds(each, item, values))
    case 'or':
      return test.all.some((each) => holds(each, item, values))
    case 'not':
      return !holds(test.test, item, values)
    case 'exists':
      return (getAt(item, test.path) === undefined) === test.isNot
    case 'begins_with': {
      const [text, start] = [read(test.first), read(test.second)]
      return typeof text === 'string' && typeof start === 'string' && text.startsWith(start)
    }
    case 'contains': {
      const [all, one] = [read(test.first), read(test.second)]
      if (Array.isArray(all)) return all.some((each) => isSameStored(each, one))
      return typeof all === 'string' && typeof one === 'string' && all.includes(one)
    }
    case 'between':
      return isOrdered('>=', read(test.value), read(test.from)) && isOrdered('<=', read(test.value), read(test.to))
    case 'in': {
      const value = read(test.value)
      return value !== undefined && test.among.some((each) => isSameStored(read(each), value))
    }
    case 'compare': {
      if (test.by !== '=' && test.by !== '<>') return isOrdered(test.by, read(test.first), read(test.second))
      const [first, second] = [read(test.first), read(test.second)]
      const isSame = first !== undefined && second !== undefined && isSameStored(first, second)
      return isSame === (test.by === '=')
    }
  }
}

/** Returns a copy of the map with another value at the path, or without one. */
const change = (map: StoredMap, [name = '', ...rest]: Path, value: StoredValue | undefined): StoredMap => {
  const inner = map[name]
  if (rest.length) {
    if (!isMap(inner)) throw new Refusal(NO_PLACE)
    return { ...map, [name]: change(inner, rest, value) }
  }
  if (value !== undefined) return { ...map, [name]: value }
  const { [name]: _removed, ...left } = map
  return left
}

const computeChange = (assignment: Assignment, item: StoredMap | undefined, values: Values) => {
  const [name] = assignment.path
  if (name === 'pk' || name === 'sk') throw new Refusal(`Cannot update attribute ${name}, which is part of the key.`)
  if (assignment.kind === 'REMOVE') return undefined
  const value = evaluate(assignment.value, item, values)
  if (value === undefined) throw new Refusal(MISSING)
  if (assignment.kind === 'SET') return value
  const found = getAt(item, assignment.path)
  const before = found === undefined ? 0 : found
  if (!isNumber(value) || !isNumber(before)) throw new Refusal(WRONG_TYPE)
  return addDecimals(before, value)
}

/** Returns the item after the update; all values are those of the item before it. */
export const applyUpdate = (
  assignments: readonly Assignment[],
  key: StoredMap,
  item: StoredMap | undefined,
  values: Values,
): StoredMap =>
  assignments
    .map((each) => [each.path, computeChange(each, item, values)] as const)
    .reduce((after, [path, value]) => change(after, path, value), item ?? key)
