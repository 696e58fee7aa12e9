import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { COLLECTIONS } from '../../functions/data-exchange/exports/collections.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { readCsv } from '../data-exchange/exporting.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const EXPORT = '/api/billing/one-stop-shop/export'
const LINE = { description: 'Tea', quantity: 1, unitPrice: 1000, supplyType: 'goods' }
const since = (ratePercent: number) => [{ ratePercent, validFrom: '2014-01-01' }]

let member: Member
beforeAll(async () => {
  member = await aMember()
  const settings = Object.entries({
    'general.country': 'DE',
    'general.timezone': 'Europe/Berlin',
    'billing.invoiceChecks': 'off',
    'billing.taxRates': { standard: 19 },
    'billing.taxRules': ['intra_community', 'one_stop_shop'],
    'billing.taxRatesByCountry': {
      AT: { standard: since(20), reduced: since(10) },
      FR: { standard: since(20) },
      GB: { standard: since(20) },
    },
  }).map(([key, value]) => ({ key, value }))
  expect((await member.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
})
afterEach(() => useApp(undefined))

const moveTo = (moment: string) => useApp({ ...app(), clock: () => new Date(moment) })

const sell = async (destination: object, fields: object = {}) => {
  const { id: partnerId } = await aPartner(member, { address: destination })
  const line = { description: 'Tea', quantity: 2, unitPrice: 5000, supplyType: 'goods' }
  const lineItems = [line, { ...line, quantity: 1, taxCategoryId: 'reduced' }]
  return await anInvoice(member, { partnerId, lineItems, issueImmediately: true, ...fields })
}

const read = async (quarter: string) => {
  const { status, text } = await member.get(`${EXPORT}?quarter=${quarter}`)
  expect(status, text).toBe(200)
  return readCsv(text)
}

const brief = (rows: Record<string, string>[]) =>
  rows.map((row) =>
    [
      ...[row.type, row.originalQuarter, row.dispatchCountry, row.destinationCountry, row.ratePercent, row.currency],
      ...[row.netAmountDecimal, row.taxAmountDecimal],
    ].join(' '),
  )

describe('the export of the one-stop shop', () => {
  it('has supplies by their day and credit notes and cancellations as corrections of their quarter', async () => {
    moveTo('2026-10-02T10:00:00Z')
    const at = { supplyDate: '2026-09-30' }
    const first = await sell({ countryCode: 'AT' }, at)
    await sell({ countryCode: 'AT' }, { ...at, currencyCode: 'USD' })
    const cancelled = await sell({ countryCode: 'FR' }, { ...at, lineItems: [{ ...LINE, unitPrice: 333 }] })
    await sell({ countryCode: 'AT' }, { supplyPeriod: { from: '2026-09-01', to: '2026-10-01' } })
    await sell({ countryCode: 'GB', postalCode: 'BT1 5GS' }, { lineItems: [LINE], dispatchCountry: 'FR' })
    await sell({ countryCode: 'DE' })
    await sell({ countryCode: 'IT' })
    await sell({ countryCode: 'AT' }, { issueImmediately: false })
    const [half] = first.lineItems
    const credit = {
      ...{ invoiceId: first.id, reason: 'Returned', issueImmediately: true },
      lineItems: [{ originalLineItemId: half.id, quantity: 1 }],
    }
    expect((await member.post('/api/billing/credit-notes', credit)).status).toBe(201)
    expect((await member.post('/api/billing/credit-notes', { invoiceId: first.id, reason: 'Draft' })).status).toBe(201)
    expect((await member.post(`/api/billing/invoices/${cancelled.id}/cancel`, { reason: 'x' })).status).toBe(200)

    expect(brief(await read('2026-Q3'))).toEqual([
      'supply  DE AT 20 EUR 100.00 20.00',
      'supply  DE AT 20 USD 100.00 20.00',
      'supply  DE AT 10 EUR 50.00 5.00',
      'supply  DE AT 10 USD 50.00 5.00',
      'supply  DE FR 20 EUR 3.33 0.67',
    ])
    expect(brief(await read('2026-Q4'))).toEqual([
      'supply  DE AT 20 EUR 100.00 20.00',
      'supply  DE AT 10 EUR 50.00 5.00',
      'correction 2026-Q3 DE AT 20 EUR -50.00 -10.00',
      'correction 2026-Q3 DE FR 20 EUR -3.33 -0.67',
      'supply  FR XI 20 EUR 10.00 2.00',
    ])
    expect(await read('2027-Q1')).toEqual([])
  })

  it('has the same sums in whatever parts it is read', async () => {
    const { one_stop_shop: collection } = COLLECTIONS
    const whole = await member.get(`${EXPORT}?quarter=2026-Q4&format=jsonl`)
    const rows: object[] = []
    let after: string | null = null
    do {
      const part = await collection.read(app(), member.tenant, { filters: { quarter: '2026-Q4' }, after, limit: 1 })
      rows.push(...part.rows)
      after = part.next
    } while (after !== null)
    expect(rows).toEqual(
      whole.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    expect(rows.length).toBeGreaterThan(3)
  })

  it('names the quarter as it is written', async () => {
    for (const query of ['', '?quarter=2026-4', '?quarter=2026-Q5'])
      expect((await member.get(`${EXPORT}${query}`)).status).toBe(400)
  })
})
