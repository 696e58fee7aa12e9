import { createECDH, randomBytes } from 'node:crypto'
import type { Member } from './client.ts'
import { reserving } from './stock.ts'

let made = 0

/** Creates a partner in the member's tenant. */
export const aPartner = async (member: Member, fields: object = {}) =>
  (await member.post('/api/partner/partners', { name: `Partner ${++made}`, ...fields })).body

/** Creates a custodian, with a new partner unless one is given. */
export const aCustodian = async (member: Member, fields: { partnerId?: string } & Record<string, unknown> = {}) => {
  const partnerId = fields.partnerId ?? (await aPartner(member)).id
  const { body } = await member.post('/api/warehousing/custodians', {
    type: 'custom',
    name: `Custodian ${++made}`,
    ...fields,
    partnerId,
  })
  return body
}

/** Makes the push subscription of a browser, with an endpoint of its own. */
export const aPushSubscription = (fields: object = {}) => ({
  endpoint: `https://push.example.com/send/${randomBytes(16).toString('hex')}`,
  p256dhKey: createECDH('prime256v1').generateKeys('base64url'),
  authKey: randomBytes(16).toString('base64url'),
  ...fields,
})

/** Creates a monthly profile with one line of 119.00 EUR, with a new partner unless one is given. */
export const aRecurringProfile = async (
  member: Member,
  fields: { partnerId?: string } & Record<string, unknown> = {},
) => {
  const partnerId = fields.partnerId ?? (await aPartner(member)).id
  const { body } = await member.post('/api/billing/recurring-invoice-profiles', {
    currencyCode: 'EUR',
    cadence: 'monthly',
    anchorDay: 31,
    startAt: '2099-01-31',
    lines: [{ description: 'Storage', quantity: 1, unitPrice: 11_900 }],
    ...fields,
    partnerId,
  })
  return body
}

/** Creates an invoice with one line of 119.00 EUR, with a new partner unless one is given. */
export const anInvoice = async (member: Member, fields: { partnerId?: string } & Record<string, unknown> = {}) => {
  const partnerId = fields.partnerId ?? (await aPartner(member)).id
  const { body } = await member.post('/api/billing/invoices', {
    dueDate: '2099-03-31',
    currencyCode: 'EUR',
    lineItems: [{ description: 'Storage', quantity: 1, unitPrice: 11_900 }],
    ...fields,
    partnerId,
  })
  return body
}

export const aProduct = async (member: Member, fields: object = {}) =>
  (await member.post('/api/catalog/products', { name: `Product ${++made}`, ...fields })).body

export const aCategory = async (member: Member, fields: object = {}) =>
  (await member.post('/api/catalog/categories', { code: `category-${++made}`, name: `Category ${made}`, ...fields }))
    .body

/** Creates a variant at 119.00 EUR, with a new product unless one is given. */
export const aVariant = async (member: Member, fields: { productId?: string } & Record<string, unknown> = {}) => {
  const productId = fields.productId ?? (await aProduct(member)).id
  const { body } = await member.post('/api/catalog/variants', {
    sku: `SKU-${++made}`,
    name: `Variant ${made}`,
    prices: [{ currency: 'EUR', amount: 11_900 }],
    ...fields,
    productId,
  })
  return body
}

export const anAssortment = async (member: Member, fields: object = {}) =>
  (await member.post('/api/catalog/assortments', { name: `Assortment ${++made}`, ...fields })).body

/**
 * Creates a stock item, with a new variant and a new custodian unless they are given. Some pieces are reserved, beyond those
 * on hand if need be.
 */
export const aStockItem = async (
  member: Member,
  {
    onHand = 10,
    reserved = 0,
    ...fields
  }: { variantId?: string; custodianId?: string; onHand?: number; reserved?: number } & Record<string, unknown> = {},
) => {
  const variantId = fields.variantId ?? (await aVariant(member)).id
  const custodianId = fields.custodianId ?? (await aCustodian(member)).id
  const backorder = reserved > onHand && { backorderLimit: reserved - onHand }
  const given = { onHand, ...backorder, ...fields, variantId, custodianId }
  const { body } = await member.post('/api/inventory/stock-items', given)
  if (!reserved) return body
  await reserving(member, body, reserved)
  return (await member.get(`/api/inventory/stock-items/${body.id}`)).body
}

/** Creates a channel of a simulated shop. */
export const aChannel = async (member: Member, fields: object = {}) =>
  (
    await member.post('/api/sales/channels', {
      name: 'Web shop',
      code: `C-${++made}`,
      type: 'simulator',
      credentials: { api_key: 'canary-api-key' },
      ...fields,
    })
  ).body

export const aMerchant = async (member: Member, fields: object = {}) =>
  (await member.post('/api/sales/merchants', { name: `Merchant ${++made}`, ...fields })).body
