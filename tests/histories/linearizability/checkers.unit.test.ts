import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findAnomalies, type Transaction } from './find-anomalies.ts'
import { findOrder, type Model, type Operation } from './find-order.ts'
import {
  type CounterInput,
  type CounterOutput,
  counterModel,
  type Fields,
  type FieldsInput,
  type FieldsOutput,
  fieldsModel,
  type MembersInput,
  type MembersOutput,
  membersModel,
} from './models.ts'

/** All orders of all choices of what is given. */
const listOrders = <T>(all: readonly T[]): T[][] => [
  [],
  ...all.flatMap((first, place) => listOrders(all.toSpliced(place, 1)).map((rest) => [first, ...rest])),
]

interface Timed {
  called: number
  returned: number
}

const respectsTime = (order: readonly Timed[]) =>
  order.every(({ called }, place) => order.slice(place + 1).every(({ returned }) => returned >= called))

/** Tries every order, however slow that is. */
const hasOrder = <S, I, O>({ initial, step }: Model<S, I, O>, operations: readonly Operation<I, O>[]): boolean =>
  listOrders(operations).some((order) => {
    if (!operations.every((each) => each.returned === Number.POSITIVE_INFINITY || order.includes(each))) return false
    if (!respectsTime(order)) return false
    let state: S | undefined = initial
    for (const { input, output } of order) if (state !== undefined) state = step(state, input, output)
    return state !== undefined
  })

const counterInput: fc.Arbitrary<CounterInput> = fc.oneof(
  fc.constant({ kind: 'read' as const }),
  fc.record({ kind: fc.constantFrom('take' as const, 'set' as const), pieces: fc.integer({ min: 1, max: 3 }) }),
)
const fieldsInput: fc.Arbitrary<FieldsInput> = fc.oneof(
  fc.constant({ kind: 'read' as const }),
  fc.record(
    {
      kind: fc.constant('change' as const),
      values: fc.oneof(
        fc.record({ a: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ b: fc.integer({ min: 1, max: 3 }) }),
      ),
      ifMatch: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: ['kind', 'values'] },
  ),
)
const membersInput: fc.Arbitrary<MembersInput> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const), member: fc.constantFrom('A', 'B') }),
  fc.constantFrom({ kind: 'list' as const }, { kind: 'count' as const }),
)

const FIELDS: Fields = { revision: 1, values: { a: 0, b: 0 } }
const COUNTER_OUTPUTS: CounterOutput[] = ['too few', ...Array(9).keys()]
const MEMBERS_OUTPUTS: MembersOutput[] = ['done', 'refused', 0, 1, 2, [], ['A'], ['B'], ['A', 'B']]
const FIELDS_OUTPUTS: FieldsOutput[] = [
  'changed meanwhile',
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((revision) =>
    [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].map((b) => ({ revision, values: { a, b } }))),
  ),
]

/** Runs operations one after another, each at a moment between its call and its return; some lose their answer. */
const simulate = <S, I, O>(
  { initial, step }: Model<S, I, O>,
  outputs: readonly O[],
  given: readonly { input: I; before: number; after: number; fate: 'answered' | 'silent' | 'lost' }[],
): Operation<I, O>[] => {
  let state = initial
  return given.map(({ input, before, after, fate }, place) => {
    const called = place * 10 - before
    if (fate === 'lost') return { input, output: undefined, called, returned: Number.POSITIVE_INFINITY }
    const output = outputs.find((each) => step(state, input, each) !== undefined) as O
    state = step(state, input, output) as S
    if (fate === 'silent') return { input, output: undefined, called, returned: Number.POSITIVE_INFINITY }
    return { input, output, called, returned: place * 10 + after }
  })
}

const around = <I>(input: fc.Arbitrary<I>, maxLength: number) =>
  fc.array(
    fc.record({
      input,
      before: fc.integer({ min: 1, max: 35 }),
      after: fc.integer({ min: 1, max: 35 }),
      fate: fc.constantFrom('answered', 'answered', 'answered', 'answered', 'silent', 'lost'),
    }),
    { minLength: 1, maxLength },
  )

const KINDS = {
  fields: { model: fieldsModel(FIELDS), input: fieldsInput, outputs: FIELDS_OUTPUTS },
  counters: { model: counterModel(4), input: counterInput, outputs: COUNTER_OUTPUTS },
  members: { model: membersModel({ unique: false }), input: membersInput, outputs: MEMBERS_OUTPUTS },
  'unique members': { model: membersModel({ unique: true }), input: membersInput, outputs: MEMBERS_OUTPUTS },
} as unknown as Record<
  string,
  { model: Model<unknown, unknown, unknown>; input: fc.Arbitrary<unknown>; outputs: unknown[] }
>

describe.each(Object.entries(KINDS))('a history of %s', (_name, { model, input, outputs }) => {
  test('has an order if each operation took effect at one moment', () => {
    fc.assert(
      fc.property(around(input, 14), (given) => {
        expect(findOrder(model, simulate(model, outputs, given))).toBeDefined()
      }),
    )
  })

  test('has an order if trying all orders finds one, and none otherwise', () => {
    const wrongly = fc.option(fc.constantFrom(...outputs.slice(0, 9)), { nil: undefined, freq: 3 })
    fc.assert(
      fc.property(around(input, 5), fc.array(wrongly, { minLength: 5, maxLength: 5 }), (given, instead) => {
        const operations = simulate(model, outputs, given).map((operation, place) =>
          operation.output === undefined || instead[place] === undefined
            ? operation
            : { ...operation, output: instead[place] },
        )
        expect(findOrder(model, operations) !== undefined).toBe(hasOrder(model, operations))
      }),
      { numRuns: 60 },
    )
  })
})

describe('no order explains', () => {
  const later = <I, O>(...all: [I, O][]): Operation<I, O>[] =>
    all.map(([input, output], place) => ({ input, output, called: place * 2, returned: place * 2 + 1 }))
  const atOnce = <I, O>(...all: [I, O][]): Operation<I, O>[] =>
    all.map(([input, output]) => ({ input, output, called: 0, returned: 1 }))
  const change = (values: object, ifMatch?: number): FieldsInput => ({
    kind: 'change',
    values: { ...values },
    ...(ifMatch !== undefined && { ifMatch }),
  })
  const fields = (revision: number, a: number, b = 0): FieldsOutput => ({ revision, values: { a, b } })
  const of = <S, I, O>(model: Model<S, I, O>, operations: readonly Operation<I, O>[]) => findOrder(model, operations)
  const model = fieldsModel(FIELDS)

  test('a lost update', () => {
    expect(of(model, atOnce([change({ a: 1 }, 1), fields(2, 1)], [change({ a: 2 }, 1), fields(2, 2)]))).toBeUndefined()
    expect(of(model, atOnce([change({ a: 1 }), fields(2, 1)], [change({ b: 2 }), fields(2, 0, 2)]))).toBeUndefined()
  })

  test('a stale read', () => {
    expect(of(model, later([change({ a: 1 }), fields(2, 1)], [{ kind: 'read' }, fields(1, 0)]))).toBeUndefined()
  })

  test('a dirty read', () => {
    expect(
      of(model, later([change({ a: 1 }, 7), 'changed meanwhile'], [{ kind: 'read' }, fields(2, 1)])),
    ).toBeUndefined()
  })

  test('pieces that are taken twice, or once too often', () => {
    const take: CounterInput = { kind: 'take', pieces: 1 }
    expect(of(counterModel(4), later<CounterInput, CounterOutput>([take, 3], [{ kind: 'read' }, 2]))).toBeUndefined()
    expect(of(counterModel(1), atOnce([take, 0], [take, 0]))).toBeUndefined()
  })

  test('a value with two owners, and a member that returns', () => {
    const add: MembersInput = { kind: 'add', member: 'A' }
    expect(of(membersModel({ unique: true }), atOnce([add, 'done'], [add, 'done']))).toBeUndefined()
    const remove: MembersInput = { kind: 'remove', member: 'A' }
    const history = later<MembersInput, MembersOutput>([add, 'done'], [remove, 'done'], [{ kind: 'list' }, ['A']])
    expect(of(membersModel({ unique: false }), history)).toBeUndefined()
  })
})

/** Small transactions on two lists, each at one moment, with reads of both lists in the end. */
const anyTransactions = (maxLength: number) =>
  fc
    .array(
      fc.record({
        lists: fc.constantFrom(['x'], ['y'], ['x', 'y']),
        reads: fc.constantFrom([], ['x'], ['y'], ['x', 'y']),
        before: fc.integer({ min: 1, max: 35 }),
        after: fc.integer({ min: 1, max: 35 }),
        fate: fc.constantFrom('done', 'done', 'done', 'silent', 'lost', 'refused'),
      }),
      { minLength: 1, maxLength },
    )
    .map((all): Transaction[] => {
      const lists: Record<string, string[]> = { x: [], y: [] }
      const made = all.map(({ lists: chosen, reads, before, after, fate }, place): Transaction => {
        const seen = reads.map((list) => ({ list, elements: [...(lists[list] ?? [])] }))
        if (fate === 'done' || fate === 'silent') for (const list of chosen) lists[list]?.push(String(place))
        const isKnown = fate === 'done' || fate === 'refused'
        return {
          name: `T${place}`,
          appends: chosen.map((list) => ({ list, element: String(place) })),
          reads: fate === 'done' ? seen : [],
          outcome: isKnown ? fate : 'unknown',
          called: place * 10 - before,
          returned: isKnown ? place * 10 + after : Number.POSITIVE_INFINITY,
        }
      })
      const reads = Object.entries(lists).map(([list, elements]) => ({ list, elements }))
      return [...made, { name: 'last', appends: [], reads, outcome: 'done', called: 10_000, returned: 10_001 }]
    })

/** Tries every order of transactions on lists. */
const isSerializable = (transactions: readonly Transaction[]): boolean =>
  listOrders(transactions.filter(({ outcome }) => outcome !== 'refused')).some((order) => {
    if (!transactions.every((each) => each.outcome !== 'done' || order.includes(each))) return false
    if (!respectsTime(order)) return false
    const lists: Record<string, string[]> = {}
    return order.every(({ appends, reads }) => {
      const isSeen = reads.every(({ list, elements }) => (lists[list] ?? []).join() === elements.join())
      for (const { list, element } of appends) lists[list] = [...(lists[list] ?? []), element]
      return isSeen
    })
  })

describe('transactions on lists', () => {
  test('have no anomaly if each took place at one moment', () => {
    fc.assert(
      fc.property(anyTransactions(20), (transactions) => {
        expect(findAnomalies(transactions)).toEqual([])
      }),
    )
  })

  test('have an anomaly if no order of them explains what was read, and none otherwise', () => {
    const spoiling = fc.record({
      at: fc.nat(),
      read: fc.nat(),
      how: fc.constantFrom('shorten', 'clear', 'swap', 'none'),
    })
    fc.assert(
      fc.property(anyTransactions(4), fc.array(spoiling, { maxLength: 2 }), (made, spoils) => {
        const transactions = structuredClone(made) as unknown as { reads: { elements: string[] }[] }[]
        for (const { at, read, how } of spoils) {
          const { reads = [] } = transactions[at % Math.max(1, transactions.length - 1)] ?? {}
          const elements = reads[read % Math.max(1, reads.length)]?.elements ?? []
          if (how === 'shorten') elements.pop()
          if (how === 'clear') elements.splice(0)
          if (how === 'swap') elements.reverse()
        }
        const spoilt = transactions as unknown as Transaction[]
        expect(findAnomalies(spoilt).length === 0).toBe(isSerializable(spoilt))
      }),
      { numRuns: 60 },
    )
  })

  const done = { outcome: 'done', called: 0, returned: 1 } as const
  const appends = (...lists: string[]) => lists.map((each) => ({ list: each.charAt(0), element: each.slice(1) }))
  const reads = (lists: Record<string, string[]>) =>
    Object.entries(lists).map(([list, elements]) => ({ list, elements }))
  const last = (lists: Record<string, string[]>, called = 10): Transaction => ({
    ...{ name: 'last', appends: [], reads: reads(lists), outcome: 'done', called, returned: called + 1 },
  })
  const write = (...lists: string[]): Transaction => ({ name: 'T1', appends: appends(...lists), reads: [], ...done })

  test.each<[string, Transaction[]]>([
    ['duplicate append', [write('x1'), last({ x: ['1', '1'] })]],
    ['unknown element', [write('x1'), last({ x: ['1', '2'] })]],
    ['dirty read', [{ ...write('x1'), outcome: 'refused' }, last({ x: ['1'] })]],
    ['contradiction', [write('x1'), write('x2'), last({ x: ['1', '2'] }), last({ x: ['2', '1'] }, 20)]],
    ['dirty write', [write('x1', 'y1'), write('x2', 'y2'), last({ x: ['1', '2'] }), last({ y: ['2', '1'] }, 20)]],
    [
      'circular information',
      [
        { name: 'T1', appends: appends('x1'), reads: reads({ y: ['2'] }), ...done },
        { name: 'T2', appends: appends('y2'), reads: reads({ x: ['1'] }), ...done },
      ],
    ],
    [
      'skew',
      [
        { name: 'T1', appends: appends('x1'), reads: reads({ y: [] }), ...done },
        { name: 'T2', appends: appends('y2'), reads: reads({ x: [] }), ...done },
        last({ x: ['1'], y: ['2'] }),
      ],
    ],
    ['stale order', [write('x1'), last({ x: [] }), last({ x: ['1'] }, 20)]],
    ['stale order', [write('x1'), last({ x: [] })]],
  ])('have the anomaly %s', (name, transactions) => {
    expect(findAnomalies(transactions)[0]).toMatch(new RegExp(`^${name}: `))
  })
})
