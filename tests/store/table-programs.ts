import {
  type Action,
  type Condition,
  formatKey,
  type Item,
  type Key,
  keyOf,
  type Range,
} from '../../lib/platform/store/table/table.ts'
import { COMPARATORS } from '../../local/table/expression.ts'

/** One call of a table. */
export type Call =
  | { get: Key }
  | { batchGet: Key[] }
  | { query: Range }
  | { put: Extract<Action, { put: Item }> }
  | { update: Extract<Action, { set: string }> }
  | { transact: Action[]; token?: string }

const SORT_KEYS = ['a', 'a~', 'ab', 'ä', 'Z', '\u{1f600}', '\ufffd', 'b#1', 'b#10', 'b#2', 'x\u0000y']
const NAMES = ['n', 'm', 'text', 'status', 'list', 'map', 'flag', 'bytes', 'dueSk', 'duePk', 'expiresAt']
/** Their sums have at most fifteen digits, because the embedded table keeps fractions as JavaScript does. */
const NUMBERS = [0, 1, -1, 2.5, 0.1, 0.2, 0.001, -0, 123456789.25, 2 ** 31, -(2 ** 31)]
const UNSTORABLE = [Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER * 4, new Date(0), 1e-131]

/** Makes calls from random numbers between 0 and 1. About one in thirty is a call that nothing should take. */
export const makeProgram = (random: () => number, prefix: string): Call[] => {
  const chance = (odds: number) => random() < odds
  const below = (end: number) => Math.floor(random() * end)
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const few = <T>(all: readonly T[], count: number): T[] => {
    const left = [...all]
    return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0] as T)
  }
  const some = <T>(make: () => T, max: number): T[] => Array.from({ length: 1 + below(max) }, make)

  // Most programs use few attributes, so that expressions meet what earlier calls have left.
  const own = chance(0.2) ? NAMES : few(NAMES, 4)
  const places = few(SORT_KEYS, 6)
  const key = (): Key => ({
    pk: chance(0.005) ? '' : `${prefix}${chance(0.9) ? 1 : 2}`,
    // Most calls meet an item of an earlier one.
    sk: chance(0.005) ? '' : chance(0.5) ? (places[0] as string) : chance(0.7) ? pick(places) : pick(SORT_KEYS),
  })
  const text = () =>
    chance(0.6)
      ? pick(['a', 'ä', '\ufffd', '\u{1f600}'])
      : pick(['', 'a', 'ab', 'ä', 'due', 'é', '\u{1f600}', '0', 'x'.repeat(below(3000))])
  const value = (depth = 0): unknown => {
    if (chance(0.004)) return pick(UNSTORABLE)
    const kind = below(depth > 1 ? 6 : 8)
    if (kind < 2) return pick(NUMBERS)
    if (kind < 4) return text()
    if (kind === 4) return pick([true, false, null, null])
    if (kind === 5) return Uint8Array.from(some(() => below(256), 4))
    if (kind === 6) return some(() => value(depth + 1), 3)
    return Object.fromEntries(some(() => [pick(own), chance(0.1) ? undefined : value(depth + 1)], 3))
  }
  const number = () => pick(NUMBERS)
  const valueFor = (name: string, isAlone = false): unknown => {
    // DynamoDB Local refuses some wrong types in an index before it looks at conditions, and others after.
    if (name === 'dueSk') return isAlone && chance(0.05) ? value() : pick(['2026', '2027', 'ä'])
    if (name === 'duePk') return isAlone && chance(0.05) ? value() : `${prefix}due`
    if (name === 'n' || name === 'm' || name === 'expiresAt')
      return chance(0.6) ? pick([0, 1]) : chance(0.4) ? pick([null, false, '', value()]) : number()
    if (name === 'list') return chance(0.2) ? value() : some(() => value(1), 3)
    if (name === 'map') return chance(0.2) ? value() : { inner: value(1), text: text() }
    return value()
  }
  const item = (isAlone = false): Item => ({
    ...key(),
    ...Object.fromEntries(some(() => pick(own), 6).map((name) => [name, valueFor(name, isAlone)])),
    ...(chance(0.5) && { n: pick([0, 1]) }),
    ...(chance(0.01) && { big: 'x'.repeat(pick([409_000, 409_500, 410_000])) }),
  })

  /** Collects the values of an expression under names that it can use. */
  const collect = () => {
    const values: Record<string, unknown> = {}
    const add = (given: unknown) => {
      const name = `:v${Object.keys(values).length}`
      values[name] = given
      return name
    }
    return { values, add }
  }
  type Add = ReturnType<typeof collect>['add']
  /** A value of a type that has an order. */
  const ordered = () => pick([pick([0, 1]), number(), text(), text(), Uint8Array.of(below(2))])
  const bounds = () => {
    if (chance(0.2)) return [number(), number()]
    return pick<unknown[]>([
      [0, 1],
      [-1, 0],
      [1, 1],
      [0, 2.5],
      ['a', 'ä'],
      ['', '\ufffd'],
      ['\ufffd', '\u{1f600}'],
    ])
  }
  const path = () => (chance(0.15) ? `#map.#${pick(['inner', 'text', 'absent'])}` : `#${pick(own)}`)
  const term = (add: Add): string => {
    const at = path()
    const name = at.slice(1)
    if (chance(0.15)) return `#n ${pick(COMPARATORS)} ${add(pick([0, 1]))}`
    switch (below(9)) {
      case 0:
        return `attribute_exists(${chance(0.3) ? 'pk' : at})`
      case 1:
        return `attribute_not_exists(${chance(0.3) ? 'pk' : at})`
      case 2:
        return `${at} ${pick(['<', '<=', '>', '>='])} ${add(chance(0.1) ? valueFor(name) : ordered())}`
      case 3:
        return `${at} ${pick(['=', '<>'])} ${chance(0.1) ? path() : add(valueFor(name))}`
      case 4:
        return `begins_with(${at}, ${add(text())})`
      case 5:
        return `${at} BETWEEN ${bounds().map(add).join(' AND ')}`
      case 6:
        return `${at} IN (${some(() => add(valueFor(name)), 3).join(', ')})`
      case 7:
        return `size(${at}) ${pick(['=', '<', '>'])} ${add(below(5))}`
      default:
        return `${at} = ${add(valueFor(name))}`
    }
  }
  const test = (add: Add, depth = 0): string => {
    if (depth > 1 || chance(0.5)) return term(add)
    const parts = some(() => test(add, depth + 1), 3)
    const joined = parts.join(pick([' AND ', ' OR ']))
    return chance(0.15) ? `NOT (${joined})` : parts.length > 1 && chance(0.5) ? `(${joined})` : joined
  }
  const right = (add: Add, name: string): string => {
    switch (below(6)) {
      case 0:
        return `#${pick(own)} ${pick(['+', '-'])} ${add(number())}`
      case 1:
        return `if_not_exists(#${name}, ${add(number())}) + ${add(number())}`
      case 2:
        return `if_not_exists(#${name}, ${add(valueFor(name))})`
      case 3:
        return `list_append(#list, ${add(some(() => value(1), 2))})`
      case 4:
        return `list_append(if_not_exists(#list, ${add([])}), ${add(some(() => value(1), 2))})`
      default:
        return add(valueFor(name))
    }
  }
  const set = (add: Add): string => {
    // What is wrong with one attribute refuses the whole update.
    const names = chance(0.6) ? [pick(own)] : [...new Set(some(() => pick(own), 4))]
    const place = (name: string) =>
      name.startsWith('due') ? add(name === 'duePk' ? `${prefix}due` : '2026') : right(add, name)
    const sections: Record<string, string[]> = { SET: [], REMOVE: [], ADD: [] }
    for (const name of names) {
      const section = pick(['SET', 'SET', 'SET', 'REMOVE', name.startsWith('due') ? 'REMOVE' : 'ADD'])
      const at = name === 'map' && chance(0.5) ? '#map.#inner' : `#${name}`
      if (section === 'SET') sections.SET?.push(`${at} = ${place(name)}`)
      else if (section === 'REMOVE') sections.REMOVE?.push(at)
      else sections.ADD?.push(`#${name} ${add(chance(0.9) ? number() : value())}`)
    }
    if (chance(0.01)) sections.SET?.push(`pk = ${add('x')}`)
    if (chance(0.01)) sections.SET?.push(`#map.#inner = ${add(1)}, #map = ${add({})}`)
    return Object.entries(sections)
      .filter(([, all]) => all.length)
      .map(([name, all]) => `${name} ${all.join(', ')}`)
      .join(' ')
  }
  const spoil = (condition: Condition): Condition => {
    if (chance(0.99)) return condition
    return pick<Condition>([
      { ...condition, values: { ...condition.values, ':unused': 1 } },
      { ...condition, names: { '#unused': 'n' } },
      { ...condition, when: `${condition.when ?? '#n = :lost'} AND #n = :lost` },
      { ...condition, when: `${condition.when ?? 'attribute_exists(pk)'} AND` },
      { ...condition, when: 'attribute_exists(status)', values: {} },
    ])
  }
  const finish = ({ values }: ReturnType<typeof collect>, rest: Condition): Condition =>
    spoil({ ...rest, ...(Object.keys(values).length && { values }) })
  const conditionFor = (odds: number): Condition => {
    if (!chance(odds)) return {}
    const collected = collect()
    return finish(collected, { when: test(collected.add) })
  }
  const put = (isAlone = false) => ({ put: item(isAlone), ...conditionFor(isAlone ? 0 : 0.5) })
  const update = () => {
    const collected = collect()
    const when = chance(0.4) ? { when: test(collected.add) } : {}
    const said = set(collected.add)
    return { update: key(), set: said, ...finish(collected, when) }
  }
  const action = (): Action => {
    const kind = below(10)
    if (kind < 4) return put()
    if (kind < 8) return update()
    if (kind === 8) return { delete: key(), ...conditionFor(0.5) }
    return { check: key(), ...conditionFor(1) } as Action
  }
  const range = (): Range => {
    const isDue = chance(0.2)
    const ends = isDue ? ['2026', '2027', 'ä'] : SORT_KEYS
    const bound = () => (chance(0.02) ? '' : pick(ends))
    const where: Partial<Range> = pick([
      {},
      { from: bound() },
      { to: bound() },
      { from: bound(), to: bound() },
      { prefix: pick(['a', 'b#', 'b#1', '2', 'ä', '\u{1f600}']) },
    ])
    return {
      pk: isDue ? `${prefix}due` : key().pk,
      ...where,
      ...(isDue && { index: 'due' as const }),
      ...(chance(0.3) && { newestFirst: true }),
      ...(chance(0.3) && { limit: 1 + below(4) }),
      ...(chance(0.2) && {
        only: some(() => pick(['n', 'text', 'map', 'status', 'pk']), 2).filter((x, i, all) => all.indexOf(x) === i),
      }),
    }
  }
  /** Writes several items at once, so that later calls have something to meet. */
  const fill = (): Call => ({ transact: places.map((sk) => ({ put: { ...item(), pk: `${prefix}1`, sk } })) })
  /** Asks one thing about each of several items; the answer says which of them are so. */
  const probe = (): Call => ({
    transact: places.map((sk) => {
      const { values, add } = collect()
      const when = term(add)
      return { check: { pk: `${prefix}1`, sk }, when, ...(Object.keys(values).length && { values }) }
    }),
  })
  const tokens = Array.from({ length: 2 }, (_, i) => `${prefix}-token-${i}`)
  const sent: Extract<Call, { transact: Action[] }>[] = []
  const transaction = (): Call => {
    const earlier = pick(sent.filter(({ token }) => token !== undefined))
    if (earlier && chance(0.3)) return earlier
    const actions = some(action, chance(0.01) ? 120 : 5)
    const byKey = new Map(actions.map((each) => [formatKey(keyOf(each)), each]))
    // DynamoDB Local looks for items that are named twice only after it has looked at conditions.
    const distinct = chance(0.97) ? [...byKey.values()] : Array.from({ length: 3 }, () => ({ put: item() }))
    const call = { transact: distinct, ...(chance(0.3) && { token: pick(tokens) }) }
    sent.push(call)
    return call
  }
  const call = (): Call => {
    const kind = below(24)
    if (kind >= 20) return probe()
    if (kind < 2) return { get: chance(0.02) ? { ...key(), sk: 'x'.repeat(1025) } : key() }
    if (kind < 3)
      return {
        batchGet: chance(0.95) ? SORT_KEYS.filter(() => chance(0.4)).map((sk) => ({ ...key(), sk })) : [key(), key()],
      }
    if (kind < 7) return { query: range() }
    if (kind < 11) return { put: put(chance(0.3)) }
    if (kind < 15) return { update: update() }
    return transaction()
  }
  const program: Call[] = chance(0.8) ? [fill()] : []
  const length = 1 + below(12)
  // The same call once more often changes nothing.
  while (program.length < length) program.push(program.length && chance(0.15) ? pick(program) : call())
  return program
}
