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
import { keyOf, typeReads } from '../../lib/platform/store/table/table.ts'

/** Resolves a name in an expression to an attribute of the item or to a given value. */
const operand = (text: string, item: Item | undefined, { values = {}, names = {} }: Condition) => {
  if (text.startsWith(':')) return values[text]
  return item?.[names[text] ?? text.replace('#', '')]
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

/** Splits an expression at a word that stands outside of brackets. */
const splitOutside = (expression: string, word: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const token of expression.split(new RegExp(`( ${word} |[()])`))) {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0
    if (token === ` ${word} ` && !depth) parts.push('')
    else parts.push(`${parts.pop()}${token}`)
  }
  return parts
}

const holdsAll = (expression: string, item: Item | undefined, condition: Condition): boolean => {
  const either = splitOutside(expression, 'OR')
  if (either.length > 1) return either.some((each) => holdsAll(each, item, condition))
  const all = splitOutside(expression, 'AND')
  if (all.length > 1) return all.every((each) => holdsAll(each, item, condition))
  const [, inner] = /^\((.*)\)$/.exec(expression.trim()) ?? []
  return inner ? holdsAll(inner, item, condition) : holdsOne(expression.trim(), item, condition)
}

const holds = (item: Item | undefined, condition: Condition): boolean =>
  condition.when === undefined || holdsAll(condition.when, item, condition)

const SECTION = /(SET|ADD|REMOVE) (.*?)(?= (?:SET|ADD|REMOVE) |$)/g

const updated = (item: Item | undefined, update: Update): Item => {
  const after: Item = { ...item, ...update.update }
  const name = (text: string) => update.names?.[text] ?? text.replace('#', '')
  for (const [, section, list = ''] of update.set.matchAll(SECTION))
    for (const each of list.split(', ')) {
      const [attribute = '', value = ''] = each.split(section === 'SET' ? ' = ' : ' ')
      if (section === 'REMOVE') delete after[name(attribute)]
      else if (section === 'SET') after[name(attribute)] = operand(value, item, update)
      else
        after[name(attribute)] =
          ((after[name(attribute)] as number | undefined) ?? 0) + (update.values?.[value] as number)
    }
  return after
}

const kept = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T))

/** A fast table in memory with the conditions and updates that the platform uses; only the caller decides the order. */
export const memoryTable = (): Table & {
  all(): Item[]
  find(key: Key): Item | undefined
  inPartition(pk: string): Item[]
  /** All items that a put ever wrote, deleted ones included. */
  everPut(pk: string): Item[]
} => {
  const partitions = new Map<string, Map<string, Item>>()
  const tokens = new Set<string>()
  const ever = new Map<string, Map<string, Item>>()
  const find = ({ pk, sk }: Key) => partitions.get(pk)?.get(sk)
  const write = (key: Key, item: Item | undefined) => {
    const partition = partitions.get(key.pk) ?? new Map<string, Item>()
    partitions.set(key.pk, partition)
    if (item) partition.set(key.sk, kept(item))
    else partition.delete(key.sk)
  }
  const apply = (action: Action) => {
    if ('put' in action) {
      write(action.put, action.put)
      const { pk, sk } = action.put
      ever.set(pk, (ever.get(pk) ?? new Map()).set(sk, kept(action.put)))
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
    get: async (key: Key) => kept(find(key)),
    batchGet: async (keys: readonly Key[]) => keys.flatMap((key) => kept(find(key)) ?? []),
    async query(range: Range) {
      const place = (item: Item) => (range.index ? item.dueSk : item.sk) as string
      const items = range.index
        ? all().filter(({ duePk }) => duePk === range.pk)
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
