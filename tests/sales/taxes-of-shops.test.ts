import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import type { ShopifyCart } from '../connectors/servers/shopify-order.ts'
import { readCsv } from '../data-exchange/exporting.ts'
import { anInternal, aPolicy, ordersOf as fulfilmentOrdersOf, settled, stocking } from '../fulfilment/fulfilling.ts'
import { aMerchant, aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aShopifyChannel } from './hooks.ts'
import { simulating } from './sync.ts'

const since = (ratePercent: number) => [{ ratePercent, validFrom: '2014-01-01' }]
const SELLER = {
  'general.country': 'DE',
  'general.companyName': 'Nordlicht Logistik GmbH',
  'general.vatId': 'DE123456789',
  'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  'billing.bankAccount': { iban: 'DE02120300000000202051' },
  'billing.taxRates': { standard: 19 },
  'billing.taxRatesByCountry': { AT: { standard: since(20) } },
  'billing.taxRules': ['intra_community', 'one_stop_shop'],
}
const PLACES = {
  AT: { city: 'Wien', zip: '1010', countryCodeV2: 'AT' },
  FR: { city: 'Lyon', zip: '69001', countryCodeV2: 'FR' },
}
const UST = { name: 'USt', percent: 20 }
const TEA = { sku: 'TEA', name: 'Tea', quantity: 1, price: 1200 }
const CUP = { sku: 'CUP', name: 'Cup', quantity: 2, price: 600 }

let owner: Member
let shop: Awaited<ReturnType<typeof startShopify>>
let channel: Awaited<ReturnType<typeof aShopifyChannel>>
beforeEach(async () => {
  owner = await aMember()
  shop = await startShopify()
  const { outbound } = makeApp({ ...readConfig(), outboundAllowPrivate: true })
  const { address, server } = shop
  simulating({
    outbound: { send: (request) => outbound.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  const settings = Object.entries(SELLER).map(([key, value]) => ({ key, value }))
  expect((await owner.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
  channel = await aShopifyChannel(owner, shop)
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

/** Lets a partner sell through the channel, whom its orders are billed to. */
const billing = async (fields: object) => {
  const { id: partnerId } = await aPartner(owner, fields)
  const { id: merchantId } = await aMerchant(owner, { partnerId })
  await owner.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
  return partnerId as string
}

/** Places an order that goes to a country, or a later version of it, of which the shop sends a webhook. */
const sell = async (
  id: number,
  to: keyof typeof PLACES,
  lines: ShopifyCart['lines'],
  more: Partial<ShopifyCart> = {},
): Promise<string> => {
  shop.putCart(id, { currency: 'EUR', isGross: true, lines, ...more })
  Object.assign(shop.find(id), { shippingAddress: { ...shop.find(id).shippingAddress, ...PLACES[to] } })
  await channel.tell(id)
  await channel.follow()
  await settled()
  const orders = (await channel.orders()) as unknown as { id: string; externalOrderId: string }[]
  return orders.find(({ externalOrderId }) => externalOrderId === String(id))?.id as string
}

const draw = async (partnerId: string) => {
  const given = { partnerId, channelId: channel.id, currencyCode: 'EUR', dueDate: '2099-03-31' }
  const { status, body } = await owner.post('/api/billing/invoices', given)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const taxOf = ({ lineItems }: { lineItems: Record<string, unknown>[] }) =>
  lineItems.map(({ taxKind, taxRatePercent, taxCountry, oneStopShop, dispatchCountry, taxAmount }) => [
    ...[taxKind, taxRatePercent, taxCountry, oneStopShop, dispatchCountry, taxAmount],
  ])
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)
const issue = async (id: string) => {
  const { status, text } = await owner.post(`/api/billing/invoices/${id}/issue`, {})
  expect(status, text).toBe(200)
  return await owner.get(`/api/billing/invoices/${id}/e-invoice?format=en16931-ubl`)
}

describe('an order of Shopify without tax that goes to a business in another member state', () => {
  const LYON = { address: { line1: 'Rue Mercière 1', postalCode: '69001', city: 'Lyon', countryCode: 'FR' } }

  it('is an intra-community supply with both VAT ids, the day and the country of the delivery', async () => {
    const partnerId = await billing({ ...LYON, vatId: 'FR12345678901' })
    await sell(1, 'FR', [TEA])
    const draft = await draw(partnerId)
    expect([draft.grandTotal, taxOf(draft), codes(draft)]).toEqual([
      ...[1200, [['intra_community', 0, null, false, null, 0]], []],
    ])
    const { status, headers } = await issue(draft.id)
    expect(status).toBe(302)
    const xml = await (await fetch(headers.Location as string)).text()
    for (const part of ['>K<', 'VATEX-EU-IC', 'DE123456789', 'FR12345678901', '<cbc:ActualDeliveryDate>'])
      expect(xml).toContain(part)
    expect(xml).toMatch(/<cac:DeliveryLocation>.*<cbc:IdentificationCode>FR</s)
  })

  it('is doubted without a VAT id, and has no e-invoice', async () => {
    const partnerId = await billing(LYON)
    await sell(1, 'FR', [TEA])
    const draft = await draw(partnerId)
    expect(codes(draft)).toContain('TAX_UNDECIDED')
    const { status, body } = await issue(draft.id)
    expect([status, body.errorCode]).toEqual([409, 'INVOICE_INCOMPLETE'])
  })
})

describe('an order of Shopify with Austrian tax that goes to a consumer in Austria', () => {
  let partnerId: string
  beforeEach(async () => {
    partnerId = await billing({ countryCode: 'DE' })
    const home = await anInternal(owner)
    const abroad = await anInternal(owner, { partnerId: (await aPartner(owner, { countryCode: 'AT' })).id })
    await aPolicy(owner, { rules: [{ name: 'Any', splitAllowed: true }] })
    await stocking(owner, (await aVariant(owner, { sku: 'TEA' })).id, home.id, 10)
    await stocking(owner, (await aVariant(owner, { sku: 'CUP' })).id, abroad.id, 10)
  })
  const [tea, cup] = [
    { ...TEA, rates: [UST] },
    { ...CUP, rates: [UST] },
  ]
  const declared = async () => {
    const now = new Date()
    const quarter = `${now.getUTCFullYear()}-Q${Math.floor(now.getUTCMonth() / 3) + 1}`
    const { text } = await owner.get(`/api/billing/one-stop-shop/export?quarter=${quarter}`)
    return readCsv(text).map((row) => [row.dispatchCountry, row.destinationCountry, row.taxAmountDecimal])
  }

  it('is declared by the one-stop shop if it leaves at home', async () => {
    await sell(1, 'AT', [tea])
    const draft = await draw(partnerId)
    expect([draft.grandTotal, taxOf(draft), codes(draft)]).toEqual([
      ...[1200, [['standard', 20, 'AT', true, 'DE', 200]], []],
    ])
    await issue(draft.id)
    expect(await declared()).toEqual([['DE', 'AT', '2.00']])
  })

  it('is a sale within Austria if a custodian there sends it, which the draft says, and is in no return of the one-stop shop', async () => {
    const orderId = await sell(1, 'AT', [cup])
    expect(await fulfilmentOrdersOf(owner, orderId)).toHaveLength(1)
    const draft = await draw(partnerId)
    expect([draft.grandTotal, taxOf(draft), codes(draft)]).toEqual([
      ...[1200, [['standard', 20, 'AT', false, 'AT', 200]], ['TAX_REGISTRATION_NEEDED']],
    ])
    await issue(draft.id)
    expect(await declared()).toEqual([])
  })

  it('leaves from where it is planned now, whoever had it before', async () => {
    await sell(1, 'AT', [cup])
    const edited = [{ line: 0, quantity: cup.quantity }]
    const orderId = await sell(1, 'AT', [cup, tea], {
      ...{ edited, shipping: [{ name: 'Post', price: 480, rates: [UST] }] },
    })
    expect(await fulfilmentOrdersOf(owner, orderId)).toMatchObject([{ status: 'open' }, { status: 'cancelled' }])
    expect(taxOf(await draw(partnerId))).toEqual([
      ['standard', 20, 'AT', true, 'DE', 200],
      ['standard', 20, 'AT', true, 'DE', 80],
    ])
  })

  it('is both, line by line, if two custodians send it', async () => {
    await sell(1, 'AT', [tea, cup])
    expect(taxOf(await draw(partnerId)).map(([, , , isOneStop, from]) => [isOneStop, from])).toEqual([
      [true, 'DE'],
      [false, 'AT'],
    ])
  })
})
