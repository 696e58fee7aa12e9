import { beforeAll, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { listEvents } from './events.ts'

const NOTES = '/api/billing/credit-notes'
const INVOICES = '/api/billing/invoices'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
  await owner.put('/api/configuration/settings/bulk', {
    settings: [{ key: 'billing.taxRates', value: { standard: 19, reduced: 7 } }],
  })
})

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

const issued = (fields: object = {}) => anInvoice(owner, { issueImmediately: true, ...fields })
const credit = (invoiceId: string, fields: object = {}) =>
  owner.post(NOTES, { invoiceId, reason: 'Damaged goods', ...fields })
const readInvoice = async (id: string) => (await owner.get(`${INVOICES}/${id}`)).body

describe('a credit note', () => {
  it('credits the rest of each line of the invoice if no lines are given', async () => {
    const partner = await aPartner(owner, { name: 'Nordlicht' })
    const invoice = await issued({
      partnerId: partner.id,
      lineItems: [
        { description: 'Storage', quantity: 2.5, unitPrice: 333 },
        { description: 'Books', quantity: 1, unitPrice: 1000, taxCategoryId: 'reduced' },
      ],
    })
    const { status, body, headers } = await credit(invoice.id)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      '@type': 'CreditNote',
      invoiceId: invoice.id,
      invoiceNumber: invoice.invoiceNumber,
      partnerId: partner.id,
      partnerName: 'Nordlicht',
      currencyCode: 'EUR',
      status: 'draft',
      reason: 'Damaged goods',
      creditNoteNumber: null,
      totalAmount: invoice.grandTotal,
      subtotal: invoice.subtotal,
      taxTotal: invoice.taxTotal,
      grandTotal: invoice.grandTotal,
      totalAmountFormatted: invoice.totalAmountFormatted,
      lineItemCount: 2,
      adjustments: [],
      issuedAt: null,
      appliedAt: null,
    })
    expect(body.lineItems).toMatchObject([
      {
        description: 'Storage',
        quantity: 2.5,
        unitPrice: 333,
        unitPriceFormatted: '€3.33',
        amount: 833,
        amountFormatted: '€8.33',
        originalLineItemId: invoice.lineItems[0].id,
        taxCategoryId: 'standard',
        taxAmount: 158,
        taxRatePercent: 19,
      },
      { description: 'Books', quantity: 1, amount: 1000, taxAmount: 70, originalLineItemId: invoice.lineItems[1].id },
    ])
    expect((await owner.get(headers.Location as string)).body).toEqual(body)
    expect(await readInvoice(invoice.id)).toMatchObject({
      creditedAmount: invoice.grandTotal,
      openAmount: invoice.grandTotal,
    })
    expect((await credit(invoice.id)).body.errorCode).toBe('CREDIT_EXCEEDS_INVOICE')
  })

  it('is rejected for a draft, cancelled or missing invoice, and for lines that the invoice does not have', async () => {
    const draft = await anInvoice(owner)
    expect((await credit(draft.id)).body).toMatchObject({
      errorCode: 'OPERATION_NOT_ALLOWED',
      detail: expect.stringContaining('draft'),
    })
    await owner.post(`${INVOICES}/${draft.id}/cancel`, { reason: 'x' })
    expect((await credit(draft.id)).body.errorCode).toBe('OPERATION_NOT_ALLOWED')
    expect(paths(await credit(newId(new Date())))).toEqual(['invoiceId'])
    const { id, lineItems } = await issued()
    const other = await issued()
    const answer = await credit(id, {
      lineItems: [
        { quantity: 1, originalLineItemId: other.lineItems[0].id },
        { quantity: 1, originalLineItemId: lineItems[0].id, unitPrice: 11_901 },
        { quantity: 1 },
      ],
    })
    expect(paths(answer)).toEqual([
      'lineItems[0].originalLineItemId',
      'lineItems[1].unitPrice',
      'lineItems[2].description',
      'lineItems[2].unitPrice',
    ])
  })

  it('spreads what names no line over the tax rates of the invoice', async () => {
    const line = { description: 'x', quantity: 1, unitPrice: 1000 }
    const { id } = await issued({ lineItems: [line, { ...line, taxCategoryId: 'reduced' }] })
    const { status, body } = await credit(id, { lineItems: [{ description: 'Goodwill', quantity: 1, unitPrice: 200 }] })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ subtotal: 200, taxTotal: 26, grandTotal: 226 })
    expect(body.lineItems).toMatchObject([
      { description: 'Goodwill', unitPrice: 100, taxRatePercent: 19, originalLineItemId: null },
      { description: 'Goodwill', unitPrice: 100, taxRatePercent: 7, originalLineItemId: null },
    ])
  })

  it('takes the rest of the tax with the rest of the amount, although its lines name none of the invoice', async () => {
    const { id, grandTotal } = await issued({ lineItems: [{ description: 'Pallet', quantity: 1, unitPrice: 100 }] })
    const half = { lineItems: [{ description: 'Goodwill', quantity: 1, unitPrice: 50 }] }
    expect((await credit(id, half)).body).toMatchObject({ taxTotal: 10, grandTotal: 60 })
    const { status, body } = await credit(id, half)
    expect([status, body.taxTotal, body.grandTotal]).toEqual([201, 9, 59])
    expect((await readInvoice(id)).creditedAmount).toBe(grandTotal)
    const more = await credit(id, { lineItems: [{ description: 'Goodwill', quantity: 1, unitPrice: 1 }] })
    expect(more.body.errorCode).toBe('CREDIT_EXCEEDS_INVOICE')
  })

  it('cannot exceed the rest of a line, from which drafts are deducted', async () => {
    const { id, lineItems } = await issued({ lineItems: [{ description: 'Pallet', quantity: 10, unitPrice: 100 }] })
    const take = (quantity: number) => credit(id, { lineItems: [{ quantity, originalLineItemId: lineItems[0].id }] })
    expect((await take(7)).status).toBe(201)
    const refused = await take(4)
    expect(refused.body).toMatchObject({ status: 409, errorCode: 'CREDIT_EXCEEDS_INVOICE' })
    expect(refused.body.detail).toContain('3 of 10')
    expect((await take(3)).status).toBe(201)
    expect((await readInvoice(id)).creditedAmount).toBe(1190)
  })

  it('never exceeds the invoice together with others created at once', { timeout: 60_000 }, async () => {
    const { id, grandTotal } = await issued()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        credit(id, { lineItems: [{ description: 'Part', quantity: 1, unitPrice: 2000 }] }),
      ),
    )
    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(5)
    expect(answers.filter(({ body }) => body.errorCode === 'CREDIT_EXCEEDS_INVOICE')).toHaveLength(7)
    expect((await readInvoice(id)).creditedAmount).toBe(5 * 2380)
    expect(5 * 2380).toBeLessThanOrEqual(grandTotal)
  })

  it('gets the next number of its own sequence, or a chosen one that is unused', async () => {
    const member = await aMember()
    const year = new Date().getUTCFullYear()
    const make = async (fields: object = {}) => {
      const { id } = await anInvoice(member, { issueImmediately: true })
      return (await member.post(NOTES, { invoiceId: id, reason: 'x', ...fields })).body
    }
    expect((await make({ issueImmediately: true })).creditNoteNumber).toBe(`CN-${year}-00001`)
    const [one, two] = [await make(), await make()]
    const issue = (id: string, creditNoteNumber?: string) => member.post(`${NOTES}/${id}/issue`, { creditNoteNumber })
    expect((await issue(one.id, 'GS-7')).body).toMatchObject({
      status: 'issued',
      creditNoteNumber: 'GS-7',
      issuedAt: expect.any(String),
    })
    expect((await issue(two.id, 'GS-7')).body.errorCode).toBe('ALREADY_EXISTS')
    expect((await issue(two.id)).body.creditNoteNumber).toBe(`CN-${year}-00002`)
    expect((await issue(two.id)).status).toBe(409)
    const [event, ...others] = await listEvents(member.tenant, 'finance.creditnote.issued', two.id)
    expect(others).toEqual([])
    expect(event?.data).toMatchObject({ creditNoteNumber: `CN-${year}-00002`, reason: 'x', totalAmount: 11_900 })
  })
})

describe('applying a credit note', () => {
  const apply = (id: string) => owner.post(`${NOTES}/${id}/apply`, {})
  const part = (id: string, unitPrice: number) =>
    credit(id, { issueImmediately: true, lineItems: [{ description: 'Part', quantity: 1, unitPrice }] })

  it('lowers the open amount, and marks the invoice paid with the note once nothing is open', async () => {
    const { id, grandTotal } = await issued()
    const first = (await part(id, 1000)).body
    expect((await owner.get(`${INVOICES}/${id}`)).body.adjustments).toEqual([])
    expect((await apply(first.id)).body).toMatchObject({ status: 'applied', appliedAt: expect.any(String) })
    expect((await owner.get(`${INVOICES}/${id}`)).body.adjustments).toEqual([
      { type: 'credit_notes', description: expect.any(String), amount: String(-first.grandTotal) },
    ])
    expect(await readInvoice(id)).toMatchObject({ status: 'issued', openAmount: grandTotal - 1190 })
    const rest = (await credit(id, { issueImmediately: true })).body
    await apply(rest.id)
    expect(await readInvoice(id)).toMatchObject({
      status: 'paid',
      openAmount: 0,
      paymentReference: rest.creditNoteNumber,
    })
    expect(await listEvents(owner.tenant, 'finance.invoice.paid', id)).toHaveLength(1)
  })

  it('is possible once and for issued notes only, also with two requests at once', async () => {
    const { id } = await issued()
    const note = (await part(id, 1000)).body
    const answers = await Promise.all([apply(note.id), apply(note.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await readInvoice(id)).openAmount).toBe(14_161 - 1190)
    const draft = (await credit(id)).body
    expect((await apply(draft.id)).status).toBe(409)
  })

  it('does not change a paid invoice', async () => {
    const { id } = await issued()
    const note = (await part(id, 1000)).body
    await owner.post(`${INVOICES}/${id}/mark-paid`, { paymentReference: 'SEPA' })
    expect((await apply(note.id)).body.status).toBe('applied')
    expect(await readInvoice(id)).toMatchObject({ status: 'paid', paymentReference: 'SEPA' })
  })
})

describe('cancelling an invoice', () => {
  const findTask = async (invoiceId: string) =>
    (await app().db.query({ pk: 'T#PLATFORM#task' })).find(
      ({ data }) => (data as { invoiceId?: string } | undefined)?.invoiceId === invoiceId,
    )

  it('is rejected once a credit note is issued, and cancels draft credit notes otherwise', async () => {
    const cancel = (id: string) => owner.post(`${INVOICES}/${id}/cancel`, { reason: 'Wrong' })
    const kept = await issued()
    await credit(kept.id, { issueImmediately: true, lineItems: [{ description: 'Part', quantity: 1, unitPrice: 1 }] })
    expect((await cancel(kept.id)).body).toMatchObject({
      errorCode: 'OPERATION_NOT_ALLOWED',
      detail: expect.stringContaining('credit note'),
    })

    const cancelled = await issued()
    const draft = (await credit(cancelled.id)).body
    const { body: document } = await owner.post(`${NOTES}/${draft.id}/render`)
    expect((await cancel(cancelled.id)).body).toMatchObject({ status: 'cancelled', creditedAmount: 0 })
    expect((await owner.get(`${NOTES}/${draft.id}`)).body.status).toBe('cancelled')
    expect((await owner.get(`/api/document/documents/${document.id}`)).body.status).toBe('void')
    expect((await owner.post(`${NOTES}/${draft.id}/issue`, {})).status).toBe(409)
    expect(await findTask(cancelled.id)).toBeUndefined()
  })

  it('cancels the drafts that fit its transaction, and the rest in an idempotent task', async () => {
    const { id } = await issued()
    const drafts: string[] = []
    for (let i = 0; i < 14; i++)
      drafts.push((await credit(id, { lineItems: [{ description: 'Part', quantity: 1, unitPrice: 1 }] })).body.id)
    // The newest is cancelled last, so by the task.
    const { body: document } = await owner.post(`${NOTES}/${drafts.at(-1)}/render`)
    const cancelled = async () => (await owner.get(`${NOTES}?invoiceId=${id}&status=cancelled`)).body.totalItems
    expect((await owner.post(`${INVOICES}/${id}/cancel`, { reason: 'Wrong' })).body.status).toBe('cancelled')
    expect(await cancelled()).toBeGreaterThan(1)
    expect(await cancelled()).toBeLessThan(drafts.length)
    const task = await findTask(id)
    if (!task) throw new Error('There is no task.')
    for (let times = 0; times < 2; times++) await runTask(app(), task, new Date(), createLog({}))
    expect(await cancelled()).toBe(drafts.length)
    expect((await owner.get(`/api/document/documents/${document.id}`)).body.status).toBe('void')
    expect((await owner.get(`${NOTES}?invoiceId=${id}&status=draft`)).body.totalItems).toBe(0)
  })

  it('also cancels a draft that is created at the same time', async () => {
    const { id } = await issued()
    const part = { lineItems: [{ description: 'Part', quantity: 1, unitPrice: 1 }] }
    await credit(id, part)
    const [, ...answers] = await Promise.all([
      owner.post(`${INVOICES}/${id}/cancel`, { reason: 'Wrong' }),
      ...[1, 2, 3].map(() => credit(id, part)),
    ])
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const task = await findTask(id)
    if (task) await runTask(app(), task, new Date(), createLog({}))
    expect((await owner.get(`${NOTES}?invoiceId=${id}&status=draft`)).body.totalItems).toBe(0)
  })
})

it('filters the list by status, partner and invoice', async () => {
  const member = await aMember()
  const [a, b] = [await aPartner(member), await aPartner(member)]
  const created: { id: string; status: string; partnerId: string; invoiceId: string }[] = []
  for (const partner of [a, b])
    for (let i = 0; i < 2; i++) {
      const { id: invoiceId } = await anInvoice(member, { partnerId: partner.id, issueImmediately: true })
      for (const issueImmediately of [true, false]) {
        const lineItems = [{ description: 'Part', quantity: 1, unitPrice: 100 }]
        created.push((await member.post(NOTES, { invoiceId, reason: 'x', lineItems, issueImmediately })).body)
      }
    }
  created.reverse()
  for (const status of ['', 'draft', 'issued', 'applied'])
    for (const partnerId of ['', a.id])
      for (const invoiceId of ['', created[0]?.invoiceId ?? '', created.at(-1)?.invoiceId ?? '']) {
        const given = Object.entries({ status, partnerId, invoiceId }).filter(([, value]) => value)
        const { body } = await member.get(`${NOTES}?${new URLSearchParams(given)}`)
        const expected = created.filter((each) => given.every(([name, value]) => each[name as 'status'] === value))
        expect(body.member.map(({ id }: { id: string }) => id)).toEqual(expected.map(({ id }) => id))
        expect(body.totalItems).toBe(expected.length)
        const past = await member.get(`${NOTES}?${new URLSearchParams([...given, ['page', '2']])}`)
        expect([past.body.member, past.body.totalItems]).toEqual([[], expected.length])
      }
})
