import { beforeAll, describe, expect, test } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readPdf } from '../support/pdf.ts'

let member: Member
beforeAll(async () => {
  member = await aMember()
})

const render = (id: string, body: object = {}, as = member) => as.post(`/api/billing/invoices/${id}/render`, body)
const readDocument = async (id: string) => (await member.get(`/api/document/documents/${id}`)).body
const download = async (id: string, format = 'pdf') => {
  const { headers } = await member.get(`/api/document/documents/${id}/download?format=${format}`)
  return Buffer.from(await (await fetch(headers.Location as string)).arrayBuffer())
}
const issued = (fields: object = {}) => anInvoice(member, { issueImmediately: true, ...fields })

describe('rendering an invoice', () => {
  test('creates its document as PDF and HTML, with download URLs that work for five minutes without signing in', async () => {
    const invoice = await issued()
    const { status, body, headers } = await render(invoice.id)
    expect(status).toBe(201)
    expect(headers.Location).toBe(`/api/document/documents/${body.id}`)
    expect(body).toMatchObject({
      '@type': 'Document',
      type: 'invoice',
      status: 'final',
      subject: invoice.documentSubject,
      number: invoice.invoiceNumber,
      primaryFormat: 'pdf',
      generatedBy: member.identity,
      supersedes: null,
      supersededBy: null,
      metadata: { includeDetails: 'true' },
    })
    expect(body.renditions.map((each: { format: string }) => each.format)).toEqual(['pdf', 'html'])
    const before = app().clock().getTime()
    const { body: found } = await member.get(`/api/document/documents/${body.id}/download`, {
      accept: 'application/json',
    })
    expect(found).toMatchObject({
      id: body.id,
      filename: `${invoice.invoiceNumber}.pdf`,
      mimeType: 'application/pdf',
      sizeBytes: body.fileSize,
    })
    expect(Date.parse(found.expiresAt) - before).toBeGreaterThanOrEqual(300_000)
    expect(Date.parse(found.expiresAt) - before).toBeLessThan(310_000)
    const pdf = Buffer.from(await (await fetch(found.url)).arrayBuffer())
    expect(pdf.length).toBe(body.fileSize)
    const { pages } = await readPdf(pdf)
    expect(pages[0]).toContain(invoice.invoiceNumber)
    expect(pages[0]).toContain('€119.00')
    expect(String(await download(body.id, 'html'))).toContain('€119.00')
  })

  test('redirects a download to a URL that serves the file with its name and type', async () => {
    const invoice = await issued()
    const { id } = (await render(invoice.id)).body
    for (const [query, type, ending] of [
      ['', 'application/pdf', 'pdf'],
      ['?format=html', 'text/html; charset=utf-8', 'html'],
    ]) {
      const answer = await member.get(`/api/document/documents/${id}/download${query}`)
      expect([answer.status, answer.text, answer.headers.Vary]).toEqual([302, '', 'Accept, Origin'])
      expect(answer.headers.Location).not.toContain(member.token)
      const address = new URL(answer.headers.Location as string)
      expect((await fetch(address)).status).toBe(200)
      // The local storage ignores the name and type in the URL with which S3 serves the file.
      expect(address.searchParams.get('response-content-type')).toBe(type)
      expect(address.searchParams.get('response-content-disposition')).toContain(
        `attachment; filename="${invoice.invoiceNumber}.${ending}"`,
      )
    }
  })

  test.each([
    [undefined, 302],
    ['*/*', 302],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 302],
    ['application/pdf', 302],
    ['application/*', 302],
    ['application/json, application/pdf', 302],
    ['application/json, text/plain, */*', 302],
    ['application/json;q=0', 302],
    ['image/png', 302],
    ['application/json', 200],
    ['Application/JSON; charset=utf-8', 200],
    ['application/json, */*;q=0.5', 200],
    ['application/pdf;q=0.5, application/json;q=0.9', 200],
  ])('is downloaded by who accepts %s with %i', async (accept, expected) => {
    const invoice = await issued()
    const { id } = (await render(invoice.id)).body
    const answer = await member.get(`/api/document/documents/${id}/download`, accept === undefined ? {} : { accept })
    expect([answer.status, answer.headers.Vary]).toEqual([expected, 'Accept, Origin'])
    expect(Boolean(answer.headers.Location)).toBe(expected === 302)
    if (expected === 200) expect(answer.body).toMatchObject({ '@type': 'DocumentDownload', id })
  })

  test('returns the same document for the same options, whatever has changed around it', async () => {
    const partner = await aPartner(member)
    const invoice = await issued({ partnerId: partner.id })
    const { body: first } = await render(invoice.id)
    await member.patch(`/api/partner/partners/${partner.id}`, { name: 'Another name', locale: 'de_DE' })
    await member.post(`/api/billing/invoices/${invoice.id}/mark-paid`)
    const { status, body: second } = await render(invoice.id, { includeDetails: true })
    expect([status, second.id, second.updatedAt]).toEqual([201, first.id, first.updatedAt])
  })

  test('creates a superseding document for other options, and reinstates the first one for its options', async () => {
    const invoice = await issued()
    const first = (await render(invoice.id)).body
    const second = (await render(invoice.id, { includeDetails: false })).body
    expect(second.id).not.toBe(first.id)
    expect(second).toMatchObject({ status: 'final', supersedes: first.id, supersededBy: null })
    expect(await readDocument(first.id)).toMatchObject({ status: 'superseded', supersededBy: second.id })
    const third = (await render(invoice.id)).body
    expect(third).toMatchObject({ id: first.id, status: 'final', supersedes: second.id, supersededBy: null })
    expect(await readDocument(second.id)).toMatchObject({
      status: 'superseded',
      supersedes: null,
      supersededBy: first.id,
    })
    const { pages } = await readPdf(await download(second.id))
    expect(pages[0]).not.toContain('Storage')
    expect(pages[0]).toContain('€119.00')
  })

  test('marks a draft, which is not final and is superseded by the issued invoice', async () => {
    const invoice = await anInvoice(member)
    const draft = (await render(invoice.id)).body
    expect(draft).toMatchObject({ status: 'draft', number: null, finalizedAt: null })
    expect((await readPdf(await download(draft.id))).pages[0]).toContain('DRAFT')
    expect((await render(invoice.id)).body.id).toBe(draft.id)
    await member.post(`/api/billing/invoices/${invoice.id}/issue`)
    const final = (await render(invoice.id)).body
    expect(final).toMatchObject({ status: 'final', supersedes: draft.id })
    expect((await readPdf(await download(final.id))).pages[0]).not.toContain('DRAFT')
    expect(await readDocument(draft.id)).toMatchObject({ status: 'superseded' })
  })

  test('creates another document for a changed draft', async () => {
    const partner = await aPartner(member)
    const invoice = await anInvoice(member, { partnerId: partner.id })
    const before = (await render(invoice.id)).body
    await member.patch(`/api/partner/partners/${partner.id}`, { name: 'Neuer Name AG' })
    const after = (await render(invoice.id)).body
    expect(after).toMatchObject({ status: 'draft', supersedes: before.id })
    expect((await readPdf(await download(after.id))).pages[0]).toContain('Neuer Name AG')
  })

  test('creates one document for ten requests at once', async () => {
    const invoice = await issued()
    const created = await Promise.all(Array.from({ length: 10 }, () => render(invoice.id)))
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    const { body } = await member.get(`/api/document/documents?subject=${encodeURIComponent(invoice.documentSubject)}`)
    expect(body.totalItems).toBe(1)
  })

  test('leaves one current document after concurrent requests with different options', async () => {
    const invoice = await issued()
    await Promise.all([true, false, true, false].map((includeDetails) => render(invoice.id, { includeDetails })))
    const subject = encodeURIComponent(invoice.documentSubject)
    const [all, final] = await Promise.all(
      ['', '&status=final'].map((more) => member.get(`/api/document/documents?subject=${subject}${more}`)),
    )
    expect([all?.body.totalItems, final?.body.totalItems]).toEqual([2, 1])
    const [last] = final?.body.member ?? []
    const [other] = all?.body.member.filter(({ id }: { id: string }) => id !== last.id) ?? []
    expect(last).toMatchObject({ supersedes: other.id, supersededBy: null })
    expect(other).toMatchObject({ supersedes: null, supersededBy: last.id })
  })

  test('uses the language of the partner, not that of the tenant', async () => {
    const partner = await aPartner(member, { locale: 'de_DE' })
    const invoice = await issued({ partnerId: partner.id })
    const { body } = await render(invoice.id)
    const { pages, language } = await readPdf(await download(body.id))
    expect(language).toMatch(/^de/)
    expect(pages[0]).toContain('Gesamtbetrag 119,00 €')
    expect(String(await download(body.id, 'html'))).toContain('<html lang="de-DE" dir="ltr">')
  })

  test('voids the document of a cancelled invoice, and marks a new one as cancelled', async () => {
    const invoice = await issued()
    const before = (await render(invoice.id)).body
    await member.post(`/api/billing/invoices/${invoice.id}/cancel`, { reason: 'Wrong partner' })
    expect(await readDocument(before.id)).toMatchObject({
      status: 'void',
      voidReason: 'Wrong partner',
      voidedAt: expect.any(String),
    })
    const { body } = await render(invoice.id)
    expect(body.id).not.toBe(before.id)
    expect((await readPdf(await download(body.id))).pages[0]).toContain('CANCELLED')
    expect((await readDocument(before.id)).status).toBe('void')
  })

  test('leaves no valid document if the invoice is cancelled meanwhile', async () => {
    for (let round = 0; round < 6; round++) {
      const invoice = await issued()
      if (round % 2) await render(invoice.id)
      const [, cancelled] = await Promise.all([
        render(invoice.id, { includeDetails: false }),
        member.post(`/api/billing/invoices/${invoice.id}/cancel`, { reason: 'Wrong partner' }),
      ])
      expect(cancelled.status).toBe(200)
      const subject = encodeURIComponent(invoice.documentSubject)
      const { body } = await member.get(`/api/document/documents?subject=${subject}`)
      const live = body.member.filter(
        ({ status, metadata }: { status: string; metadata: { state: string } }) =>
          status !== 'void' && metadata.state === 'issued',
      )
      expect(live).toEqual([])
    }
  })

  test('leaves no valid document if one is rendered just before the cancellation is written', async () => {
    const invoice = await issued()
    const { db } = app()
    let isRendered = false
    const transact: typeof db.transact = async (actions, token) => {
      const isCancellation = actions.some((action) => 'put' in action && action.put.status === 'cancelled')
      if (isCancellation && !isRendered) {
        isRendered = true
        expect((await render(invoice.id)).status).toBe(201)
      }
      return await db.transact(actions, token)
    }
    useApp({ ...app(), db: { ...db, transact } })
    const { status } = await member.post(`/api/billing/invoices/${invoice.id}/cancel`, { reason: 'Wrong partner' })
    useApp(undefined)
    expect([status, isRendered]).toEqual([200, true])
    const subject = encodeURIComponent(invoice.documentSubject)
    const { body } = await member.get(`/api/document/documents?subject=${subject}`)
    expect(body.member.map((each: { status: string }) => each.status)).toEqual(['void'])
  })

  test('answers 404 for a missing invoice and one of another tenant', async () => {
    const invoice = await issued()
    const stranger = await aMember()
    expect((await render(newId(new Date()))).status).toBe(404)
    expect((await render(invoice.id, {}, stranger)).status).toBe(404)
    const { body } = await render(invoice.id)
    for (const path of ['', '/download'])
      expect((await stranger.get(`/api/document/documents/${body.id}${path}`)).status).toBe(404)
  })
})

describe('documents', () => {
  test('can be listed by type, status and subject', async () => {
    const one = await aMember()
    const created = []
    for (const issueImmediately of [true, false]) {
      const invoice = await anInvoice(one, { issueImmediately })
      created.push((await render(invoice.id, {}, one)).body)
    }
    const [final, draft] = created
    const ids = async (query: string) =>
      (await one.get(`/api/document/documents${query}`)).body.member.map(({ id }: { id: string }) => id)
    expect(await ids('')).toEqual([draft.id, final.id])
    expect(await ids('?type=invoice&status=final')).toEqual([final.id])
    expect(await ids('?type=statement')).toEqual([])
    expect(await ids(`?status=draft&subject=${encodeURIComponent(draft.subject)}`)).toEqual([draft.id])
    expect((await one.get('/api/document/documents?status=lost')).status).toBe(400)
  })
})

describe('rendering a credit note', () => {
  test('creates its document with invoice, reason and credited lines in the partner’s language', async () => {
    const partner = await aPartner(member, { name: 'Maison du Thé', locale: 'fr_FR' })
    const invoice = await issued({ partnerId: partner.id })
    const given = { invoiceId: invoice.id, reason: 'Marchandise endommagée', issueImmediately: true }
    const note = (await member.post('/api/billing/credit-notes', given)).body
    const renderNote = () => member.post(`/api/billing/credit-notes/${note.id}/render`, {})
    const { status, body } = await renderNote()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'credit_note',
      status: 'final',
      number: note.creditNoteNumber,
      subject: `commerce:///billing/credit-notes/${note.id}`,
    })
    const { pages } = await readPdf(await download(body.id))
    for (const text of [note.creditNoteNumber, invoice.invoiceNumber, 'Marchandise endommagée', 'Maison du Thé'])
      expect(pages[0]).toContain(text)
    await member.post(`/api/billing/credit-notes/${note.id}/apply`, {})
    expect((await renderNote()).body.id).toBe(body.id)
  })

  test('marks a draft, and creates another document for the issued note', async () => {
    const { id: invoiceId } = await issued()
    const { id } = (await member.post('/api/billing/credit-notes', { invoiceId, reason: 'Broken' })).body
    const draft = (await member.post(`/api/billing/credit-notes/${id}/render`, {})).body
    expect(draft).toMatchObject({ status: 'draft', number: null })
    expect(String(await download(draft.id, 'html'))).toMatch(/draft/i)
    await member.post(`/api/billing/credit-notes/${id}/issue`, {})
    const final = (await member.post(`/api/billing/credit-notes/${id}/render`, {})).body
    expect(final).toMatchObject({ status: 'final', supersedes: draft.id })
    expect((await readDocument(draft.id)).status).toBe('superseded')
  })
})
