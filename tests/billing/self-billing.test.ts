import { beforeEach, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { aCustodian, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { ADDRESS, approveSelfBilled, aSupplier, SELF_BILLING, setUpSelfBilling } from './self-billing.ts'
import { aCharge, aLine, findFaults, of, readBooks, set, settle } from './settling.ts'
import { aHandOff, aTariff, charge } from './tariffing.ts'

const today = () => app().clock().toISOString().slice(0, 10)

let member: Member
beforeEach(async () => {
  member = await aMember()
  await setUpSelfBilling(member)
  await set(member, {
    'billing.datevConsultant': 1001,
    'billing.datevClient': 1,
    'billing.datevInputTaxKeys': { 19: '9' },
  })
})

const aPartnerWhoAgreed = (fields: object = {}) => aSupplier(member, fields)
const approve = (partnerId: string, body: object = {}) => approveSelfBilled(member, partnerId, body)

const read = async (id: string) => (await member.get(`${SELF_BILLING}/${id}`)).body

/** Amounts, sides, tax keys and cases of reverse charge of the postings of today. */
const readPostings = async (): Promise<string[]> => {
  const { text } = await member.get(`/api/billing/exports/datev?from=${today()}&to=${today()}`)
  const [, , ...rows] = Buffer.from(text, 'base64').toString('latin1').trim().split('\r\n')
  return rows.map((row) => {
    const cells = row.replaceAll('"', '').split(';')
    return [cells[0], cells[1], cells[8], cells[42]].join(';')
  })
}

const readXml = async (id: string) => {
  const { status, headers, text } = await member.get(`${SELF_BILLING}/${id}/e-invoice?format=en16931-ubl`)
  expect(status, text).toBe(302)
  return await (await fetch(headers.Location as string)).text()
}

describe('a settlement with a partner who agreed to self-billing', () => {
  it('is approved with its tax and a self-billing invoice, which the ledger and DATEV show', async () => {
    const { id: partnerId } = await aPartnerWhoAgreed()
    const { status, body } = await approve(partnerId)
    // 42.50 EUR at 19 % are 8.075 EUR of tax, rounded to 8.08.
    expect([status, body.totalAmount, body.taxAmount]).toEqual([200, 5058, 808])
    const invoice = await read(body.selfBillingInvoiceId)
    expect(invoice).toMatchObject({
      ...{ type: 'invoice', partnerId, settlementId: body.id, settlementNumber: body.settlementNumber },
      ...{ subtotal: 4250, taxTotal: 808, grandTotal: 5058, agreedOn: '2026-01-01', correctsId: null },
      lineItems: [{ description: 'Storage', quantity: 1, unitPrice: 4250, amount: 4250, taxRatePercent: 19 }],
      taxes: [{ kind: 'standard', ratePercent: 19, base: 4250, tax: 808 }],
    })
    expect(invoice.number).toBe(`SB-${partnerId.slice(-8)}-${today().slice(0, 4)}-00001`)
    const { body: statement } = await member.get(`/api/billing/partners/${partnerId}/statement`)
    expect(statement.member[0].closingBalance).toBe(5058)
    const { text } = await member.get(`/api/billing/exports/datev?from=${today()}&to=${today()}`)
    // The tax key of the rate takes the tax out of what is gross.
    expect(Buffer.from(text, 'base64').toString('latin1')).toMatch(/^50,58;"H";.*;"9";/m)
    expect(findFaults(await readBooks(member.tenant))).toEqual([])
  })

  it('is refused self-billing without an agreement, before it and after its end', async () => {
    const without = await approve((await aPartner(member)).id, { selfBilling: true })
    expect([without.status, without.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    for (const selfBilling of [
      { agreedOn: addDays(today(), 1) },
      { agreedOn: '2020-01-01', endsOn: addDays(today(), -1) },
    ]) {
      const { id } = await aPartnerWhoAgreed({ selfBilling })
      expect((await approve(id, { selfBilling: true })).status).toBe(409)
      expect((await approve(id)).body).toMatchObject({ taxAmount: 0, selfBillingInvoiceId: null })
    }
  })

  it('is approved without, if the partner bills this one', async () => {
    const { body } = await approve((await aPartnerWhoAgreed()).id, { selfBilling: false })
    expect(body).toMatchObject({ totalAmount: 4250, taxAmount: 0, selfBillingInvoiceId: null })
  })

  it('is refused with everything that the invoice lacks', async () => {
    await set(member, { 'general.vatId': null })
    const { id } = await aPartnerWhoAgreed({ address: { countryCode: 'AT' }, vatId: null })
    const { status, body } = await approve(id)
    const paths = body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)
    expect([status, body.errorCode, paths]).toEqual([
      409,
      'INVOICE_INCOMPLETE',
      ['partner.address', 'partner.vatId', 'general.vatId'],
    ])
  })

  it('names reverse charge for a supplier in another member state', async () => {
    const { id } = await aPartnerWhoAgreed({ vatId: 'ATU12345675', address: { ...ADDRESS, countryCode: 'AT' } })
    const { body } = await approve(id)
    expect(body).toMatchObject({ totalAmount: 4250, taxAmount: 0 })
    // DATEV computes the tax that the recipient owes, and its deduction, by key 94; case 7 is that of services from the Union.
    expect(await readPostings()).toEqual(['42,50;H;94;7'])
    const xml = await readXml(body.selfBillingInvoiceId)
    expect(xml).toContain('VATEX-EU-AE')
    expect(xml).toContain('ATU12345675')
    expect(xml).toContain('DE123456789')
  })

  it('is posted with the key of reverse charge also for a supplier outside the Union, and without on an automatic account', async () => {
    const { id } = await aPartnerWhoAgreed({ vatId: null, address: { ...ADDRESS, countryCode: 'CH' } })
    await approve(id)
    expect(await readPostings()).toEqual(['42,50;H;94;1'])
    await set(member, { 'billing.datevReverseChargeKey': '511' })
    expect(await readPostings()).toEqual(['42,50;H;511;'])
    await set(member, { 'billing.datevAccounts': { expense: '3125' } })
    expect(await readPostings()).toEqual(['42,50;H;;'])
  })

  it('is posted without a key for a supplier at home whose services are exempt', async () => {
    await set(member, {
      'billing.taxRates': { standard: 19, small: 0 },
      'billing.taxCategories': { small: { kind: 'exempt', reason: 'Small business, section 19 UStG' } },
    })
    await approve((await aPartnerWhoAgreed({ selfBilling: { agreedOn: '2026-01-01', taxCategoryId: 'small' } })).id)
    expect(await readPostings()).toEqual(['42,50;H;;'])
  })

  it('has a series of numbers for each supplier', async () => {
    const [one, other] = [await aPartnerWhoAgreed(), await aPartnerWhoAgreed()]
    const numbers: string[] = []
    for (const { id } of [one, other, one])
      numbers.push((await read((await approve(id)).body.selfBillingInvoiceId)).number)
    expect(numbers.map((number) => number.slice(-5))).toEqual(['00001', '00001', '00002'])
    expect((await member.get(`${SELF_BILLING}?partnerId=${one.id}`)).body.totalItems).toBe(2)
  })

  it('is an e-invoice of type 389 whose seller is the partner', async () => {
    const { id } = await aPartnerWhoAgreed()
    const xml = await readXml((await approve(id)).body.selfBillingInvoiceId)
    expect(xml).toContain('<cbc:InvoiceTypeCode>389</cbc:InvoiceTypeCode>')
    expect(xml.indexOf('Elbe Fulfilment')).toBeLessThan(xml.indexOf('Nordlicht Handel'))
    expect(xml).toContain('DE987654321')
  })

  it('is taken back by a credit note of type 261 when it is rejected, and can be billed again', async () => {
    const { id: partnerId } = await aPartnerWhoAgreed()
    const { body } = await approve(partnerId)
    expect((await member.post(of(body, 'reject'), { reason: 'Wrong' })).status).toBe(200)
    const before = await read(body.selfBillingInvoiceId)
    const note = await read(before.correctedById)
    expect(note).toMatchObject({ type: 'credit_note', correctsId: before.id, grandTotal: 5058, taxTotal: 808 })
    const xml = await readXml(note.id)
    expect(xml).toContain('<cbc:CreditNoteTypeCode>261</cbc:CreditNoteTypeCode>')
    expect(xml).toContain(before.number)
    const { body: statement } = await member.get(`/api/billing/partners/${partnerId}/statement`)
    expect(statement.member[0].closingBalance).toBe(0)
    const { body: again } = await settle(member, partnerId)
    expect(again).toMatchObject({ totalAmount: 4250, lineItemCount: 1 })
    expect((await member.post(of(again, 'approve'), {})).body.totalAmount).toBe(5058)
    expect(findFaults(await readBooks(member.tenant))).toEqual([])
  })

  it('bills what the partner supplied, and not what is only settled with it', async () => {
    const custodian = await aCustodian(member, { partnerId: (await aPartnerWhoAgreed()).id })
    const { partnerId } = custodian
    await aTariff(member, partnerId, { rates: [{ per: 'piece', amount: 12.5 }] })
    for (const quantity of [1, 2, 1])
      await charge(
        member,
        (await aHandOff(member, { custodianId: custodian.id, lines: [{ sku: 'TEA', quantity }] })).id,
      )
    await aCharge(member, partnerId, { amount: -700, description: 'Damage' })
    await aCharge(member, partnerId, { amount: 9000, scope: 'sales', description: 'Sales' })
    const { body: made } = await settle(member, partnerId)
    await member.post(of(made, 'line-items'), aLine({ type: 'adjustment', amount: -10, description: 'Agreed' }))
    const { body } = await member.post(of(made, 'approve'), {})
    const { lineItems, subtotal } = await read(body.selfBillingInvoiceId)
    expect(lineItems).toMatchObject([
      { description: 'Pieces', quantity: 4, unitPrice: 12.5, amount: 50 },
      { description: 'Agreed', quantity: 1, unitPrice: -10, amount: -10 },
    ])
    // 40 cents at 19 % are 7.6 cents of tax.
    expect([subtotal, body.taxAmount, body.totalAmount]).toEqual([40, 8, 50 - 700 + 9000 - 10 + 8])
  })

  it('is a credit note of its own if more is taken back than was supplied', async () => {
    const { id: partnerId } = await aPartnerWhoAgreed()
    const { body: made } = await settle(member, partnerId)
    await member.post(of(made, 'line-items'), aLine({ type: 'adjustment', amount: -1000 }))
    const { body } = await member.post(of(made, 'approve'), {})
    expect([body.totalAmount, body.taxAmount]).toEqual([-1190, -190])
    expect(await read(body.selfBillingInvoiceId)).toMatchObject({
      type: 'credit_note',
      grandTotal: 1190,
      subtotal: 1000,
    })
  })

  it('is rendered with the words of the law in the language of the partner', async () => {
    const { id } = await aPartnerWhoAgreed()
    const { body } = await approve(id)
    const { status, body: document } = await member.post(`${SELF_BILLING}/${body.selfBillingInvoiceId}/render`)
    expect([status, document.type]).toEqual([201, 'self_billing_invoice'])
    const { headers } = await member.get(`/api/document/documents/${document.id}/download?format=html`)
    const html = await (await fetch(headers.Location as string)).text()
    for (const text of ['Gutschrift (Self-billing)', 'DE987654321', 'DE123456789', '19']) expect(html).toContain(text)
  })
})
