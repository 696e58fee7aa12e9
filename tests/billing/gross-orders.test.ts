import { beforeAll, describe, expect, it } from 'vitest'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const INVOICES = '/api/billing/invoices'
const NOTES = '/api/billing/credit-notes'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
  const settings = [{ key: 'billing.taxRates', value: { standard: 19, reduced: 7, none: 0 } }]
  await owner.put('/api/configuration/settings/bulk', { settings })
})

const TEA_AND_SHIPPING = {
  total: 1680,
  lineItems: [
    { name: 'Tea', quantity: 2, unitPrice: 595 },
    { name: 'Shipping', quantity: 1, unitPrice: 490 },
  ],
}

/** Bills the orders of a new channel. */
const bill = async (orders: object[], fields: object = {}) => {
  const { id: partnerId } = await aPartner(owner)
  const channel = await aManualChannel(owner)
  await importing(owner, channel.id, orders)
  const given = { partnerId, channelId: channel.id, dueDate: '2099-03-31', currencyCode: 'EUR', ...fields }
  return await owner.post(INVOICES, given)
}

const amountsOf = ({ lineItems }: { lineItems: { amount: number; taxAmount: number }[] }) =>
  lineItems.map(({ amount, taxAmount }) => [amount, taxAmount])

describe('an invoice of orders, whose prices contain tax', () => {
  it('bills what the buyer paid, and says how much of it is tax', async () => {
    const { status, body } = await bill([aRow(TEA_AND_SHIPPING)])
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ pricesIncludeTax: true, subtotal: 1412, taxTotal: 268, grandTotal: 1680 })
    expect(body.lineItems).toMatchObject([{ unitPrice: 595 }, { unitPrice: 490 }])
    expect(amountsOf(body)).toEqual([
      [1000, 190],
      [412, 78],
    ])
  })

  it('keeps the total in yen, where no amount has decimals', async () => {
    const order = { total: 1100, currency: 'JPY', lineItems: [{ name: 'Tea', quantity: 1, unitPrice: 1100 }] }
    const { body } = await bill([aRow(order)], { currencyCode: 'JPY' })
    expect(body).toMatchObject({ subtotal: 924, taxTotal: 176, grandTotal: 1100 })
  })

  it('taxes each part at the rate that its shop charged, and the others at that of the tenant', async () => {
    const at = (ratePercent: number, amount: number) => [{ name: 'VAT', ratePercent, amount }]
    const { body } = await bill([
      aRow({
        total: 3555,
        lineItems: [
          { name: 'Book', quantity: 2, total: 1070, taxes: at(7, 70) },
          { name: 'Cup', quantity: 1, total: 1190, taxes: null },
          { name: 'Wine', quantity: 1, total: 1200, taxes: at(20, 200) },
        ],
        shippingLines: [{ name: 'Parcel', total: 95, taxes: at(19, 15) }],
      }),
    ])
    // At 19 percent: 11.90 and 0.95 contain 2.05; at 20: 2.00; at 7: 0.70.
    expect(body.lineItems.map(({ taxRatePercent }: { taxRatePercent: number }) => taxRatePercent)).toEqual([
      7, 19, 20, 19,
    ])
    expect(body).toMatchObject({ subtotal: 3080, taxTotal: 475, grandTotal: 3555 })
  })

  it('bills a discount of the whole order with its tax', async () => {
    const { body } = await bill([aRow({ ...TEA_AND_SHIPPING, total: 1500 })])
    // 15.00 / 1.19 = 12.605…
    expect(body).toMatchObject({ subtotal: 1261, taxTotal: 239, grandTotal: 1500 })
    expect(body.lineItems.at(-1)).toMatchObject({ unitPrice: -180, amount: -151, taxAmount: -29 })
  })

  it('keeps prices and order when lines are changed, whatever their rates', async () => {
    const { body: draft } = await bill([aRow(TEA_AND_SHIPPING)])
    const [tea, shipping] = draft.lineItems
    const changed = await owner.patch(`${INVOICES}/${draft.id}/line-items/${tea.id}`, { taxCategoryId: 'reduced' })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    // 11.90 / 1.07 = 11.1215… and 4.90 / 1.19 = 4.1176…
    expect(changed.body).toMatchObject({ subtotal: 1524, taxTotal: 156, grandTotal: 1680 })
    const free = await owner.patch(`${INVOICES}/${draft.id}/line-items/${shipping.id}`, { taxCategoryId: 'none' })
    expect(free.body).toMatchObject({ subtotal: 1602, taxTotal: 78, grandTotal: 1680 })
    const added = await owner.post(`${INVOICES}/${draft.id}/line-items`, {
      description: 'Gift wrap',
      quantity: 1,
      unitPrice: 119,
    })
    expect(added.body).toMatchObject({ grandTotal: 1799, taxTotal: 97 })
  })

  it.each([
    { pieces: [1], expected: [[595, 95]] },
    {
      pieces: [1, 1],
      expected: [
        [595, 95],
        [595, 95],
      ],
    },
  ])('gives back the price of each piece that is credited: $pieces', async ({ pieces, expected }) => {
    const { body: invoice } = await bill([aRow(TEA_AND_SHIPPING)], { issueImmediately: true })
    const credited: number[][] = []
    for (const quantity of pieces) {
      const lineItems = [{ originalLineItemId: invoice.lineItems[0].id, quantity }]
      const { status, body } = await owner.post(NOTES, { invoiceId: invoice.id, reason: 'Returned', lineItems })
      expect(status, JSON.stringify(body)).toBe(201)
      expect(body).toMatchObject({ pricesIncludeTax: true, lineItems: [{ unitPrice: 595, quantity }] })
      credited.push([body.grandTotal, body.taxTotal])
    }
    expect(credited).toEqual(expected)
    const { body: rest } = await owner.post(NOTES, { invoiceId: invoice.id, reason: 'The rest' })
    expect(rest.grandTotal).toBe(1680 - 595 * pieces.length)
    expect(rest.taxTotal).toBe(268 - 95 * pieces.length)
  })

  it('credits a price without naming a line as what the buyer gets', async () => {
    const { body: invoice } = await bill([aRow(TEA_AND_SHIPPING)], { issueImmediately: true })
    const lineItems = [{ description: 'Goodwill', quantity: 1, unitPrice: 500 }]
    const { body } = await owner.post(NOTES, { invoiceId: invoice.id, reason: 'Late', lineItems })
    // 5.00 x 19 / 119 = 0.798…
    expect(body).toMatchObject({ subtotal: 420, taxTotal: 80, grandTotal: 500 })
    const above = [{ description: 'Goodwill', quantity: 1, unitPrice: 1181 }]
    const refused = await owner.post(NOTES, { invoiceId: invoice.id, reason: 'Late', lineItems: above })
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CREDIT_EXCEEDS_INVOICE'])
  })

  it('cannot have prices without tax', async () => {
    const refused = await bill([aRow(TEA_AND_SHIPPING)], { pricesIncludeTax: false })
    expect([refused.status, refused.body.violations]).toEqual([
      400,
      [{ propertyPath: 'pricesIncludeTax', message: 'must be true for orders, whose prices contain tax' }],
    ])
    const { body: draft } = await bill([aRow(TEA_AND_SHIPPING)])
    const change = async (fields: object) => {
      const { status, body } = await owner.patch(`${INVOICES}/${draft.id}`, { pricesIncludeTax: false, ...fields })
      return [status, body.violations?.[0]?.message]
    }
    expect(await change({})).toEqual([400, 'must be given together with lineItems, whose prices it describes'])
    const [{ id, description, quantity, unitPrice }] = draft.lineItems
    expect(await change({ lineItems: [{ id, description, quantity, unitPrice }] })).toEqual([
      400,
      'must not change while lines bill orders, whose prices it describes',
    ])
    expect(await change({ lineItems: [{ description, quantity, unitPrice }] })).toEqual([200, undefined])
  })
})

it('an invoice of given lines has the prices that its request says', async () => {
  const { id: partnerId } = await aPartner(owner)
  const priced = { partnerId, dueDate: '2099-03-31', currencyCode: 'EUR' }
  const given = { ...priced, lineItems: [{ description: 'Tea', quantity: 3, unitPrice: 333 }] }
  const ask = async (fields: object) => (await owner.post(INVOICES, { ...given, ...fields })).body
  expect(await ask({})).toMatchObject({ pricesIncludeTax: false, subtotal: 999, taxTotal: 190, grandTotal: 1189 })
  expect(await ask({ pricesIncludeTax: true })).toMatchObject({ subtotal: 839, taxTotal: 160, grandTotal: 999 })
})
