import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../lib/platform/id.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

let owner: Member
let known: string
const unknown = newId(new Date())
beforeAll(async () => {
  owner = await aMember()
  known = (await aPartner(owner)).id
})

const readPaths = ({ status, body }: { status: number; body: { violations?: { propertyPath: string }[] } }) => {
  expect(status).toBe(400)
  return body.violations?.map(({ propertyPath }) => propertyPath).sort()
}

const line = { description: 'x', quantity: 0.000_000_1, unitPrice: 1 }

/** Requests with several values that only the state of the tenant or other values make wrong, and the paths of these. */
const REQUESTS: [string, object, string[]][] = [
  [
    'charges',
    {
      scope: 'storage',
      chargeType: 'x',
      description: 'x',
      amount: 0,
      currency: 'XXQ',
      occurredAt: '2026-03-01T00:00:00Z',
    },
    ['amount', 'currency', 'partnerId'],
  ],
  [
    'bills',
    {
      ...{ billNumber: 'R-1', currency: 'XXQ', totalAmount: 100, subtotal: 1, taxTotal: 1 },
      ...{ issuedAt: '2026-03-31', dueAt: '2026-03-01' },
    },
    ['currency', 'dueAt', 'partnerId', 'totalAmount'],
  ],
  [
    'settlements',
    { basis: 'period', currency: 'XXQ', period: { startDate: '2026-03-31', endDate: '2026-03-01' } },
    ['currency', 'partnerId', 'period.endDate'],
  ],
  [
    'recurring-invoice-profiles',
    { currencyCode: 'XXQ', cadence: 'weekly', anchorDay: 8, startAt: '2026-03-01', endAt: '2026-02-01', lines: [line] },
    ['anchorDay', 'currencyCode', 'endAt', 'lines[0].quantity', 'partnerId'],
  ],
  [
    'invoices',
    {
      ...{ dueDate: '2026-03-31', currencyCode: 'XXQ', lineItems: [line] },
      supplyPeriod: { from: '2026-03-31', to: '2026-03-01' },
    },
    ['currencyCode', 'lineItems[0].quantity', 'partnerId', 'supplyPeriod.to'],
  ],
  ['auto-settlement-rules', { scope: 'storage', basis: 'period', currency: 'XXQ' }, ['currency', 'partnerId']],
  [
    'tariffs',
    {
      ...{ name: 'x', basis: 'custody', currency: 'XXQ', validFrom: '2026-03-31', validUntil: '2026-03-01' },
      rates: [{ per: 'order', amount: 150 }],
    },
    ['currency', 'partnerId', 'validUntil'],
  ],
]

describe('a request with several wrong values', () => {
  it.each(REQUESTS)('is told all of them at once: %s', async (name, body, expected) => {
    expect(readPaths(await owner.post(`/api/billing/${name}`, { ...body, partnerId: unknown }))).toEqual(expected)
  })

  it('is told all of them at once when it changes a draft or a charge', async () => {
    const { id } = await anInvoice(owner, { partnerId: known })
    const supplyPeriod = { from: '2026-03-31', to: '2026-03-01' }
    const change = { partnerId: unknown, currencyCode: 'XXQ', supplyPeriod }
    expect(readPaths(await owner.patch(`/api/billing/invoices/${id}`, change))).toEqual([
      'currencyCode',
      'currencyCode',
      'partnerId',
      'supplyPeriod.to',
    ])
    const charge = await owner.post('/api/billing/charges', {
      ...{ partnerId: known, scope: 'storage', chargeType: 'x', description: 'x', amount: 1, currency: 'EUR' },
      occurredAt: '2026-03-01T00:00:00Z',
    })
    const wrong = { amount: 0, currency: 'XXQ' }
    expect(readPaths(await owner.patch(`/api/billing/charges/${charge.body.id}`, wrong))).toEqual([
      'amount',
      'currency',
    ])
  })
})
