import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { listMailings } from '../../lib/mailing/mailings.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { newId } from '../../lib/platform/id.ts'
import type { Mail } from '../../lib/platform/mail/mail.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, client, type Member } from '../support/client.ts'
import { mailsTo, nextMailTo } from '../support/mails.ts'
import { readPdf } from '../support/pdf.ts'
import { drainEvents } from '../support/workers.ts'

let member: Member
beforeAll(async () => {
  member = await aMember()
})

afterEach(() => useApp(undefined))

let made = 0
const anAddress = () => `books${++made}.${process.env.TABLE_NAME}@example.com`

const issued = (fields: object = {}) => anInvoice(member, { issueImmediately: true, ...fields })
const send = (id: string, body: object = {}, headers = {}) =>
  member.post(`/api/billing/invoices/${id}/send`, body, headers)
const listSendings = async (id: string) => (await member.get(`/api/billing/invoices/${id}/sendings`)).body.member

/** Sends mails to `sendMail` from now on, with the clock `minutes` ahead. */
const mailing = (sendMail: (mail: Mail) => Promise<{ refused: string[] } | undefined>, minutes = 0) =>
  useApp({
    ...makeApp(readConfig()),
    clock: () => new Date(Date.now() + minutes * 60_000),
    mail: { send: sendMail },
  })

describe('sending an invoice by email', () => {
  test('sends its PDF to each recipient, in the partner’s language', async () => {
    const partner = await aPartner(member, { locale: 'de_DE' })
    const invoice = await issued({ partnerId: partner.id })
    const [to, cc, bcc] = [anAddress(), anAddress(), anAddress()]
    const { status, body } = await send(invoice.id, { to: [to], cc: [cc], bcc: [bcc] })
    expect([status, body.id, body.status]).toEqual([200, invoice.id, 'issued'])
    expect(await listSendings(invoice.id)).toMatchObject([{ status: 'queued', attempts: 0 }])
    await drainEvents({ duplicate: true, shuffle: 5 })
    for (const address of [to, cc, bcc]) {
      const mails = await mailsTo(address)
      expect(mails.map(({ subject }) => subject)).toEqual([`Rechnung ${invoice.invoiceNumber}`])
      expect(mails[0]?.text).toContain('Bitte zahlen Sie 119,00')
      expect(mails[0]?.attachments).toMatchObject([
        { filename: `${invoice.invoiceNumber}.pdf`, contentType: 'application/pdf' },
      ])
    }
    const [sending] = await listSendings(invoice.id)
    expect(sending).toMatchObject({
      status: 'sent',
      attempts: 1,
      failureReason: null,
      endedAt: expect.any(String),
      recipients: [
        { address: to, kind: 'to', status: 'sent' },
        { address: cc, kind: 'cc', status: 'sent' },
        { address: bcc, kind: 'bcc', status: 'sent' },
      ],
    })
    const [document] = (await member.get('/api/document/documents?status=final')).body.member
    expect(sending.documentIds).toEqual([document.id])
  })

  test('attaches the document that rendering returns', async () => {
    const invoice = await issued()
    const { body: document } = await member.post(`/api/billing/invoices/${invoice.id}/render`, {
      includeDetails: false,
    })
    const mails: Mail[] = []
    await send(invoice.id, { to: [anAddress()] })
    mailing(async (mail) => void mails.push(mail))
    await drainEvents()
    const [mail] = mails
    expect(mail?.attachments?.[0]?.content.length).toBe(document.fileSize)
    expect((await readPdf(mail?.attachments?.[0]?.content as Buffer)).pages[0]).toContain('€119.00')
    expect((await listSendings(invoice.id))[0].documentIds).toEqual([document.id])
  })

  test('reaches each address once, whatever lists it is in and however it is capitalized', async () => {
    const invoice = await issued()
    const [a, b] = [anAddress(), anAddress()]
    await send(invoice.id, { to: [a, a.toUpperCase()], cc: [b, a], bcc: [b, a] })
    expect((await listSendings(invoice.id))[0].recipients).toEqual([
      { address: a, kind: 'to', status: 'queued' },
      { address: b, kind: 'cc', status: 'queued' },
    ])
    await drainEvents()
    expect(await mailsTo(a)).toHaveLength(1)
    expect(await mailsTo(b)).toHaveLength(1)
  })

  test('uses the billing contact by default, and is rejected without one', async () => {
    const email = anAddress()
    const partner = await aPartner(member, { billingContact: { name: 'Zofia', email } })
    const invoice = await issued({ partnerId: partner.id })
    expect((await send(invoice.id)).status).toBe(200)
    await drainEvents()
    expect((await nextMailTo(email)).attachments).toHaveLength(1)
    const without = await issued()
    const { status, body } = await send(without.id, { cc: [anAddress()] })
    expect([status, body.violations]).toMatchObject([400, [{ propertyPath: 'to' }]])
    expect(await listSendings(without.id)).toEqual([])
  })

  test.each(['draft', 'paid', 'cancelled'])('is rejected for a %s invoice', async (state) => {
    const invoice = await anInvoice(member, { issueImmediately: state !== 'draft' })
    if (state === 'paid') await member.post(`/api/billing/invoices/${invoice.id}/mark-paid`)
    if (state === 'cancelled') await member.post(`/api/billing/invoices/${invoice.id}/cancel`, { reason: 'Wrong' })
    const { status, body } = await send(invoice.id, { to: [anAddress()] })
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect(body.detail).toContain(`The invoice is ${state}`)
    expect(await listSendings(invoice.id)).toEqual([])
  })

  test('rejects the Idempotency-Key of another invoice and sends nothing', async () => {
    const [one, other] = [await issued(), await issued()]
    const body = { to: [anAddress()] }
    const headers = { 'idempotency-key': `send-${one.id}` }
    expect((await send(one.id, body, headers)).status).toBe(200)
    const answer = await send(other.id, body, headers)
    expect([answer.status, answer.body.errorCode]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await listSendings(other.id)).toEqual([])
  })

  test('sends nothing again for the same Idempotency-Key', async () => {
    const invoice = await issued()
    const to = anAddress()
    for (let time = 0; time < 2; time++)
      await send(invoice.id, { to: [to] }, { 'idempotency-key': `send-${invoice.id}` })
    await drainEvents()
    expect(await mailsTo(to)).toHaveLength(1)
    expect(await listSendings(invoice.id)).toHaveLength(1)
  })

  test('is retried with the same Message-ID after a failure, and is shown as sent only afterwards', async () => {
    const invoice = await issued()
    const tries: Mail[] = []
    await send(invoice.id, { to: [anAddress()] })
    mailing(async (mail) => {
      tries.push(mail)
      throw Object.assign(new Error('421 <books@example.com> later'), { code: 'ECONNECTION' })
    })
    await drainEvents()
    expect((await listSendings(invoice.id))[0]).toMatchObject({
      status: 'queued',
      attempts: 1,
      failureReason: 'ECONNECTION',
      recipients: [{ status: 'queued' }],
    })
    mailing(async (mail) => void tries.push(mail), 5)
    await redrive({})
    await drainEvents()
    expect((await listSendings(invoice.id))[0]).toMatchObject({ status: 'sent', attempts: 2 })
    expect(tries).toHaveLength(2)
    expect(tries[0]?.messageId).toBe(tries[1]?.messageId)
  })

  test('fails with a reason that contains no address if the server rejects the mail permanently', async () => {
    const invoice = await issued()
    await send(invoice.id, { to: [anAddress()] })
    mailing(() => {
      throw Object.assign(new Error('550 <books@example.com> unknown'), { code: 'EENVELOPE', responseCode: 550 })
    })
    await drainEvents()
    const [sending] = await listSendings(invoice.id)
    expect(sending).toMatchObject({
      status: 'failed',
      failureReason: 'EENVELOPE 550',
      recipients: [{ status: 'failed' }],
    })
  })

  test('shows the recipients whose mail was rejected', async () => {
    const invoice = await issued()
    const [a, b] = [anAddress(), anAddress()]
    await send(invoice.id, { to: [a, b] })
    mailing(async () => ({ refused: [b.toUpperCase()] }))
    await drainEvents()
    expect((await listSendings(invoice.id))[0]).toMatchObject({
      status: 'partly_sent',
      recipients: [
        { address: a, status: 'sent' },
        { address: b, status: 'failed' },
      ],
    })
  })

  test('attaches other final documents of the tenant instead of its own', async () => {
    const [invoice, other, draft] = [await issued(), await issued(), await anInvoice(member)]
    const createDocument = async ({ id }: { id: string }, as = member) =>
      (await as.post(`/api/billing/invoices/${id}/render`, {})).body.id
    const stranger = await aMember()
    const foreign = await createDocument(await anInvoice(stranger, { issueImmediately: true }), stranger)
    const [good, unfinished] = [await createDocument(other), await createDocument(draft)]
    const attachmentDocumentIds = [good, unfinished, newId(new Date()), foreign]
    const { status, body } = await send(invoice.id, { to: [anAddress()], attachmentDocumentIds })
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual(
      [1, 2, 3].map((i) => `attachmentDocumentIds[${i}]`),
    )
    const to = anAddress()
    await send(invoice.id, { to: [to], attachmentDocumentIds: [good], format: 'html' })
    await drainEvents()
    expect((await nextMailTo(to)).attachments.map(({ filename }) => filename)).toEqual([`${other.invoiceNumber}.html`])
    expect((await listSendings(invoice.id))[0].documentIds).toEqual([good])
  })
})

describe('sending an invoice as a link', () => {
  const findLink = (text: string) => /http:\/\/localhost:3000(\/api\/document\/portal\/\S+)/.exec(text)?.[1] as string
  const portal = client()

  const sentLink = async (fields: object = {}) => {
    const invoice = await issued(fields)
    const to = anAddress()
    await send(invoice.id, { to: [to], channel: 'portal' })
    await drainEvents()
    const mail = await nextMailTo(to)
    return { invoice, mail, link: findLink(mail.text) }
  }

  test('mails a link without attachments, which opens a page with a download button without signing in', async () => {
    const { invoice, mail, link } = await sentLink()
    expect(mail.attachments).toEqual([])
    expect(mail.html).toContain(link)
    const page = await portal.get(link)
    expect(page.status).toBe(200)
    expect(page.headers['Content-Type']).toBe('text/html; charset=utf-8')
    expect(page.text).toContain(invoice.invoiceNumber)
    expect(page.text).toContain(`href="${link}/download"`)
    const pdf = await portal.get(`${link}/download`)
    expect(pdf.status).toBe(302)
    const bytes = Buffer.from(await (await fetch(pdf.headers.Location as string)).arrayBuffer())
    expect((await readPdf(bytes)).pages[0]).toContain(invoice.invoiceNumber)
  })

  test('is stored nowhere once the mail was sent', async () => {
    const { link, invoice } = await sentLink()
    const subject = `commerce:///billing/invoices/${invoice.id}`
    const [item] = await listMailings(app().db, member.tenant, subject)
    expect(item).toMatchObject({ status: 'sent' })
    expect(JSON.stringify(item)).not.toContain(link.split('/').at(-1))
    expect(item).not.toHaveProperty('mail')
  })

  test('shows a page that loads, runs, frames and submits nothing and is not cached', async () => {
    const { link } = await sentLink()
    const { headers, text } = await portal.get(link)
    expect(headers['Content-Security-Policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(headers).toMatchObject({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    })
    expect(text).not.toMatch(/<script|style="/)
  })

  test('answers 404 once the link has expired, was altered, or the invoice is cancelled', async () => {
    const { link, invoice } = await sentLink()
    await member.post(`/api/billing/invoices/${invoice.id}/render`, { includeDetails: false })
    const changed = link.replace(/.(?=\.)/, (sign) => (sign === 'A' ? 'B' : 'A'))
    for (const wrong of [changed, `${link}A`, link.slice(0, -5), `${link.split('.')[0]}.`, '/api/document/portal/x'])
      expect((await portal.get(wrong)).status, wrong).toBe(404)
    const laterBy = (days: number) => useApp({ ...app(), clock: () => new Date(Date.now() + days * 86_400_000) })
    laterBy(29.9)
    expect((await portal.get(link)).status).toBe(200)
    laterBy(30.1)
    expect((await portal.get(link)).status).toBe(404)
    expect((await portal.get(`${link}/download`)).status).toBe(404)
    useApp(undefined)
    await member.post(`/api/billing/invoices/${invoice.id}/cancel`, { reason: 'Wrong' })
    expect((await portal.get(link)).status).toBe(404)
  })
})
