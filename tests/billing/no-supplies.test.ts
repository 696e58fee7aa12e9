import { beforeEach, describe, expect, it } from 'vitest'
import type { Member } from '../support/client.ts'
import { aChangingShop, aTaxedMember, followOrders } from './changing-shop.ts'

const at = (ratePercent: number, amount: number) => [{ name: 'VAT', ratePercent, amount }]
const TEA = { externalLineId: 'l-1', sku: 'TEA', name: 'Tea', quantity: 1, total: 1190, taxes: at(19, 190) }
const GIFT_CARD = { externalLineId: 'l-2', kind: 'gift_card', name: 'Gift card', quantity: 1, total: 5000 }
const TIP = { externalLineId: 'l-3', kind: 'tip', name: 'Tip', quantity: 1, total: 595 }
const DUTIES = { externalLineId: 'l-4', kind: 'duty', name: 'Duties', quantity: 1, total: 450 }

let owner: Member
let shop: Awaited<ReturnType<typeof aChangingShop>>
beforeEach(async () => {
  owner = await aTaxedMember()
  shop = await aChangingShop(owner)
})

const set = async (values: Record<string, unknown>) => {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
  const { status, text } = await owner.put('/api/configuration/settings/bulk', { settings })
  expect(status, text).toBe(204)
}

interface Shown {
  description: string
  taxKind: string
  amount: number
  taxAmount: number
}

const linesOf = ({ lineItems }: { lineItems: Shown[] }) =>
  lineItems.map(({ description, taxKind, amount, taxAmount }) => [description, taxKind, amount, taxAmount])
const readInvoice = async (id: string) => (await owner.get(`/api/billing/invoices/${id}`)).body
const issue = async (id: string) => expect((await owner.post(`/api/billing/invoices/${id}/issue`)).status).toBe(200)

describe('what an imported order sells that is no supply', () => {
  it('is billed without tax, except for a tip of which nobody says that it was not taxed', async () => {
    await shop.tell('A', 7235, { lineItems: [TEA, GIFT_CARD, TIP, DUTIES] })
    const draft = await shop.draw()
    expect(linesOf(draft)).toEqual([
      ['Tea', 'standard', 1000, 190],
      ['Gift card', 'voucher', 5000, 0],
      ['Tip', 'standard', 500, 95],
      ['Duties', 'disbursement', 450, 0],
    ])
    expect(draft.grandTotal).toBe(7235)
  })

  it.each([
    ['an empty list of taxes', []],
    ['a tax of nothing', at(19, 0)],
    ['a tax of nothing without a rate', [{ name: 'VAT', amount: 0 }]],
  ])('is a tip, of which %s says that it was not taxed', async (_, taxes) => {
    await shop.tell('A', 595, { lineItems: [{ ...TIP, taxes }] })
    expect(linesOf(await shop.draw())).toEqual([['Tip', 'tip', 595, 0]])
  })

  it('tells nothing of the goods of a shop that states no taxes at all', async () => {
    await shop.tell('A', 6190, { lineItems: [{ ...TEA, taxes: [] }, GIFT_CARD] })
    expect(linesOf(await shop.draw())).toEqual([
      ['Tea', 'standard', 1000, 190],
      ['Gift card', 'voucher', 5000, 0],
    ])
  })

  it('bears nothing of a discount on the whole order, which is on its goods', async () => {
    await shop.tell('A', 6071, { lineItems: [TEA, GIFT_CARD] })
    const draft = await shop.draw()
    expect(linesOf(draft).slice(1)).toEqual([
      ['Gift card', 'voucher', 5000, 0],
      ['Shipping, discounts and other amounts of order A', 'standard', -100, -19],
    ])
    expect(draft).toMatchObject({ taxTotal: 171, grandTotal: 6071 })
  })

  it('is apart from goods where an order has too many lines to bill each', async () => {
    const lineItems = Array.from({ length: 60 }, (_, i) => ({ ...TEA, externalLineId: `m-${i}` }))
    await shop.tell('A', 60 * 1190 + 5000, { lineItems: [...lineItems, GIFT_CARD] })
    const draft = await shop.draw()
    expect(linesOf(draft)).toEqual([
      ['Order A', 'standard', 60_000, 11_400],
      ['Order A', 'voucher', 5000, 0],
    ])
  })

  it('is followed by a draft, and billed by a further invoice once that is issued', async () => {
    await shop.tell('A', 1190, { lineItems: [TEA] })
    const { id } = await shop.draw()
    await shop.tell('A', 6190, { lineItems: [TEA, GIFT_CARD] })
    await followOrders(owner)
    expect(linesOf(await readInvoice(id)).slice(1)).toEqual([['Gift card', 'voucher', 5000, 0]])
    await issue(id)
    await shop.tell('A', 6640, { lineItems: [TEA, GIFT_CARD, DUTIES] })
    await followOrders(owner)
    const { invoices, notes, billed, owed } = await shop.books()
    expect([notes, billed, owed]).toEqual([[], 6640, 6640])
    const further = invoices.find((each: { id: string }) => each.id !== id)
    expect(linesOf(await readInvoice(further.id))).toEqual([['Change of order A', 'disbursement', 450, 0]])
  })

  it('is credited by itself if it is exchanged for goods of the same price', async () => {
    const card = { ...GIFT_CARD, total: 1190 }
    await shop.tell('A', 1190, { lineItems: [card] })
    await issue((await shop.draw()).id)
    await shop.tell('A', 1190, { lineItems: [{ ...card, quantity: 0, total: 0 }, TEA] })
    await followOrders(owner)
    const { invoices, notes, billed } = await shop.books()
    expect([invoices.length, notes.length, billed]).toEqual([2, 1, 1190])
    const { body: note } = await owner.get(`/api/billing/credit-notes/${notes[0].id}`)
    expect(linesOf(note)).toEqual([['Gift card', 'voucher', 1190, 0]])
  })

  it('of one kind is not credited as another by an amount that names no line', async () => {
    await shop.tell('A', 2000, {
      lineItems: [
        { ...GIFT_CARD, total: 1500 },
        { ...TIP, total: 500, taxes: [] },
      ],
    })
    const { id: invoiceId } = await shop.draw()
    await issue(invoiceId)
    const lineItems = [{ description: 'Goodwill', quantity: 1, unitPrice: 400 }]
    const { body } = await owner.post('/api/billing/credit-notes', { invoiceId, reason: 'Late', lineItems })
    expect(linesOf(body)).toEqual([
      ['Goodwill', 'voucher', 300, 0],
      ['Goodwill', 'tip', 100, 0],
    ])
  })

  it('is taxed on a line to which somebody gives a tax category', async () => {
    await shop.tell('A', 5950, { lineItems: [{ ...GIFT_CARD, total: 5950 }] })
    const { id, lineItems } = await shop.draw()
    const path = `/api/billing/invoices/${id}/line-items/${lineItems[0].id}`
    const { body } = await owner.patch(path, { taxCategoryId: 'standard' })
    expect(linesOf(body)).toEqual([['Gift card', 'standard', 5000, 950]])
  })

  it('follows the setting when the taxes of a draft are computed again', async () => {
    await shop.tell('A', 5950, { lineItems: [{ ...GIFT_CARD, total: 5950 }] })
    const { id } = await shop.draw()
    await set({ 'billing.giftCards': 'single_purpose' })
    expect((await readInvoice(id)).warnings).toContainEqual(expect.objectContaining({ code: 'TAX_CHANGED' }))
    const { body } = await owner.post(`/api/billing/invoices/${id}/recompute-taxes`)
    expect(linesOf(body)).toEqual([['Gift card', 'standard', 5000, 950]])
  })

  it.each([
    ['SKR03', ['8400', '1700', '1590']],
    ['SKR04', ['4400', '3500', '1370']],
  ])('is no revenue in DATEV by %s: vouchers are a liability, and the rest is passed on', async (chart, accounts) => {
    await set({ 'billing.datevConsultant': 29_098, 'billing.datevClient': 55_003, 'billing.datevChart': chart })
    await shop.tell('A', 7235, { lineItems: [TEA, GIFT_CARD, { ...TIP, taxes: [] }, DUTIES] })
    await issue((await shop.draw()).id)
    const day = new Date().toISOString().slice(0, 10)
    const { text } = await owner.get(`/api/billing/exports/datev?from=${day}&to=${day}`)
    const rows = Buffer.from(text, 'base64').toString('latin1').split('\r\n').slice(2, -1)
    // Amount, contra account and tax key.
    const posted = rows.map((row) => row.split(';')).map((cells) => [cells[0], cells[7], cells[8]])
    const amounts = ['11,90', '50,00', '10,45']
    expect(posted).toEqual(accounts.map((account, i) => [amounts[i], account, expect.stringMatching(/^"?"?$/)]))
  })
})
