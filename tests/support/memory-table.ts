import type {
  Action,
  Condition,
  Item,
  Key,
  Outcome,
  Put,
  Range,
  Table,
  Update,
  Written,
} from '../../lib/platform/store/table/table.ts'
import { formatKey, keyOf, typeReads } from '../../lib/platform/store/table/table.ts'

/** Returns the attributes that a path in an expression names, outermost first. */
const resolvePath = (text: string, { names = {} }: Condition): string[] => {
  if (!/^#?\w+(\.#?\w+)*$/.test(text)) throw new Error(`the path ${text} is not understood`)
  return text.split('.').map((name) => names[name] ?? name.replace('#', ''))
}

/** Resolves a name in an expression to an attribute of the item or to a given value. */
const operand = (text: string, item: Item | undefined, condition: Condition): unknown => {
  if (text.startsWith(':')) return condition.values?.[text]
  return resolvePath(text, condition).reduce<unknown>((value, name) => (value as Item | undefined)?.[name], item)
}

const change = (item: object, [name = '', ...rest]: readonly string[], value: unknown): object => {
  const inner = (item as Item)[name] as object
  return { ...item, [name]: rest.length ? change(inner, rest, value) : value }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const holdsOne = (term: string, item: Item | undefined, condition: Condition): boolean => {
  const [, isNot, attribute = ''] = /^attribute_(not_)?exists\((.+)\)$/.exec(term) ?? []
  if (attribute) return (operand(attribute, item, condition) === undefined) === !!isNot
  const [, left = '', sign, right = ''] = /^(\S+) (=|<>|<=|>=|<|>) (\S+)$/.exec(term) ?? []
  if (!sign) throw new Error(`the condition ${term} is not understood`)
  const [a, b] = [operand(left, item, condition), operand(right, item, condition)] as [string, string]
  if (sign === '=') return a !== undefined && isSame(a, b)
  if (sign === '<>') return !isSame(a, b)
  if (a === undefined || b === undefined) return false
  return sign === '<=' ? a <= b : sign === '>=' ? a >= b : sign === '<' ? a < b : a > b
}

/** Splits a text at a separator that stands outside of brackets. */
const splitOutside = (text: string, separator: string): string[] => {
  const parts = ['']
  let depth = 0
  for (let place = 0; place < text.length; ) {
    const isSeparator = !depth && text.startsWith(separator, place)
    const character = text.charAt(place)
    depth += character === '(' ? 1 : character === ')' ? -1 : 0
    if (isSeparator) parts.push('')
    else parts.push(`${parts.pop()}${character}`)
    place += isSeparator ? separator.length : 1
  }
  return parts
}

const holdsAll = (expression: string, item: Item | undefined, condition: Condition): boolean => {
  const either = splitOutside(expression, ' OR ')
  if (either.length > 1) return either.some((each) => holdsAll(each, item, condition))
  const all = splitOutside(expression, ' AND ')
  if (all.length > 1) return all.every((each) => holdsAll(each, item, condition))
  const [, inner] = /^\((.*)\)$/.exec(expression.trim()) ?? []
  return inner ? holdsAll(inner, item, condition) : holdsOne(expression.trim(), item, condition)
}

const holds = (item: Item | undefined, condition: Condition): boolean =>
  condition.when === undefined || holdsAll(condition.when, item, condition)

const SECTION = /(SET|ADD|REMOVE) (.*?)(?= (?:SET|ADD|REMOVE) |$)/g

/** Evaluates the right side of an assignment. */
const evaluate = (text: string, item: Item | undefined, update: Update): unknown => {
  const [minuend = '', ...subtrahends] = splitOutside(text, ' - ')
  const terms = splitOutside(minuend, ' + ')
  if (terms.length + subtrahends.length > 1) {
    const compute = (part: string) => evaluate(part, item, update) as number
    const sum = terms.reduce((total, term) => total + compute(term), 0)
    return subtrahends.reduce((total, part) => total - compute(part), sum)
  }
  const [, name, given = ''] = /^(\w+)\((.*)\)$/.exec(text) ?? []
  const values = name ? splitOutside(given, ', ').map((each) => evaluate(each, item, update)) : []
  if (name === 'if_not_exists') return values[0] ?? values[1]
  if (name === 'list_append') return values.flat()
  return operand(text, item, update)
}

const updated = (item: Item | undefined, update: Update): Item => {
  let after: object = { ...item, ...update.update }
  for (const [, section, list = ''] of update.set.matchAll(SECTION))
    for (const each of splitOutside(list, ', ')) {
      const [, path = '', value = ''] = (section === 'SET' ? /^(\S+) = (.+)$/ : /^(\S+) ?(.*)$/).exec(each) ?? []
      const attribute = resolvePath(path, update)
      if (section === 'REMOVE') after = change(after, attribute, undefined)
      else if (section === 'SET') after = change(after, attribute, evaluate(value, item, update))
      else {
        const sum = ((operand(path, item, update) as number | undefined) ?? 0) + (update.values?.[value] as number)
        after = change(after, attribute, sum)
      }
    }
  return after as Item
}

/** Copies a value as the table stores it, without undefined attributes. */
const kept = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(kept) as T
  if (value instanceof Uint8Array) return Uint8Array.from(value) as T
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const each = kept((value as Item)[name])
    if (each !== undefined) copy[name] = each
  }
  return copy as T
}

/** A fast table in memory with the conditions and updates that the platform uses; only the caller decides the order. */
export const memoryTable = (): Table & {
  all(): Item[]
  find(key: Key): Item | undefined
  inPartition(pk: string): Item[]
  /** All items that a put ever wrote, deleted ones included. */
  everPut(pk: string): Item[]
  /** All items that are due at some time. */
  listDue(): Item[]
} => {
  const partitions = new Map<string, Map<string, Item>>()
  const tokens = new Set<string>()
  const ever = new Map<string, Map<string, Item>>()
  const due = new Map<string, Map<string, Item>>()
  const find = ({ pk, sk }: Key) => partitions.get(pk)?.get(sk)
  /** Keeps the index of due items, so that nobody searches the whole table for them. */
  const updateDue = (before: Item | undefined, after: Item | undefined) => {
    if (before?.duePk !== undefined) due.get(before.duePk as string)?.delete(formatKey(before))
    if (after?.duePk === undefined) return
    const duePk = after.duePk as string
    due.set(duePk, (due.get(duePk) ?? new Map()).set(formatKey(after), after))
  }
  const write = (key: Key, item: Item | undefined): Item | undefined => {
    const partition = partitions.get(key.pk) ?? new Map<string, Item>()
    partitions.set(key.pk, partition)
    const after = item && kept(item)
    updateDue(partition.get(key.sk), after)
    if (after) partition.set(key.sk, after)
    else partition.delete(key.sk)
    return after
  }
  const apply = (action: Action) => {
    if ('put' in action) {
      const { pk, sk } = action.put
      ever.set(pk, (ever.get(pk) ?? new Map()).set(sk, write(action.put, action.put)))
    }
    if ('update' in action) write(action.update, updated(find(action.update), action))
    if ('delete' in action) write(action.delete, undefined)
  }
  const one = (action: Put | Update): Written => {
    const standing = find(keyOf(action))
    if (!holds(standing, action)) return { ok: false, item: standing && kept(standing) }
    apply(action)
    return { ok: true, item: kept(find(keyOf(action)) as Item) }
  }
  const inRange =
    ({ from, to, prefix }: Range) =>
    (place: string) =>
      (from === undefined || place >= from) &&
      (to === undefined || place <= to) &&
      (prefix === undefined || place.startsWith(prefix))
  const all = () => [...partitions.values()].flatMap((partition) => [...partition.values()])

  return typeReads({
    all,
    find,
    inPartition: (pk: string) => [...(partitions.get(pk)?.values() ?? [])],
    everPut: (pk: string) => [...(ever.get(pk)?.values() ?? [])],
    listDue: () => [...due.values()].flatMap((items) => [...items.values()]),
    get: async (key: Key) => kept(find(key)),
    batchGet: async (keys: readonly Key[]) => keys.flatMap((key) => kept(find(key)) ?? []),
    async query(range: Range) {
      const place = (item: Item) => (range.index ? item.dueSk : item.sk) as string
      const items = range.index
        ? [...(due.get(range.pk)?.values() ?? [])]
        : [...(partitions.get(range.pk)?.values() ?? [])]
      const found = items
        .filter((item) => inRange(range)(place(item)))
        .sort((a, b) => (place(a) < place(b) ? -1 : 1) * (range.newestFirst ? -1 : 1))
        .slice(0, range.limit)
      if (!range.only) return kept(found)
      const names = ['pk', 'sk', ...range.only]
      return found.map((item) => kept(Object.fromEntries(names.map((name) => [name, item[name]])) as Item))
    },
    put: async (put: Put) => one(put),
    update: async (update: Update) => one(update),
    async transact(actions: readonly Action[], token?: string): Promise<Outcome> {
      if (token !== undefined && tokens.has(token)) return { committed: true }
      const standing = actions.map((action) => find(keyOf(action)))
      const failed = new Map<Action, Item | undefined>()
      for (const [place, action] of actions.entries())
        if (!holds(standing[place], action as Condition)) failed.set(action, kept(standing[place]))
      if (new Set(actions.map((action) => `${keyOf(action).pk}\n${keyOf(action).sk}`)).size < actions.length)
        throw new Error('a transaction names an item twice')
      if (failed.size) return { committed: false, failed }
      for (const action of actions) apply(action)
      if (token !== undefined) tokens.add(token)
      return { committed: true }
    },
  })
}
