import { beforeAll, describe, expect, test } from 'vitest'
import { handler as followInvoices } from '../../functions/billing/every-quarter-hour-follow-invoices.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Mail } from '../../lib/platform/mail/mail.ts'
import type { EInvoiceFormat } from '../../schemas/billing/sending/e-invoice.ts'
import { E_INVOICE_FORMATS } from '../../schemas/billing/sending/e-invoice.ts'
import { readAttachedXml } from '../e-invoices/read-attached-xml.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readPdf } from '../support/pdf.ts'
import { drainEvents } from '../support/workers.ts'
import { forgetDue } from './recurring-run.ts'

const SELLER = {
  'general.companyName': 'Nordlicht Logistik GmbH',
  'general.country': 'DE',
  'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg' },
  'general.vatId': 'DE123456789',
  'general.contactName': 'Buchhaltung',
  'general.contactEmail': 'books@nordlicht.example',
  'general.contactPhone': '+49 40 1234560',
  'general.timezone': 'Europe/Berlin',
  'billing.taxRates': { standard: 19 },
  'billing.bankAccount': { accountHolder: 'Nordlicht Logistik GmbH', iban: 'DE02120300000000202051' },
  'billing.electronicAddress': { scheme: '9930', id: 'DE123456789' },
}

const BUYER = {
  name: 'Teehaus & Söhne KG',
  address: { line1: 'Marktplatz 3', postalCode: '04109', city: 'Leipzig', countryCode: 'DE' },
  vatId: 'DE987654321',
  billingContact: { name: 'Einkauf', email: 'einkauf@teehaus.example' },
  electronicAddress: { scheme: '0204', id: '04011000-1234512345-06' },
  buyerReference: '04011000-1234512345-06',
  locale: 'de_DE',
}

const setUp = async (member: Member, settings: Record<string, unknown> = SELLER) => {
  const { status, body } = await member.put('/api/configuration/settings/bulk', {
    settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
  })
  expect(status, JSON.stringify(body)).toBe(204)
}

let member: Member
beforeAll(async () => {
  member = await aMember()
  await setUp(member)
})

const issued = async (fields: object = {}, buyer: object = BUYER, as = member) =>
  anInvoice(as, { partnerId: (await aPartner(as, buyer)).id, issueImmediately: true, ...fields })

const read = (id: string, format?: EInvoiceFormat, { as = member, kind = 'invoices' } = {}) =>
  as.get(`/api/billing/${kind}/${id}/e-invoice${format ? `?format=${format}` : ''}`)

const download = async (id: string, format?: EInvoiceFormat, kind = 'invoices') => {
  const { status, headers, text } = await read(id, format, { kind })
  expect(status, text).toBe(302)
  return Buffer.from(await (await fetch(headers.Location as string)).arrayBuffer())
}

const listPaths = (body: { violations: { propertyPath: string }[] }) =>
  body.violations.map(({ propertyPath }) => propertyPath).sort()

describe('the e-invoice of an invoice', () => {
  test('is served in each format, with the amounts of the invoice', async () => {
    const invoice = await issued({ supplyDate: '2026-02-28' })
    for (const format of E_INVOICE_FORMATS) {
      const content = await download(invoice.id, format)
      const xml = format === 'facturx' ? await readAttachedXml(content) : String(content)
      for (const text of [invoice.invoiceNumber, 'Teehaus &amp; Söhne KG', '119.00', '22.61', '141.61'])
        expect(xml, format).toContain(`>${text}<`)
      expect(xml, format).toMatch(/>2026-?02-?28</)
    }
  })

  test('is a PDF that reads like the document, by default', async () => {
    const invoice = await issued()
    const { body: document } = await member.post(`/api/billing/invoices/${invoice.id}/render`, {})
    const { headers } = await member.get(`/api/document/documents/${document.id}/download`)
    const plain = Buffer.from(await (await fetch(headers.Location as string)).arrayBuffer())
    const hybrid = await download(invoice.id)
    expect((await readPdf(hybrid)).pages).toEqual((await readPdf(plain)).pages)
    expect(hybrid.equals(plain)).toBe(false)
  })

  test('is described as JSON for who asks for it', async () => {
    const invoice = await issued()
    const { status, body } = await member.get(`/api/billing/invoices/${invoice.id}/e-invoice?format=peppol`, {
      accept: 'application/json',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      '@type': 'EInvoice',
      id: invoice.id,
      format: 'peppol',
      filename: `${invoice.invoiceNumber}.xml`,
      mimeType: 'application/xml',
    })
    expect(Buffer.from(await (await fetch(body.url)).arrayBuffer()).length).toBe(body.sizeBytes)
  })

  test('has the same bytes in every answer, whatever changes around it', async () => {
    const partner = await aPartner(member, BUYER)
    const invoice = await issued({ partnerId: partner.id })
    const first = await Promise.all(E_INVOICE_FORMATS.map((format) => download(invoice.id, format)))
    await member.patch(`/api/partner/partners/${partner.id}`, { name: 'Another name', buyerReference: 'other' })
    await member.post(`/api/billing/invoices/${invoice.id}/mark-paid`)
    const second = await Promise.all(E_INVOICE_FORMATS.map((format) => download(invoice.id, format)))
    expect(second.map((each, i) => each.equals(first[i] as Buffer))).toEqual(E_INVOICE_FORMATS.map(() => true))
  })

  test('has the same bytes for ten first requests at once', async () => {
    const invoice = await issued()
    const made = await Promise.all(Array.from({ length: 10 }, () => download(invoice.id, 'xrechnung-ubl')))
    expect(new Set(made.map(String)).size).toBe(1)
  })

  test('says what the document said, even if the partner changed before it was first asked for', async () => {
    const partner = await aPartner(member, BUYER)
    const invoice = await issued({ partnerId: partner.id })
    await member.post(`/api/billing/invoices/${invoice.id}/render`, {})
    await member.patch(`/api/partner/partners/${partner.id}`, {
      name: 'Another name',
      address: { ...BUYER.address, city: 'Dresden' },
    })
    const xml = String(await download(invoice.id, 'en16931-ubl'))
    expect(xml).toContain('>Teehaus &amp; Söhne KG<')
    expect(xml).toContain('>Leipzig<')
    expect(xml).not.toContain('Dresden')
  })

  test('is made by a request that died before its answer when the next one asks', async () => {
    const invoice = await issued()
    const { files } = app()
    let puts = 0
    useApp({
      ...app(),
      files: {
        ...files,
        async put(...given) {
          await files.put(...given)
          if (puts++ === 0) throw new Error('the process dies')
        },
      },
    })
    expect((await read(invoice.id, 'peppol')).status).toBe(500)
    useApp(undefined)
    expect(String(await download(invoice.id, 'peppol'))).toContain(invoice.invoiceNumber)
  })

  test('is refused with everything that is missing, by settings and members of the partner', async () => {
    const other = await aMember()
    await setUp(other, { 'general.companyName': 'Nordlicht' })
    const invoice = await issued({}, { name: 'Teehaus' }, other)
    const { status, body } = await read(invoice.id, 'xrechnung-cii', { as: other })
    expect([status, body.errorCode]).toEqual([409, 'INVOICE_INCOMPLETE'])
    expect(listPaths(body)).toEqual([
      'billing.bankAccount.iban',
      'billing.electronicAddress',
      'general.contactEmail',
      'general.contactName',
      'general.contactPhone',
      'general.legalAddress.city',
      'general.legalAddress.countryCode',
      'general.legalAddress.postalCode',
      'general.registrationNumber',
      'general.taxId',
      'partner.address.city',
      'partner.address.countryCode',
      'partner.address.postalCode',
      'partner.buyerReference',
      'partner.electronicAddress',
    ])
    const plain = await read(invoice.id, 'en16931-ubl', { as: other })
    expect(listPaths(plain.body)).toEqual([
      'general.legalAddress.countryCode',
      'general.registrationNumber',
      'general.taxId',
      'partner.address.countryCode',
    ])
  })

  test('is made once what was missing is there', async () => {
    const partner = await aPartner(member, { ...BUYER, buyerReference: null })
    const invoice = await issued({ partnerId: partner.id })
    expect(listPaths((await read(invoice.id, 'xrechnung-ubl')).body)).toEqual(['partner.buyerReference'])
    await member.patch(`/api/partner/partners/${partner.id}`, { buyerReference: BUYER.buyerReference })
    expect(String(await download(invoice.id, 'xrechnung-ubl'))).toContain(`>${BUYER.buyerReference}<`)
  })

  test('is refused for a draft and for a cancelled invoice', async () => {
    const draft = await issued({ issueImmediately: false })
    expect((await read(draft.id)).status).toBe(409)
    const invoice = await issued()
    await download(invoice.id)
    await member.post(`/api/billing/invoices/${invoice.id}/cancel`, { reason: 'Wrong partner' })
    const { status, body } = await read(invoice.id)
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
  })

  test('is not found by another tenant, and not made without its scope', async () => {
    const invoice = await issued()
    expect((await read(invoice.id, 'peppol', { as: await aMember() })).status).toBe(404)
    expect((await member.get(`/api/billing/invoices/${invoice.id}/e-invoice?format=fax`)).status).toBe(400)
  })
})

describe('the e-invoice of a credit note', () => {
  test('has positive amounts and names its invoice', async () => {
    const invoice = await issued()
    const given = { invoiceId: invoice.id, reason: 'Damaged', issueImmediately: true }
    const { body: note } = await member.post('/api/billing/credit-notes', given)
    const ubl = String(await download(note.id, 'xrechnung-ubl', 'credit-notes'))
    expect(ubl).toContain('<cbc:CreditNoteTypeCode>381<')
    expect(ubl).toContain(`<cbc:ID>${invoice.invoiceNumber}<`)
    expect(ubl).toContain('<cbc:PayableAmount currencyID="EUR">141.61<')
    expect(ubl).toContain(`<cac:PaymentTerms><cbc:Note>Zu Rechnung ${invoice.invoiceNumber}<`)
    const cii = await readAttachedXml(await download(note.id, 'facturx', 'credit-notes'))
    expect(cii).toContain('<ram:TypeCode>381<')
  })

  test('is refused for a draft', async () => {
    const invoice = await issued()
    const { body: note } = await member.post('/api/billing/credit-notes', { invoiceId: invoice.id, reason: 'Damaged' })
    expect((await read(note.id, 'peppol', { kind: 'credit-notes' })).status).toBe(409)
  })
})

describe('a mailed invoice', () => {
  const readAttachment = async (to: string) => {
    const mails: Mail[] = []
    useApp({ ...app(), mail: { send: async (mail) => void mails.push(mail) } })
    await drainEvents()
    useApp(undefined)
    return mails.find((mail) => mail.to.includes(to))?.attachments?.[0]?.content as Buffer
  }
  const send = async (invoice: { id: string }, as = member) => {
    const to = `books.${invoice.id.toLowerCase()}@example.com`
    expect((await as.post(`/api/billing/invoices/${invoice.id}/send`, { to: [to] })).status).toBe(200)
    return await readAttachment(to)
  }

  test('contains its XML, in the file that a download returns', async () => {
    const invoice = await issued()
    const mailed = await send(invoice)
    expect(await readAttachedXml(mailed)).toContain(`>${invoice.invoiceNumber}<`)
    expect(mailed.equals(await download(invoice.id, 'facturx'))).toBe(true)
  })

  test.each([true, false])(
    'is attached to its reminder as it was sent, if its mails contain the XML: %s',
    async (wanted) => {
      const own = await aMember()
      const levels = [{ afterDays: 7, fee: 0 }]
      await setUp(own, { ...SELLER, 'billing.eInvoices': wanted, 'billing.reminderLevels': levels })
      const year = new Date().getUTCFullYear() + 2
      const email = `reminded.${own.tenant.toLowerCase()}@example.com`
      const buyer = { ...BUYER, billingContact: { email } }
      const invoice = await issued({ dueDate: `${year}-03-31` }, buyer, own)
      const mailed = await send(invoice, own)
      const { clock } = app()
      app().clock = () => new Date(`${year}-04-08T08:00:00Z`)
      await followInvoices({})
      app().clock = clock
      const attached = await readAttachment(email)
      expect((await readAttachedXml(attached)) !== undefined).toBe(wanted)
      expect(attached.equals(mailed)).toBe(true)
      await forgetDue('invoice')
    },
  )

  test('is the plain document if data is missing or the tenant wants no e-invoices', async () => {
    const other = await aMember()
    expect(await readAttachedXml(await send(await issued({}, BUYER, other), other))).toBeUndefined()
    await setUp(other, { ...SELLER, 'billing.eInvoices': false })
    expect(await readAttachedXml(await send(await issued({}, BUYER, other), other))).toBeUndefined()
  })
})
