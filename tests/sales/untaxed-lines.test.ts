import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { followOrders } from '../billing/changing-shop.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import type { ShopifyCart } from '../connectors/servers/shopify-order.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import type { WooCart } from '../connectors/servers/woocommerce-order.ts'
import { readCsv } from '../data-exchange/exporting.ts'
import { settled } from '../fulfilment/fulfilling.ts'
import { aChannel, aMerchant, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aShopifyChannel } from './hooks.ts'
import { simulating, syncing } from './sync.ts'

const INVOICES = '/api/billing/invoices'
const NOTES = '/api/billing/credit-notes'
const SELLER = {
  'general.country': 'DE',
  'general.companyName': 'Nordlicht Logistik GmbH',
  'general.vatId': 'DE123456789',
  'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  'general.locale': 'de',
  'billing.bankAccount': { iban: 'DE02120300000000202051' },
  'billing.taxRates': { standard: 19 },
}
const VAT = { name: 'VAT', percent: 19 }
const TEA = { sku: 'TEA', name: 'Tea', quantity: 1, price: 1190, rates: [VAT] }
const GIFT_CARD = { sku: null, name: 'Gift card', quantity: 1, price: 5000, kind: 'gift_card' as const }
const TIP = { sku: null, name: 'Tip', quantity: 1, price: 500, kind: 'tip' as const }

let owner: Member
let partnerId: string
beforeEach(async () => {
  owner = await aMember()
  const address = { line1: 'Marktplatz 3', postalCode: '04109', city: 'Leipzig', countryCode: 'DE' }
  partnerId = (await aPartner(owner, { name: 'Teehaus KG', address })).id
  await set(SELLER)
})
afterAll(() => useApp(undefined))

const set = async (values: Record<string, unknown>) => {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
  const { status, text } = await owner.put('/api/configuration/settings/bulk', { settings })
  expect(status, text).toBe(204)
}

/** Lets requests to a shop reach its stand-in. */
const reach = ({ address, server }: { address: string; server: { url: string } }) => {
  const { outbound } = makeApp({ ...readConfig(), outboundAllowPrivate: true })
  simulating({
    outbound: { send: (request) => outbound.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
}

/** Lets the partner sell through a channel, so that its orders are billed to the partner. */
const billTo = async (channelId: string) => {
  const { id: merchantId } = await aMerchant(owner, { partnerId })
  await owner.put(`/api/sales/channels/${channelId}/merchant`, { merchantId })
}

const draw = async (channelId: string) => {
  const given = { partnerId, channelId, currencyCode: 'EUR', dueDate: '2099-03-31' }
  const { status, body } = await owner.post(INVOICES, given)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

interface Shown {
  description: string
  taxKind: string
  taxRatePercent: number
  amount: number
  taxAmount: number
}

const linesOf = ({ lineItems }: { lineItems: Shown[] }) =>
  lineItems.map((line) => [line.description, line.taxKind, line.taxRatePercent, line.amount, line.taxAmount])
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)

const issue = async (path: string, id: string) => {
  const { status, text } = await owner.post(`${path}/${id}/issue`, {})
  expect(status, text).toBe(200)
}

/** Returns the tax subtotals of an e-invoice: category, rate, base, tax, code and text of the reason. */
const subtotalsOf = async (path: string, id: string) => {
  const { status, headers, text } = await owner.get(`${path}/${id}/e-invoice?format=en16931-ubl`)
  expect(status, text).toBe(302)
  const xml = await (await fetch(headers.Location as string)).text()
  return [...xml.matchAll(/<cac:TaxSubtotal>(.*?)<\/cac:TaxSubtotal>/gs)].map(([, subtotal = '']) =>
    ['cbc:ID', 'Percent', 'TaxableAmount', 'TaxAmount', 'TaxExemptionReasonCode', 'TaxExemptionReason'].map(
      (name) => new RegExp(`<(?:cbc:)?${name}(?: [^>]*)?>([^<]*)<`).exec(subtotal)?.[1] ?? null,
    ),
  )
}

describe('an order of Shopify', () => {
  let shop: Awaited<ReturnType<typeof startShopify>>
  let channel: Awaited<ReturnType<typeof aShopifyChannel>>
  beforeEach(async () => {
    shop = await startShopify()
    reach(shop)
    channel = await aShopifyChannel(owner, shop)
    await billTo(channel.id)
  })
  afterEach(() => shop.server.stop())

  const sell = async (lines: ShopifyCart['lines'], more: Partial<ShopifyCart> = {}, place: object = {}) => {
    shop.putCart(1, { currency: 'EUR', isGross: true, lines, ...more })
    Object.assign(shop.find(1), { shippingAddress: { ...shop.find(1).shippingAddress, ...place } })
    await channel.tell(1, 'orders/updated')
    await channel.follow()
    await settled()
    await followOrders(owner)
  }

  it('with a gift card, a tip and duties is billed with the tax of its goods alone', async () => {
    await sell([TEA, GIFT_CARD, TIP], { duties: 450 })
    const draft = await draw(channel.id)
    expect(linesOf(draft)).toEqual([
      ['Tea', 'standard', 19, 1000, 190],
      ['Gift card', 'voucher', 0, 5000, 0],
      ['Tip', 'tip', 0, 500, 0],
      ['Duties', 'disbursement', 0, 450, 0],
    ])
    // The buyer paid 11.90 + 50.00 + 5.00 + 4.50.
    expect(draft).toMatchObject({ subtotal: 6950, taxTotal: 190, grandTotal: 7140, warnings: [] })
    await issue(INVOICES, draft.id)
    const reasons =
      'Mehrzweckgutschein, Steuer erst bei Einlösung; Trinkgeld, nicht steuerbar; Durchlaufender Posten, nicht steuerbar'
    expect(await subtotalsOf(INVOICES, draft.id)).toEqual([
      ['S', '19', '10.00', '1.90', null, null],
      ['E', '0', '59.50', '0.00', null, reasons],
    ])
  })

  it('whose gift card is refunded is credited with the card and no tax', async () => {
    await sell([TEA, GIFT_CARD])
    const { id } = await draw(channel.id)
    await issue(INVOICES, id)
    await sell([TEA, GIFT_CARD], {
      refunds: [{ lines: [{ line: 1, quantity: 1, left: false }] }],
      financialStatus: 'PARTIALLY_REFUNDED',
    })
    const { member } = (await owner.get(`${NOTES}?partnerId=${partnerId}`)).body
    expect(member).toMatchObject([{ status: 'draft', invoiceId: id, subtotal: 5000, taxTotal: 0, grandTotal: 5000 }])
    const { body: note } = await owner.get(`${NOTES}/${member[0].id}`)
    expect(linesOf(note)).toEqual([['Gift card', 'voucher', 0, 5000, 0]])
    await issue(NOTES, note.id)
    expect(await subtotalsOf(NOTES, note.id)).toEqual([
      ['E', '0', '50.00', '0.00', null, 'Mehrzweckgutschein, Steuer erst bei Einlösung'],
    ])
  })

  it('is taxed on gift cards and tips like on goods if the tenant says so', async () => {
    await set({ 'billing.giftCards': 'single_purpose', 'billing.tips': 'taxed' })
    await sell([TEA, { ...GIFT_CARD, price: 5950 }, { ...TIP, price: 595 }], { duties: 450 })
    const draft = await draw(channel.id)
    expect(linesOf(draft)).toEqual([
      ['Tea', 'standard', 19, 1000, 190],
      ['Gift card', 'standard', 19, 5000, 950],
      ['Tip', 'standard', 19, 500, 95],
      ['Duties', 'disbursement', 0, 450, 0],
    ])
    expect(draft.grandTotal).toBe(8185)
  })

  it('keeps the tax that the shop charged on a gift card, whatever the tenant says', async () => {
    await sell([TEA, { ...GIFT_CARD, price: 1070, rates: [{ name: 'VAT', percent: 7 }] }])
    const draft = await draw(channel.id)
    expect(linesOf(draft)[1]).toEqual(['Gift card', 'standard', 7, 1000, 70])
    expect(draft.grandTotal).toBe(2260)
  })

  it('that consists of a gift card and a tip has no tax, although nothing else says that the shop charges any', async () => {
    await sell([GIFT_CARD, TIP])
    const draft = await draw(channel.id)
    expect(draft).toMatchObject({ subtotal: 5500, taxTotal: 0, grandTotal: 5500, warnings: [] })
    expect(linesOf(draft).map(([, kind]) => kind)).toEqual(['voucher', 'tip'])
  })

  it('is doubted where goods were sold without the tax that their rate gives', async () => {
    await sell([TEA, { ...TEA, sku: 'STAMP', name: 'Stamp', price: 100, rates: [] }])
    const draft = await draw(channel.id)
    expect(linesOf(draft)[1]).toEqual(['Stamp', 'zero', 0, 100, 0])
    expect([draft.grandTotal, codes(draft)]).toEqual([1290, expect.arrayContaining(['TAX_UNDECIDED'])])
  })

  it('goes to the one-stop shop without what is no supply', async () => {
    await set({
      'billing.taxRules': ['one_stop_shop'],
      'billing.taxRatesByCountry': { AT: { standard: [{ ratePercent: 20, validFrom: '2014-01-01' }] } },
    })
    const tea = { ...TEA, price: 1200, rates: [{ name: 'USt', percent: 20 }] }
    await sell([tea, GIFT_CARD, TIP], { duties: 450 }, { city: 'Wien', zip: '1010', countryCodeV2: 'AT' })
    const draft = await draw(channel.id)
    expect(draft.grandTotal).toBe(7150)
    await issue(INVOICES, draft.id)
    const now = new Date()
    const quarter = `${now.getUTCFullYear()}-Q${Math.floor(now.getUTCMonth() / 3) + 1}`
    const { text } = await owner.get(`/api/billing/one-stop-shop/export?quarter=${quarter}`)
    expect(readCsv(text).map((row) => [row.destinationCountry, row.netAmountDecimal, row.taxAmountDecimal])).toEqual([
      ['AT', '10.00', '2.00'],
    ])
  })
})

describe('an order of WooCommerce', () => {
  let woo: Awaited<ReturnType<typeof startWooCommerce>>
  beforeEach(async () => {
    woo = await startWooCommerce()
    reach(woo)
  })
  afterEach(() => woo.server.stop())

  it('with a fee that the shop does not tax is billed without tax on the fee, which is doubted', async () => {
    const fields = { type: 'woocommerce', credentials: woo.credentials, syncSettings: { daysToLookBack: 365 } }
    const { id } = await aChannel(owner, fields)
    await billTo(id)
    const cart: WooCart = { currency: 'EUR', isGross: true, lines: [TEA], fees: [{ name: 'Donation', price: 300 }] }
    woo.putCart(1, cart)
    await syncing(owner, { id })
    await settled()
    const draft = await draw(id)
    expect(linesOf(draft)).toEqual([
      ['Tea', 'standard', 19, 1000, 190],
      ['Donation', 'zero', 0, 300, 0],
    ])
    expect(draft).toMatchObject({ subtotal: 1300, taxTotal: 190, grandTotal: 1490 })
    expect(codes(draft)).toContain('TAX_UNDECIDED')
  })
})
