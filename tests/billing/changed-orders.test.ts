import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../lib/platform/app/app.ts'
import type { Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { aChangingShop, aTaxedMember, followAtOnce, followOrders } from './changing-shop.ts'

const INVOICES = '/api/billing/invoices'

let owner: Member
beforeAll(async () => {
  owner = await aTaxedMember()
})

const aShop = () => aChangingShop(owner)
const follow = (on?: App) => followOrders(owner, on)

const read = async (id: string) => (await owner.get(`${INVOICES}/${id}`)).body
const issue = (id: string) => owner.post(`${INVOICES}/${id}/issue`)
const shown = ({ lineItems }: { lineItems: { description: string; quantity: number; unitPrice: number }[] }) =>
  lineItems.map(({ description, quantity, unitPrice }) => [description, quantity, unitPrice])

const at = (ratePercent: number, amount: number) => [{ name: 'VAT', ratePercent, amount }]
const TEA = { externalLineId: 'l-1', sku: 'TEA', name: 'Tea', quantity: 3, total: 1785 }

describe('a draft that bills an order', () => {
  it('is not issued before it has followed a change of the order, and then bills the order as it is', async () => {
    const shop = await aShop()
    await shop.tell('A', 2000)
    await shop.tell('B', 1785, { lineItems: [TEA] })
    await shop.tell('C', 500)
    const { id } = await shop.draw()
    await shop.tell('A', 2000, { status: 'cancelled' })
    await shop.tell('B', 1190, { lineItems: [{ ...TEA, quantity: 2, total: 1190 }] })
    const refused = await issue(id)
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'ORDER_CHANGED'])
    expect(refused.body.detail).toContain('A, B')
    expect((await read(id)).warnings).toContainEqual({ code: 'ORDER_CHANGED', message: refused.body.detail })
    await follow()
    const draft = await read(id)
    expect(shown(draft)).toEqual([
      ['Tea', 2, 595],
      ['Order C', 1, 500],
    ])
    expect(draft).toMatchObject({ grandTotal: 1690, lineItemCount: 2 })
    expect(draft.warnings.map(({ code }: { code: string }) => code)).not.toContain('ORDER_CHANGED')
    expect((await issue(id)).status).toBe(200)
    expect(await shop.books()).toMatchObject({ billed: 1690, owed: 1690 })
  })

  it('bills refunds as lines of their own, and an order that is restored again', async () => {
    const shop = await aShop()
    await shop.tell('A', 1785, { lineItems: [TEA] })
    const { id } = await shop.draw()
    await shop.tell('A', 1785, { lineItems: [TEA], refunds: [{ externalRefundId: 'r', amount: 500, reason: 'late' }] })
    await follow()
    expect(shown(await read(id))).toEqual([
      ['Tea', 3, 595],
      ['Refund of order A: late', 1, -500],
    ])
    await shop.tell('A', 1785, { status: 'cancelled', lineItems: [TEA] })
    await follow()
    expect((await read(id)).lineItemCount).toBe(0)
    await shop.tell('A', 1785, { lineItems: [TEA], paymentStatus: 'paid' })
    await follow()
    expect((await read(id)).lineItemCount).toBe(0)
    expect(shown(await shop.draw())).toEqual([['Tea', 3, 595]])
  })

  it('follows an order that changes while it follows, and while others are added', async () => {
    const shop = await aShop()
    for (const number of Array.from({ length: 45 }, (_, i) => `N-${i}`)) await shop.tell(number, 100)
    const { id } = await shop.draw()
    await shop.tell('N-0', 70)
    await shop.tell('N-0', 60)
    await follow()
    await shop.tell('N-1', 40)
    await follow()
    await owner.get(`${INVOICES}/${id}`)
    const lines = (await read(id)).lineItems as { reference: string; unitPrice: number }[]
    expect(
      lines.filter(({ reference }) => ['N-0', 'N-1'].includes(reference)).map(({ unitPrice }) => unitPrice),
    ).toEqual([60, 40])
  })

  it.each([true, false])(
    'follows once if the work dies at any of its transactions (written: %s)',
    async (isWritten) => {
      for (let at = 1; at <= 2; at++) {
        const shop = await aShop()
        await shop.tell('A', 2000)
        await shop.tell('B', 1000)
        const { id } = await shop.draw()
        await shop.tell('B', 700)
        await follow(dyingAt(at, isWritten)).catch(() => {})
        await follow()
        expect((await read(id)).grandTotal).toBe(2700)
        expect((await issue(id)).status).toBe(200)
        expect((await shop.books()).owed).toBe(2700)
      }
    },
  )
})

describe('an issued invoice that bills an order', () => {
  it('proposes a credit note for pieces that were removed, and for the whole order when it is cancelled', async () => {
    const shop = await aShop()
    await shop.tell('A', 1785, { lineItems: [TEA] })
    await shop.tell('B', 1000)
    const { id } = await shop.draw({ issueImmediately: true })
    await shop.tell('A', 1190, { lineItems: [{ ...TEA, quantity: 2, total: 1190 }] })
    await follow()
    const [first] = (await shop.books()).notes
    expect(first).toMatchObject({
      ...{ invoiceId: id, status: 'draft', grandTotal: 595, taxTotal: 95 },
      reason: 'Order A was changed or refunded.',
    })
    await shop.tell('A', 1190, { status: 'cancelled', lineItems: [{ ...TEA, quantity: 2, total: 1190 }] })
    await follow()
    const books = await shop.books()
    expect(books.notes).toHaveLength(2)
    expect(books).toMatchObject({ billed: 1000, owed: 1000 })
    expect((await read(id)).creditedAmount).toBe(1785)
  })

  it('proposes a credit note for a refund of an amount, with its tax', async () => {
    const shop = await aShop()
    await shop.tell('A', 1785, { lineItems: [TEA] })
    await shop.draw({ issueImmediately: true })
    await shop.tell('A', 1785, { lineItems: [TEA], refunds: [{ externalRefundId: 'r', amount: 119 }] })
    await follow()
    const books = await shop.books()
    expect(books.notes).toMatchObject([{ grandTotal: 119, taxTotal: 19 }])
    expect(books).toMatchObject({ billed: 1666, owed: 1666 })
  })

  it('withdraws its proposal if the shop deletes the refund again', async () => {
    const shop = await aShop()
    await shop.tell('A', 1785, { lineItems: [TEA] })
    await shop.draw({ issueImmediately: true })
    await shop.tell('A', 1785, { lineItems: [TEA], refunds: [{ externalRefundId: 'r', amount: 119 }] })
    await follow()
    expect((await shop.books()).notes).toHaveLength(1)
    await shop.tell('A', 1785, { lineItems: [TEA], refunds: [] })
    await follow()
    expect(await shop.books()).toMatchObject({ billed: 1785, owed: 1785 })
  })

  it('proposes a credit note for a refund of an amount over the taxes of its order, whatever else it bills', async () => {
    const shop = await aShop()
    await shop.tell('A', 2140 + 1190, {
      lineItems: [
        { externalLineId: 'b', name: 'Book', quantity: 2, total: 2140, taxes: at(7, 140) },
        { externalLineId: 't', name: 'Tea', quantity: 1, total: 1190, taxes: at(19, 190) },
      ],
    })
    await shop.tell('B', 1200, { lineItems: [{ name: 'Wine', quantity: 1, total: 1200, taxes: at(20, 200) }] })
    const { id } = await shop.draw({ issueImmediately: true })
    const refunded = { externalRefundId: 'r', amount: 333 }
    await shop.tell('A', 3330, {
      lineItems: [
        { externalLineId: 'b', name: 'Book', quantity: 2, total: 2140, taxes: at(7, 140) },
        { externalLineId: 't', name: 'Tea', quantity: 1, total: 1190, taxes: at(19, 190) },
      ],
      refunds: [refunded],
    })
    await follow()
    const books = await shop.books()
    // 3.33 is a tenth: 2.14 contain 0.14 of tax, and 1.19 contain 0.19.
    expect(books.notes).toMatchObject([{ grandTotal: 333, taxTotal: 33 }])
    const note = (await owner.get(`/api/billing/credit-notes/${books.notes[0].id}`)).body
    expect(note.lineItems).toMatchObject([
      { unitPrice: 214, taxRatePercent: 7, taxAmount: 14 },
      { unitPrice: 119, taxRatePercent: 19, taxAmount: 19 },
    ])
    expect(books).toMatchObject({ billed: 4530 - 333, owed: 4530 - 333 })
    expect((await read(id)).warnings.map(({ code }: { code: string }) => code)).not.toContain('ORDER_CHANGED')
  })

  it('proposes a credit note and a further invoice if a piece is swapped for one of the same price and another tax', async () => {
    const shop = await aShop()
    const book = { externalLineId: 'b', name: 'Book', quantity: 1, total: 1190, taxes: at(7, 78) }
    await shop.tell('A', 1190, {
      lineItems: [{ externalLineId: 't', name: 'Tea', quantity: 1, total: 1190, taxes: at(19, 190) }],
    })
    const { id } = await shop.draw({ issueImmediately: true })
    await shop.tell('A', 1190, { lineItems: [book] })
    await follow()
    const books = await shop.books()
    expect(books.notes).toMatchObject([{ invoiceId: id, grandTotal: 1190, taxTotal: 190 }])
    expect(books.invoices.map((each: { taxTotal: number }) => each.taxTotal).sort()).toEqual([190, 78])
    expect(books).toMatchObject({ billed: 1190, owed: 1190 })
    await shop.tell('A', 1190, { lineItems: [book] })
    await follow()
    expect((await shop.books()).notes).toHaveLength(1)
  })

  it('is credited as a whole if an order is cancelled whose discount has another tax than its goods', async () => {
    const shop = await aShop()
    const discount = {
      externalLineId: 'd',
      kind: 'discount',
      name: 'Coupon',
      quantity: 1,
      total: -119,
      taxes: at(19, -19),
    }
    const book = { externalLineId: 'b', name: 'Book', quantity: 1, total: 1070, taxes: at(7, 70) }
    await shop.tell('A', 951, { lineItems: [book, discount] })
    await shop.draw({ issueImmediately: true })
    await shop.tell('A', 951, { lineItems: [book, discount], refunds: [{ externalRefundId: 'r', amount: 51 }] })
    await follow()
    expect(await shop.books()).toMatchObject({ billed: 900, owed: 900, notes: [{ grandTotal: 51 }] })
    await shop.tell('A', 951, { lineItems: [book, discount], status: 'cancelled' })
    await follow()
    const books = await shop.books()
    expect(books).toMatchObject({ billed: 0, owed: 0, invoices: [{ creditedAmount: 951 }] })
    const taxes = books.notes.reduce((sum: number, note: { taxTotal: number }) => sum + note.taxTotal, 0)
    expect(taxes).toBe(70 - 19)
  })

  it('is credited after the further invoice was, if that bills less than is refunded', async () => {
    const shop = await aShop()
    await shop.tell('A', 1000)
    const { id } = await shop.draw({ issueImmediately: true })
    await shop.tell('A', 1500)
    await follow()
    const more = (await shop.books()).invoices.find((each: { id: string }) => each.id !== id)
    expect((await issue(more.id)).status).toBe(200)
    await shop.tell('A', 900)
    await follow()
    const books = await shop.books()
    expect(books).toMatchObject({ billed: 900, owed: 900 })
    const credited = books.notes.map((note: { invoiceId: string; grandTotal: number }) => [
      note.invoiceId,
      note.grandTotal,
    ])
    expect(new Map(credited)).toEqual(
      new Map([
        [more.id, 500],
        [id, 100],
      ]),
    )
  })

  it('is credited at its own tax, although the rate of the tenant has changed since', async () => {
    const own = await aTaxedMember()
    const shop = await aChangingShop(own)
    await shop.tell('A', 1190)
    await shop.draw({ issueImmediately: true })
    const settings = [{ key: 'billing.taxRates', value: { standard: 20 } }]
    await own.put('/api/configuration/settings/bulk', { settings })
    await shop.tell('A', 1190, { refunds: [{ externalRefundId: 'r', amount: 119 }] })
    await followOrders(own)
    const { notes, invoices } = await shop.books()
    expect(notes).toMatchObject([{ grandTotal: 119, taxTotal: 19 }])
    expect(invoices).toHaveLength(1)
  })

  it('is not credited for what its further invoice credits at the same moment', async () => {
    const shop = await aShop()
    const tea = { externalLineId: 't', name: 'Tea', quantity: 1, total: 1190, taxes: at(19, 190) }
    const tell = async (books: number, lineItems: object[] = []) => {
      const total = books * 107
      const sold = { externalLineId: 'b', name: 'Book', quantity: books, total, taxes: at(7, books * 7) }
      await shop.tell('A', total + 1190 * lineItems.length, { lineItems: [...lineItems, sold] })
    }
    await tell(10, [tea])
    await shop.draw({ issueImmediately: true })
    await tell(15, [tea])
    await follow()
    for (const { id, status } of (await shop.books()).invoices) if (status === 'draft') await issue(id)
    // The further invoice has no tea to credit, so the first one is to follow when books are taken off as well.
    await tell(15)
    await followAtOnce(owner)
    await tell(10)
    await followAtOnce(owner)
    await follow()
    expect(await shop.books()).toMatchObject({ billed: 1070, owed: 1070 })
  })

  it('is billed again by its further invoice if it is cancelled', async () => {
    const shop = await aShop()
    await shop.tell('A', 1000)
    const { id } = await shop.draw({ issueImmediately: true })
    await shop.tell('A', 1500)
    await follow()
    expect((await owner.post(`${INVOICES}/${id}/cancel`, { reason: 'Wrong partner' })).status).toBe(200)
    await follow()
    expect(await shop.books()).toMatchObject({ billed: 1500, owed: 1500, invoices: [{ status: 'draft' }] })
  })

  it('proposes a further invoice for what was added, which follows in its turn and ends when nothing is left of it', async () => {
    const shop = await aShop()
    await shop.tell('A', 1000)
    const { id } = await shop.draw({ issueImmediately: true })
    await shop.tell('A', 1500)
    await follow()
    const more = (await shop.books()).invoices.find((each: { id: string }) => each.id !== id)
    expect(more).toMatchObject({ status: 'draft', grandTotal: 500 })
    expect(shown(await read(more.id))).toEqual([['Change of order A', 1, 500]])
    await shop.tell('A', 1200)
    await follow()
    expect((await read(more.id)).grandTotal).toBe(200)
    await shop.tell('A', 900)
    await follow()
    expect((await owner.get(`${INVOICES}/${more.id}`)).status).toBe(404)
    expect(await shop.books()).toMatchObject({ billed: 900, owed: 900, notes: [{ grandTotal: 100, invoiceId: id }] })
  })

  it('keeps a further invoice to which somebody has added a line of their own', async () => {
    const shop = await aShop()
    await shop.tell('A', 1000)
    const { id } = await shop.draw({ issueImmediately: true })
    await shop.tell('A', 1500)
    await follow()
    const more = (await shop.books()).invoices.find((each: { id: string }) => each.id !== id)
    const added = { description: 'Gift wrapping', quantity: 1, unitPrice: 300 }
    const [{ id: lineId, description, quantity, unitPrice }] = (await read(more.id)).lineItems
    const lineItems = [{ id: lineId, description, quantity, unitPrice }, added]
    expect((await owner.patch(`${INVOICES}/${more.id}`, { lineItems })).status).toBe(200)
    await shop.tell('A', 1000)
    await follow()
    expect(shown(await read(more.id))).toEqual([['Gift wrapping', 1, 300]])
  })

  it('says that somebody has to decide if the order has another currency', async () => {
    const shop = await aShop()
    await shop.tell('A', 1000)
    const { id } = await shop.draw({ issueImmediately: true })
    await shop.tell('A', 1000, { currency: 'USD' })
    await follow()
    expect((await read(id)).warnings).toContainEqual({
      code: 'ORDER_CHANGED',
      message:
        'Orders changed after the invoice had billed them: A. The order has another currency now, so somebody has to credit it and bill it again.',
    })
  })
})
