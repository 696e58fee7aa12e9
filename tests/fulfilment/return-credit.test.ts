import { describe, expect, it } from 'vitest'
import { aChannel, aCustodian, aMerchant, aPartner, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aHandedOverOrder, anAuthorizedReturn, RETURNS, receive, request } from './returning.ts'

/** Creates an order of two SKUs that was handed over and billed to the seller. */
const aBilledOrder = async (
  member: Member,
  { issue = true, total = 5000, tea = { unitPrice: 1000 } as object } = {},
) => {
  const { id: partnerId } = await aPartner(member)
  const { id: merchantId } = await aMerchant(member, { partnerId })
  const channel = await aChannel(member, { type: 'manual', credentials: {} })
  await member.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
  const [one, two] = [await aVariant(member), await aVariant(member)]
  const order = {
    externalOrderId: '100045',
    number: 'DE-100045',
    currency: 'EUR',
    total,
    lineItems: [
      { sku: one.sku, name: 'Green tea', quantity: 3, ...tea },
      { sku: two.sku, name: 'Cup', quantity: 1, unitPrice: 1500 },
    ],
  }
  await member.post(`/api/sales/channels/${channel.id}/import-orders`, { orders: [order] })
  const { body: found } = await member.get(`/api/sales/orders?channelId=${channel.id}`)
  const salesOrderId = found.member[0].id
  const { body: invoice } = await member.post('/api/billing/invoices', {
    partnerId,
    channelId: channel.id,
    dueDate: '2099-03-31',
    currencyCode: 'EUR',
    issueImmediately: issue,
  })
  const custodian = await aCustodian(member)
  for (const { id: variantId } of [one, two]) await aStockItem(member, { variantId, custodianId: custodian.id })
  await aHandedOverOrder(member, {
    custodian,
    salesOrderId,
    lines: [
      { sku: one.sku, variantId: one.id, handedOver: 3, orderLine: 0 },
      { sku: two.sku, variantId: two.id, handedOver: 1, orderLine: 1 },
    ],
  })
  return { salesOrderId, sku: one.sku, invoiceId: invoice.id, partnerId }
}

const resolve = (member: Member, id: string, fields: object) =>
  member.post(`${RETURNS}/${id}/resolve`, { resolution: 'refunded', ...fields })

describe('resolving a return with an invoice', () => {
  it('drafts a credit note for the pieces that came back, in the currency of the order', async () => {
    const member = await aMember()
    const { salesOrderId, sku, invoiceId } = await aBilledOrder(member)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 3)
    await receive(member, made, 2)
    const { status, body } = await resolve(member, made.id, { invoiceId, refundAmount: 2000 })
    expect([status, body]).toEqual([200, expect.objectContaining({ refundAmount: 2000, currency: 'EUR' })])
    const { body: note } = await member.get(`/api/billing/credit-notes/${body.creditNoteId}`)
    expect(note).toMatchObject({ status: 'draft', invoiceId, subtotal: 2000, reason: `Return ${made.returnNumber}` })
    expect(note.lineItems).toMatchObject([{ description: 'Green tea', quantity: 2, unitPrice: 1000 }])
  })

  it('credits no piece twice over several returns', async () => {
    const member = await aMember()
    const { salesOrderId, sku, invoiceId } = await aBilledOrder(member)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 3)
    expect((await resolve(member, made.id, { invoiceId })).status).toBe(200)
    const { body: again } = await request(member, salesOrderId, sku, 1)
    await member.post(`${RETURNS}/${again.id}/authorize`)
    const refused = await resolve(member, again.id, { invoiceId })
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CREDIT_EXCEEDS_INVOICE'])
    expect((await member.get(`${RETURNS}/${again.id}`)).body.status).toBe('authorized')
    expect((await member.get(`/api/billing/credit-notes?invoiceId=${invoiceId}`)).body.totalItems).toBe(1)
  })

  it.each([
    [[3], [1000]],
    [
      [1, 1, 1],
      [333, 333, 334],
    ],
    [
      [2, 1],
      [666, 334],
    ],
    [
      [1, 2],
      [333, 667],
    ],
  ])('credits three pieces for 10.00 exactly, if %j of them come back at a time', async (parts, amounts) => {
    const member = await aMember()
    const billed = await aBilledOrder(member, { total: 2500, tea: { total: 1000 } })
    const { salesOrderId, sku, invoiceId } = billed
    const { body: invoice } = await member.get(`/api/billing/invoices/${invoiceId}`)
    expect(invoice.lineItems.map((each: Record<string, unknown>) => [each.quantity, each.unitPrice])).toEqual([
      [2, 333],
      [1, 334],
      [1, 1500],
    ])
    expect(invoice.subtotal).toBe(2500)
    const credited = []
    for (const pieces of parts) {
      const made = await anAuthorizedReturn(member, salesOrderId, sku, pieces)
      const { body } = await resolve(member, made.id, { invoiceId })
      credited.push((await member.get(`/api/billing/credit-notes/${body.creditNoteId}`)).body.subtotal)
    }
    expect(credited).toEqual(amounts)
    const again = await anAuthorizedReturn(member, salesOrderId, sku, 1)
    expect((await resolve(member, again.id, { invoiceId })).body.errorCode).toBe('CREDIT_EXCEEDS_INVOICE')
  })

  it('is refused for an invoice that does not bill the order, and for a draft', async () => {
    const member = await aMember()
    const { salesOrderId, sku, invoiceId } = await aBilledOrder(member, { issue: false })
    const other = await aBilledOrder(member)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 1)
    expect((await resolve(member, made.id, { invoiceId })).status).toBe(409)
    const wrong = await resolve(member, made.id, { invoiceId: other.invoiceId })
    expect([wrong.status, wrong.body.violations[0].propertyPath]).toEqual([400, 'invoiceId'])
    const foreign = await aBilledOrder(await aMember())
    expect((await resolve(member, made.id, { invoiceId: foreign.invoiceId })).status).toBe(400)
  })

  it('needs the scope to create credit notes, which the rest of resolving does not', async () => {
    const member = await aMember()
    const { salesOrderId, sku, invoiceId } = await aBilledOrder(member)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 1)
    const colleague = await aMember({ tenant: member.tenant, role: 'operations' })
    const refused = await resolve(colleague, made.id, { invoiceId })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
    expect((await resolve(colleague, made.id, {})).status).toBe(200)
  })
})
