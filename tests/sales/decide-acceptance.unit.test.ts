import { describe, expect, it } from 'vitest'
import { findConditionViolations } from '../../lib/platform/conditions/conditions.ts'
import {
  decideAcceptance,
  type RuleSetToEvaluate,
  sortRuleSets,
} from '../../lib/sales/acceptance-rule-sets/decide-acceptance.ts'
import { type ConditionGroup, OPERATORS, type Operator, type Rule } from '../../schemas/condition.ts'
import { seeded } from '../support/faults.ts'

const set = (fields: Partial<RuleSetToEvaluate>): RuleSetToEvaluate => ({
  id: 'A',
  name: 'Set',
  action: 'hold',
  priority: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  conditions: [{ logic: 'and', rules: [{ field: 'total', operator: 'gt', value: '100' }] }],
  ...fields,
})

const of = (...rules: Rule[]) => [set({ conditions: [{ logic: 'and', rules }] })]
const holds = (order: object, field: string, operator: Operator, value = '') =>
  decideAcceptance(of({ field, operator, value }), { order }).ruleSetId === 'A'

const ORDER = {
  total: 12_990,
  currency: 'EUR',
  placedAt: '2026-03-02T06:15:00Z',
  gift: true,
  number: '0100',
  note: null,
  tags: ['vip', 'b2b'],
  customer: { email: 'ada@example.com' },
  lineItems: [
    { sku: 'TEA-1', quantity: 2 },
    { sku: 'CUP-9', quantity: 10 },
  ],
}

describe('a rule', () => {
  it.each<[string, Operator, string, boolean]>([
    ['currency', 'eq', 'EUR', true],
    ['currency', 'eq', 'eur', false],
    ['total', 'eq', '12990.0', true],
    ['number', 'eq', '100', false],
    ['gift', 'eq', 'true', true],
    ['currency', 'neq', 'USD', true],
    ['total', 'gt', '12989', true],
    ['total', 'gt', '12990', false],
    ['total', 'gte', '12990', true],
    ['total', 'lt', '9999', false],
    ['total', 'lte', '12990', true],
    ['placedAt', 'gt', '2026-03-01', true],
    ['placedAt', 'lt', '2026-03-02T07:00:00+02:00', false],
    ['currency', 'gt', '1', false],
    ['currency', 'in', 'USD, EUR', true],
    ['currency', 'not_in', 'USD,GBP', true],
    ['currency', 'not_in', 'EUR', false],
    ['customer.email', 'contains', '@example.', true],
    ['customer.email', 'starts_with', 'ada@', true],
    ['customer.email', 'starts_with', 'example', false],
    ['tags', 'eq', 'vip', true],
    ['lineItems.sku', 'eq', 'CUP-9', true],
    ['lineItems.sku', 'eq', 'CUP', false],
    ['lineItems.quantity', 'gte', '10', true],
    ['customer.email', 'exists', '', true],
    ['customer.phone', 'exists', '', false],
    ['customer.phone', 'exists', 'false', true],
    ['note', 'exists', 'true', false],
  ])('on %s with %s and %s is met: %s', (field, operator, value, expected) => {
    expect(holds(ORDER, field, operator, value)).toBe(expected)
  })

  it('is never met if the order lacks the field, and the field is reported', () => {
    for (const operator of OPERATORS.filter((each) => each !== 'exists')) {
      const { action, unknownFields } = decideAcceptance(of({ field: 'lineItems.colour', operator, value: '1' }), {
        order: ORDER,
      })
      expect([operator, action, unknownFields]).toEqual([operator, 'accept', ['lineItems.colour']])
    }
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'lineItems.length',
    'currency.length',
    'tags.map',
    'customer.__proto__.x',
  ])('does not read %s, which the order only inherits', (field) => {
    expect(holds(ORDER, field, 'exists')).toBe(false)
    expect(holds(ORDER, field, 'neq', 'x')).toBe(false)
  })

  it("refers to the platform's own record if the order lacks the field", () => {
    const seen = { order: { status: 'paid' }, raw: { status: 'raw', meta: { channel: 'app' } } }
    expect(decideAcceptance(of({ field: 'meta.channel', operator: 'eq', value: 'app' }), seen).action).toBe('hold')
    expect(decideAcceptance(of({ field: 'status', operator: 'eq', value: 'raw' }), seen).action).toBe('accept')
  })

  it('that could never be met is reported with its path', () => {
    const rules: Rule[] = [
      { field: 'total', operator: 'gt', value: 'much' },
      { field: 'total', operator: 'gt', value: '5' },
      { field: 'total', operator: 'in', value: ' , ' },
      { field: 'total', operator: 'exists', value: 'perhaps' },
      { field: 'number', operator: 'contains', value: '' },
    ]
    expect(findConditionViolations([{ rules: [] }, { rules }]).map(({ propertyPath }) => propertyPath)).toEqual(
      [0, 2, 3, 4].map((place) => `conditions[1].rules[${place}].value`),
    )
  })
})

describe('a rule set', () => {
  const yes: Rule = { field: 'total', operator: 'exists', value: '' }
  const no: Rule = { field: 'total', operator: 'exists', value: 'false' }
  const decided = (conditions: ConditionGroup[]) =>
    decideAcceptance([set({ conditions })], { order: ORDER }).action === 'hold'

  it('is met if all groups are: all rules of a group, or any with or', () => {
    expect(decided([{ logic: 'and', rules: [yes, yes] }])).toBe(true)
    expect(decided([{ logic: 'and', rules: [yes, no] }])).toBe(false)
    expect(decided([{ logic: 'or', rules: [no, yes] }])).toBe(true)
    expect(decided([{ logic: 'or', rules: [no, no] }])).toBe(false)
    expect(
      decided([
        { logic: 'or', rules: [yes] },
        { logic: 'and', rules: [no] },
      ]),
    ).toBe(false)
  })

  it('is never met with an empty group, or without groups', () => {
    expect(decided([{ logic: 'and', rules: [] }])).toBe(false)
    expect(decided([{ logic: 'or', rules: [] }])).toBe(false)
    expect(decided([{ rules: [yes] }, { rules: [] }])).toBe(false)
    expect(decided([])).toBe(false)
  })

  it('decides in the order of priority, age and id; without one the order is accepted', () => {
    const sets = sortRuleSets([
      set({ id: 'D', action: 'reject', priority: 1 }),
      set({ id: 'C', action: 'reject', createdAt: '2026-01-02T00:00:00.000Z' }),
      set({ id: 'B', action: 'reject' }),
      set({ id: 'A', action: 'hold' }),
      set({ id: 'Z', action: 'accept', priority: -1, conditions: [{ rules: [no] }] }),
    ])
    expect(sets.map(({ id }) => id)).toEqual(['Z', 'A', 'B', 'C', 'D'])
    expect(decideAcceptance(sets, { order: ORDER })).toMatchObject({
      action: 'hold',
      ruleSetId: 'A',
      reason: 'Set: total gt 100',
    })
    expect(decideAcceptance([], { order: ORDER })).toMatchObject({ action: 'accept', ruleSetId: null })
  })
})

describe('a decision on any rules and orders', () => {
  const random = seeded(Number(process.env.SEED ?? 11))
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const NAMES = ['a', 'b', '__proto__', 'constructor', 'length', 'lineItems', '']
  const TEXTS = [
    '',
    'a',
    '(a+)+$',
    '1e309',
    '-0',
    'NaN',
    '2026-02-31',
    '[object Object]',
    '\u0000',
    ',',
    '9'.repeat(400),
  ]
  const anyValue = (depth: number): unknown => {
    const kind = Math.floor(random() * (depth ? 7 : 5))
    if (kind < 5) return [null, undefined, random() * 1e18, random() < 0.5, among(TEXTS)][kind]
    if (kind === 5) return Array.from({ length: 3 }, () => anyValue(depth - 1))
    return Object.fromEntries(NAMES.map((name) => [name, anyValue(depth - 1)]))
  }
  const fieldOf = () => Array.from({ length: 1 + Math.floor(random() * 4) }, () => among(NAMES)).join('.')
  const ruleOf = (): Rule => ({ field: fieldOf(), operator: among(OPERATORS), value: among(TEXTS) })

  it('is repeatable, names an existing rule set and changes nothing', () => {
    for (let run = 0; run < 2000; run++) {
      const sets = sortRuleSets(
        Array.from({ length: 3 }, (_, i) =>
          set({
            id: String(i),
            action: among(['accept', 'hold', 'reject']),
            conditions: [{ logic: among(['and', 'or']), rules: Array.from({ length: 2 }, ruleOf) }],
          }),
        ),
      )
      const order = anyValue(3) as object
      const before = JSON.stringify(order)
      const decision = decideAcceptance(sets, { order, raw: anyValue(2) })
      const again = decideAcceptance(sets, { order })
      expect(decideAcceptance(sets, { order })).toEqual(again)
      expect(JSON.stringify(order)).toBe(before)
      const by = sets.find(({ id }) => id === decision.ruleSetId)
      expect(decision.action).toBe(by?.action ?? 'accept')
    }
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })
})
