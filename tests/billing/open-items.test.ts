import { expect, it } from 'vitest'
import { addDays, toLocalDay } from '../../lib/platform/calendar/day.ts'
import { newId } from '../../lib/platform/id.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember } from '../support/client.ts'
import { pay } from './paying.ts'

const INVOICES = '/api/billing/invoices'

const aTenant = async () => {
  const owner = await aMember()
  await owner.put('/api/configuration/settings/bulk', {
    settings: [{ key: 'billing.taxRates', value: { standard: 0 } }],
  })
  const { id: partnerId } = await aPartner(owner, { name: 'Nordlicht' })
  const readOpenItems = async () => (await owner.get(`/api/billing/partners/${partnerId}/open-items`)).body
  return { owner, partnerId, readOpenItems }
}

it('shows what is open by age, and credit with its age, in each currency', async () => {
  const { owner, partnerId, readOpenItems } = await aTenant()
  const today = toLocalDay('UTC', new Date())
  const ages = [-5, 0, 1, 30, 31, 60, 61, 90, 91, 400]
  for (const days of ages) await anInvoice(owner, { partnerId, issueImmediately: true, dueDate: addDays(today, -days) })
  const dollars = await anInvoice(owner, { partnerId, issueImmediately: true, currencyCode: 'USD' })
  await pay(owner, partnerId, { currency: 'USD', amount: 900, allocations: [{ invoiceId: dollars.id, amount: 900 }] })
  const { body: credit } = await pay(owner, partnerId, { amount: 700, receivedAt: addDays(today, -12) })
  await anInvoice(owner, { partnerId })
  const open = await readOpenItems()
  expect(open).toMatchObject({
    '@type': 'OpenItems',
    ...{ partnerId, partnerName: 'Nordlicht' },
    currencies: [
      {
        ...{ currency: 'EUR', openAmount: 119_000, credit: 700, balance: 118_300 },
        aging: { current: 23_800, days1To30: 23_800, days31To60: 23_800, days61To90: 23_800, days90Plus: 23_800 },
      },
      {
        ...{ currency: 'USD', openAmount: 11_000, credit: 0, balance: 11_000 },
        aging: { current: 11_000, days1To30: 0, days31To60: 0, days61To90: 0, days90Plus: 0 },
      },
    ],
    credits: [{ paymentId: credit.id, unallocated: 700, ageDays: 12 }],
  })
  for (const { invoiceId, issuedAt } of open.invoices)
    expect(issuedAt).toBe((await owner.get(`${INVOICES}/${invoiceId}`)).body.issuedAt)
  expect(open.invoices.map(({ daysOverdue }: { daysOverdue: number }) => daysOverdue)).toEqual([
    ...ages.toReversed().map((days) => Math.max(0, days)),
    0,
  ])
  expect((await owner.get(`/api/billing/partners/${newId(new Date())}/open-items`)).status).toBe(404)
  expect((await (await aMember()).get(`/api/billing/partners/${partnerId}/open-items`)).status).toBe(404)
})
