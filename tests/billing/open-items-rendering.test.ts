import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler } from '../../functions/billing/every-quarter-hour-follow-invoices.ts'
import { invoices } from '../../lib/billing/invoices/invoice-store.ts'
import { documents, findDocument } from '../../lib/document/documents/document-store.ts'
import { MAX_MAIL_BYTES } from '../../lib/document/documents/require-attachable.ts'
import { app } from '../../lib/platform/app/app.ts'
import { addDays, toLocalDay } from '../../lib/platform/calendar/day.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { fill, storedInvoice } from '../support/fill.ts'
import { mailsTo } from '../support/mails.ts'
import { readPdf } from '../support/pdf.ts'
import { drainEvents } from '../support/workers.ts'
import { pay } from './paying.ts'
import { forgetDue } from './recurring-run.ts'

const INVOICES = '/api/billing/invoices'
const LEVELS = [{ afterDays: 7, fee: 500 }, { afterDays: 14 }]

const { clock } = app()
afterEach(async () => {
  app().clock = clock
  await forgetDue('invoice')
})

let member: Member
beforeEach(async () => {
  member = await aMember()
  const settings = [
    { key: 'billing.bankAccount', value: { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' } },
    { key: 'billing.reminderLevels', value: LEVELS },
  ]
  await member.put('/api/configuration/settings/bulk', { settings })
})

const today = toLocalDay('UTC', new Date())
const issue = (partnerId: string, fields: object = {}) =>
  anInvoice(member, { partnerId, issueImmediately: true, ...fields })

const render = (partnerId: string, body: object = {}) =>
  member.post(`/api/billing/partners/${partnerId}/open-items/render`, body)

const download = async (id: string, format = 'pdf') => {
  const { headers } = await member.get(`/api/document/documents/${id}/download?format=${format}`)
  return Buffer.from(await (await fetch(headers.Location as string)).arrayBuffer())
}

const readText = async (id: string) => (await readPdf(await download(id))).pages.join(' ').replace(/\s+/g, ' ')

describe('rendering open items', () => {
  it('lists each open invoice with its sums, the credit, the ages and the account for payments', async () => {
    const { id } = await aPartner(member, { name: 'Teehaus' })
    const late = await issue(id, { dueDate: addDays(today, -40) })
    const partly = await issue(id)
    const paid = await issue(id)
    await issue(id, { currencyCode: 'USD' })
    const draft = await anInvoice(member, { partnerId: id })
    await pay(member, id, { amount: 1900, allocations: [{ invoiceId: partly.id, amount: 1900 }] })
    await member.post(`${INVOICES}/${paid.id}/mark-paid`)
    await pay(member, id, { amount: 700 })
    const { status, body } = await render(id, { currency: 'EUR' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'open_items', status: 'final', number: null, sourceRef: id, source: 'billing' })
    const text = await readText(body.id)
    expect(text).toContain('Statement of open items')
    expect(text).toMatch(new RegExp(`${late.invoiceNumber} .* 40 119\\.00 0\\.00 119\\.00`))
    expect(text).toMatch(new RegExp(`${partly.invoiceNumber} .*119\\.00 19\\.00 100\\.00`))
    expect(text).toContain('Total open 219.00 Your credit -7.00 Balance €212.00')
    expect(text).toContain('31–60 days overdue')
    expect(text).toContain('DE02 1203 0000 0000 2020 51')
    expect(text).not.toContain('Please pay')
    for (const { invoiceNumber } of [paid, draft]) if (invoiceNumber) expect(text).not.toContain(invoiceNumber)
    const html = String(await download(body.id, 'html'))
    for (const part of [late.invoiceNumber, 'Your credit', 'DE02 1203']) expect(html).toContain(part)
  })

  it('lowers invoices by the credit notes that are issued and not applied, and keeps what these have beyond as credit', async () => {
    const { id } = await aPartner(member)
    const [lowered, covered, paid] = [await issue(id), await issue(id), await issue(id)]
    const credit = async (invoiceId: string, unitPrice: number) => {
      const lineItems = [{ quantity: 1, unitPrice, description: 'Goodwill' }]
      const given = { invoiceId, reason: 'Goodwill', lineItems, issueImmediately: true }
      const { status, body, text } = await member.post('/api/billing/credit-notes', given)
      if (status !== 201) throw new Error(text)
      return body.id as string
    }
    await pay(member, id, { amount: 7000, allocations: [{ invoiceId: covered.id, amount: 7000 }] })
    await member.post(`${INVOICES}/${paid.id}/mark-paid`)
    const notes = [await credit(lowered.id, 1600), await credit(covered.id, 10_000), await credit(paid.id, 500)]
    // Each is over 119.00. The notes leave 103.00 of the first, have 51.00 beyond the second, and 5.00 of what was paid.
    const sums = 'Total open 103.00 Your credit -56.00 Balance €47.00'
    const text = await readText((await render(id)).body.id)
    expect(text).toMatch(new RegExp(`${lowered.invoiceNumber} .*119\\.00 16\\.00 103\\.00`))
    expect(text).toContain(sums)
    expect(text).toContain('103.00 0.00 0.00 0.00 0.00')
    for (const { invoiceNumber } of [covered, paid]) expect(text).not.toContain(invoiceNumber)
    const read = async () => (await member.get(`/api/billing/partners/${id}/open-items`)).body
    expect(await read()).toMatchObject({
      currencies: [
        { openAmount: 16_800, credit: 0, creditToApply: 12_100, balance: 16_800, aging: { current: 16_800 } },
      ],
      invoices: [
        { openAmount: 11_900, owedAmount: 10_300 },
        { openAmount: 4900, owedAmount: 0 },
      ],
    })
    for (const note of notes) await member.post(`/api/billing/credit-notes/${note}/apply`)
    expect(await readText((await render(id)).body.id)).toContain(sums)
    expect(await read()).toMatchObject({
      currencies: [{ openAmount: 10_300, credit: 5600, creditToApply: 0, balance: 4700 }],
    })
  })

  it('returns the same document until something changes, and then a superseding one', async () => {
    const { id } = await aPartner(member)
    const { id: invoiceId } = await issue(id)
    const { body: first } = await render(id)
    expect((await render(id)).body.id).toBe(first.id)
    await pay(member, id, { amount: 1000, allocations: [{ invoiceId, amount: 1000 }] })
    const { body: second } = await render(id)
    expect(second).toMatchObject({ status: 'final', supersedes: first.id })
    app().clock = () => new Date(Date.now() + 86_400_000)
    member = await aMember({ tenant: member.tenant, role: 'finance' })
    expect((await render(id)).body).toMatchObject({ status: 'final', supersedes: null })
  })

  it('renders one currency, which is required if there are several', async () => {
    const { id } = await aPartner(member)
    const violations = async (body: object) => (await render(id, body)).body.violations
    expect(await violations({})).toMatchObject([{ propertyPath: 'currency' }])
    await issue(id)
    await issue(id, { currencyCode: 'USD' })
    expect(await violations({})).toEqual([
      { propertyPath: 'currency', message: 'is required, because the partner has open items in EUR, USD' },
    ])
    expect(await violations({ currency: 'CHF' })).toMatchObject([{ propertyPath: 'currency' }])
    expect((await render(id, { currency: 'USD' })).body.metadata.currency).toBe('USD')
  })

  it('is refused without the scope, and for a partner of nobody or of another tenant', async () => {
    const { id } = await aPartner(member)
    await issue(id)
    const path = `/api/billing/partners/${id}/open-items/render`
    const operations = await aMember({ tenant: member.tenant, role: 'operations' })
    expect((await operations.post(path, {})).status).toBe(403)
    expect((await (await aMember()).post(path, {})).status).toBe(404)
    expect((await render(newId(new Date()))).status).toBe(404)
  })
})

/** Due on a day of the year after next, so that no other run processes the invoices. */
const year = new Date().getUTCFullYear() + 2
const runAt = async (moment: string) => {
  app().clock = () => new Date(moment)
  await handler({})
  app().clock = clock
}

let made = 0
const aDebtor = async () => {
  const email = `debtor${++made}.${process.env.TABLE_NAME}@example.com`
  const { id } = await aPartner(member, { locale: 'de_DE', billingContact: { email } })
  return { id, email }
}

const readFiles = async (email: string) => {
  await drainEvents()
  const mails = await mailsTo(email)
  return mails.map(({ text, attachments }) => ({ text, files: attachments.map(({ filename }) => filename) }))
}

const fillOpen = (partnerId: string, count: number) => {
  const at = Date.UTC(year - 2, 0, 1)
  const records = Array.from({ length: count }, (_, i) =>
    storedInvoice(new Date(at + i * 1000), {
      ...{ partnerId, invoiceNumber: `F-${i}`, dueDate: i < count - 5 ? `${year}-02-01` : `${year}-06-30` },
    }),
  )
  return fill(process.env.TABLE_NAME as string, invoices, member.tenant, records)
}

describe('a reminder', () => {
  it('has the open items of the partner in the currency of the invoice beside the invoice', {
    timeout: 120_000,
  }, async () => {
    const { id, email } = await aDebtor()
    const first = await issue(id, { dueDate: `${year}-03-31` })
    const second = await issue(id, { dueDate: `${year}-05-31` })
    const dollars = await issue(id, { dueDate: `${year}-05-31`, currencyCode: 'USD' })
    await runAt(`${year}-04-07T08:00:00Z`)
    const [sending] = (await member.get(`${INVOICES}/${first.id}/sendings`)).body.member
    const [, documentId] = sending.documentIds
    const { body: document } = await member.get(`/api/document/documents/${documentId}`)
    expect(document).toMatchObject({ type: 'open_items', metadata: { currency: 'EUR', locale: 'de_DE' } })
    const text = await readText(documentId)
    for (const part of ['Offene Posten', first.invoiceNumber, second.invoiceNumber, 'Summe offen 238,00', '07.04.'])
      expect(text).toContain(part)
    expect(text).not.toContain(dollars.invoiceNumber)
    const [mail] = await readFiles(email)
    expect(mail?.files).toEqual([`${first.invoiceNumber}.pdf`, `open_items-${documentId}.pdf`])
    expect(mail?.text).toContain('Anbei erhalten Sie: Offene Posten.')
  })

  it('of several invoices on one day has the same document', { timeout: 120_000 }, async () => {
    const { id } = await aDebtor()
    const all = [await issue(id, { dueDate: `${year}-03-31` }), await issue(id, { dueDate: `${year}-03-31` })]
    await runAt(`${year}-04-07T08:00:00Z`)
    const attached = await Promise.all(
      all.map(async (each) => (await member.get(`${INVOICES}/${each.id}/sendings`)).body.member[0].documentIds[1]),
    )
    expect(attached[0]).toEqual(expect.any(String))
    expect(new Set(attached).size).toBe(1)
  })

  it('goes without them if they do not fit the mail', { timeout: 120_000 }, async () => {
    const { id, email } = await aDebtor()
    const invoice = await issue(id, { dueDate: `${year}-03-31` })
    const { body: rendered } = await member.post(`${INVOICES}/${invoice.id}/render`, {})
    await runInUnit(app().db, { tenant: member.tenant, actor: null, now: app().clock() }, async (unit) => {
      const document = await findDocument(app().db, member.tenant, rendered.id)
      if (!document) throw new Error('there is no document')
      unit.update(documents, document, { fileSize: MAX_MAIL_BYTES })
    })
    await runAt(`${year}-04-07T08:00:00Z`)
    const [mail] = await readFiles(email)
    expect(mail?.files).toEqual([`${invoice.invoiceNumber}.pdf`])
    expect(mail?.text).not.toContain('Offene Posten')
  })

  it('adds up what is beyond three hundred invoices, and goes without them if there are more than a thousand', {
    timeout: 240_000,
  }, async () => {
    const [some, many] = [await aDebtor(), await aDebtor()]
    await fillOpen(some.id, 310)
    await fillOpen(many.id, 1001)
    const beside = await issue(some.id, { dueDate: `${year}-03-31` })
    const alone = await issue(many.id, { dueDate: `${year}-03-31` })
    await runAt(`${year}-04-07T08:00:00Z`)
    const [first] = await readFiles(some.email)
    expect(first?.files).toEqual([`${beside.invoiceNumber}.pdf`, expect.stringMatching(/^open_items-/)])
    const [sending] = (await member.get(`${INVOICES}/${beside.id}/sendings`)).body.member
    const text = await readText(sending.documentIds[1])
    expect(text).toContain('Weitere Rechnungen (11) 1.309,00')
    expect(text).toContain('Summe offen 37.009,00')
    expect(text).toContain('F-299 ')
    expect(text).not.toContain('F-309 ')
    const [second] = await readFiles(many.email)
    expect(second?.files).toEqual([`${alone.invoiceNumber}.pdf`])
    expect((await render(many.id)).status).toBe(409)
  })
})
