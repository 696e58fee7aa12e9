import { expect, it } from 'vitest'
import { findInvoice, invoices } from '../../lib/billing/invoices/invoice-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { addDays, toLocalDay } from '../../lib/platform/calendar/day.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { commands } from '../../operator/commands.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { PAYMENTS, pay, readBalance } from './paying.ts'

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

/** Creates an invoice as an earlier version issued it, which knew no payments and no receivable accounts. */
const anOldInvoice = async (owner: Member, partnerId: string, changes: object = {}) => {
  const { id } = await anInvoice(owner, { partnerId })
  await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) => {
    const draft = await findInvoice(app().db, owner.tenant, id)
    if (!draft) throw new Error('there is no draft')
    const issued = { status: 'issued', invoiceNumber: `OLD-${id}`, issuedAt: unit.now.toISOString() } as const
    unit.update(invoices, draft, { ...issued, ...changes })
  })
  return id as string
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

it('has invoices of an earlier version at once, and their account gets them with their next change', async () => {
  const { owner, partnerId, readOpenItems } = await aTenant()
  const [paid, credited, cancelled, left] = [
    await anOldInvoice(owner, partnerId),
    await anOldInvoice(owner, partnerId, { applied: 1900, credited: 1900 }),
    await anOldInvoice(owner, partnerId),
    await anOldInvoice(owner, partnerId, { applied: 900, credited: 900 }),
  ]
  const readSums = async () => (await readOpenItems()).currencies
  expect(await readSums()).toMatchObject([{ openAmount: 44_800, balance: 44_800 }])
  expect(await readBalance(owner, partnerId)).toBe(0)
  await owner.post(`${INVOICES}/${cancelled}/cancel`, { reason: 'x' })
  expect(await readSums()).toMatchObject([{ openAmount: 32_900, balance: 32_900 }])
  await pay(owner, partnerId, { amount: 1000, allocations: [{ invoiceId: paid, amount: 900 }] })
  expect(await readSums()).toMatchObject([{ openAmount: 32_000, credit: 100, balance: 31_900 }])
  await owner.post(`${INVOICES}/${paid}/mark-paid`, {})
  const note = { invoiceId: credited, reason: 'x', issueImmediately: true }
  const { body } = await owner.post('/api/billing/credit-notes', {
    ...{ ...note, lineItems: [{ description: 'Part', quantity: 1, unitPrice: 500 }] },
  })
  await owner.post(`/api/billing/credit-notes/${body.id}/apply`)
  expect(await readSums()).toMatchObject([{ openAmount: 20_500, credit: 100, balance: 20_400 }])
  expect(await readBalance(owner, partnerId)).toBe(9400)
  expect((await owner.get(`${INVOICES}/${left}`)).body).toMatchObject({ openAmount: 11_000, paidAmount: 0 })
})

it('has an invoice that an earlier version marked as paid as paid, and a credit note on it is credit', async () => {
  const { owner, partnerId, readOpenItems } = await aTenant()
  const paid = await anOldInvoice(owner, partnerId, { status: 'paid', paidAt: '2026-01-31T00:00:00.000Z' })
  expect((await owner.get(`${INVOICES}/${paid}`)).body).toMatchObject({ openAmount: 0, paidAmount: 11_900 })
  expect(await readOpenItems()).toMatchObject({ currencies: [], invoices: [], credits: [] })
  const { status } = await pay(owner, partnerId, { allocations: [{ invoiceId: paid, amount: 1 }] })
  expect(status).toBe(409)
  const { body } = await owner.post('/api/billing/credit-notes', {
    ...{ invoiceId: paid, reason: 'x', issueImmediately: true },
  })
  await owner.post(`/api/billing/credit-notes/${body.id}/apply`)
  expect((await readOpenItems()).currencies).toMatchObject([{ openAmount: 0, credit: 11_900, balance: -11_900 }])
})

it('has every open invoice of an earlier version in the account once the operator posts them, however often', async () => {
  const { owner, partnerId, readOpenItems } = await aTenant()
  for (let i = 0; i < 6; i++) await anOldInvoice(owner, partnerId, i % 2 ? { status: 'overdue', applied: 900 } : {})
  await anOldInvoice(owner, partnerId, { status: 'paid' })
  await anInvoice(owner, { partnerId, issueImmediately: true })
  const post = async () => Number((await commands['receivables post']?.([owner.tenant]))?.match(/\d+/)?.[0])
  const counts = await Promise.all([post(), post()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
  expect(await post()).toBe(0)
  expect(await readBalance(owner, partnerId)).toBe(7 * 11_900 - 3 * 900)
  expect((await readOpenItems()).currencies).toMatchObject([{ openAmount: 80_600, balance: 80_600 }])
  expect((await owner.get(PAYMENTS)).body.totalItems).toBe(0)
})
