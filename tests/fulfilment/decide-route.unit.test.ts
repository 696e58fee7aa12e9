import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideRoute,
  describeBlocked,
  type OpenLine,
  type RouteInput,
} from '../../lib/fulfilment/routing/decide-route.ts'

const aRule = (fields: object = {}): RouteInput['rules'][number] => ({
  name: 'Any',
  conditions: [],
  custodianIds: null,
  serviceLevel: null,
  splitAllowed: false,
  ...fields,
})

const aCustodian = (id: string, fields: object = {}): RouteInput['custodians'][number] => ({
  id,
  name: `Custodian ${id}`,
  type: 'internal',
  status: 'active',
  enabledCapabilities: [],
  ...fields,
})

const aLine = (orderLine: number, sku: string, quantity: number): OpenLine => ({
  orderLine,
  variantId: `V${sku}`,
  sku,
  quantity,
})

const has = (custodianId: string, sku: string, available: number) => ({ custodianId, variantId: `V${sku}`, available })

const decide = (fields: Partial<RouteInput>) =>
  decideRoute({
    rules: [aRule()],
    order: { order: { countryCode: 'DE' } },
    lines: [aLine(0, 'A', 2)],
    custodians: [aCustodian('1'), aCustodian('2')],
    stock: [has('1', 'A', 5), has('2', 'A', 5)],
    excluded: [],
    ...fields,
  })

const chosen = (route: ReturnType<typeof decideRoute>) => route.parts.map(({ custodianId }) => custodianId)

describe('a route', () => {
  it('follows the first rule that applies, even if a later one could be fulfilled', () => {
    const swiss = aRule({
      name: 'Swiss',
      conditions: [{ logic: 'and', rules: [{ field: 'countryCode', operator: 'eq', value: 'CH', description: null }] }],
    })
    const none = aRule({ name: 'None', custodianIds: ['3'] })
    expect(decide({ rules: [swiss, none, aRule()] })).toMatchObject({
      ruleIndex: 1,
      incident: 'no_coverage',
      parts: [],
    })
    expect(decide({ rules: [swiss] })).toMatchObject({ rule: null, incident: 'no_rule' })
  })

  it('prefers custodians in the order of the rule, if they have everything', () => {
    expect(chosen(decide({ rules: [aRule({ custodianIds: ['2', '1'] })] }))).toEqual(['2'])
    expect(
      chosen(decide({ rules: [aRule({ custodianIds: ['2', '1'] })], stock: [has('1', 'A', 2), has('2', 'A', 1)] })),
    ).toEqual(['1'])
  })

  it('adds up lines of the same SKU', () => {
    const lines = [aLine(0, 'A', 3), aLine(1, 'A', 3)]
    expect(decide({ lines })).toMatchObject({ incident: 'no_stock', shortVariantIds: ['VA'] })
    expect(chosen(decide({ lines, stock: [has('2', 'A', 6)] }))).toEqual(['2'])
  })

  it.each([
    ['that is suspended', { status: 'suspended' }, 'It is suspended'],
    [
      'without a capability to be chosen',
      { type: 'custom' },
      'Neither tenant_picks_warehouse nor provider_picks_warehouse is enabled',
    ],
  ])('leaves out a custodian %s, and says why', (_which, fields, reason) => {
    const route = decide({ custodians: [aCustodian('1', fields), aCustodian('2')] })
    expect(chosen(route)).toEqual(['2'])
    expect(route.custodians[0]).toMatchObject({ custodianId: '1', isChosen: false, reason })
  })

  it.each(['tenant_picks_warehouse', 'provider_picks_warehouse'])('considers a custodian with %s', (capability) => {
    const custodians = [aCustodian('1', { type: 'custom', enabledCapabilities: [capability] })]
    expect(chosen(decide({ custodians }))).toEqual(['1'])
  })

  it('leaves out custodians that refused', () => {
    const route = decide({ excluded: ['1', '2'] })
    expect(route.incident).toBe('no_coverage')
    expect(describeBlocked(route)).toContain('It has refused this order or closed it short')
  })

  it('is divided only if the rule allows it, among few custodians', () => {
    const lines = [aLine(0, 'A', 2), aLine(1, 'B', 2), aLine(2, 'C', 1)]
    const stock = [has('1', 'A', 2), has('2', 'A', 1), has('2', 'B', 2), has('2', 'C', 1), has('3', 'B', 1)]
    const custodians = ['1', '2', '3'].map((id) => aCustodian(id))
    expect(decide({ lines, stock, custodians })).toMatchObject({ incident: 'no_stock', shortVariantIds: ['VA'] })
    const route = decide({ lines, stock, custodians, rules: [aRule({ splitAllowed: true })] })
    expect(chosen(route)).toEqual(['2', '1'])
    expect(route.parts[1]?.lines).toEqual([aLine(0, 'A', 1)])
  })

  it('covers every piece exactly once or none at all, within the stock of each custodian', () => {
    const skus = ['A', 'B', 'C']
    const ids = ['1', '2', '3', '4']
    const someStock = fc.array(
      fc.record({
        custodianId: fc.constantFrom(...ids),
        variantId: fc.constantFrom('VA', 'VB', 'VC'),
        available: fc.nat(6),
      }),
      { maxLength: 8 },
    )
    const someLines = fc
      .array(fc.tuple(fc.constantFrom(...skus), fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 5 })
      .map((all) => all.map(([sku, quantity], i) => aLine(i, sku, quantity)))
    fc.assert(
      fc.property(someStock, someLines, fc.boolean(), (given, lines, splitAllowed) => {
        const stock = [...new Map(given.map((each) => [`${each.custodianId}${each.variantId}`, each])).values()]
        const custodians = ids.map((id) => aCustodian(id))
        const { parts, incident } = decide({ lines, stock, custodians, rules: [aRule({ splitAllowed })] })
        expect(parts.length > 0).toBe(incident === null)
        if (!splitAllowed) expect(parts.length).toBeLessThanOrEqual(1)
        if (parts.length)
          for (const line of lines) {
            const covered = parts.flatMap((part) => part.lines).filter(({ orderLine }) => orderLine === line.orderLine)
            expect(covered.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(line.quantity)
          }
        for (const part of parts)
          for (const sku of skus) {
            const taken = part.lines.filter((line) => line.sku === sku).reduce((sum, { quantity }) => sum + quantity, 0)
            const own = stock.find((each) => each.custodianId === part.custodianId && each.variantId === `V${sku}`)
            expect(taken).toBeLessThanOrEqual(own?.available ?? 0)
          }
      }),
    )
  })
})
