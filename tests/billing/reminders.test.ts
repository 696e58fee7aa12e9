import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler } from '../../functions/billing/every-quarter-hour-follow-invoices.ts'
import { processDueInvoices } from '../../lib/billing/invoices/reminders/process-due-invoices.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member, type Received } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { listEvents } from './events.ts'
import { PAYMENTS, pay } from './paying.ts'
import { forgetDue } from './recurring-run.ts'

const INVOICES = '/api/billing/invoices'
const SETTINGS = '/api/configuration/settings'
const REMINDER = 'platform.billing.invoice.reminder'
const OVERDUE = 'finance.invoice.overdue'

const { clock } = app()
afterEach(async () => {
  app().clock = clock
  await forgetDue('invoice')
})

const runAt = async (moment: string) => {
  app().clock = () => new Date(moment)
  await handler({})
  app().clock = clock
}

let member: Member
beforeEach(async () => {
  member = await aMember()
})

const set = (values: Record<string, unknown>) =>
  member.put(`${SETTINGS}/bulk`, { settings: Object.entries(values).map(([key, value]) => ({ key, value })) })

const LEVELS = [
  { afterDays: 7, fee: 0 },
  { afterDays: 14, fee: 500, text: 'Bitte überweisen Sie {total} für {invoiceNumber}.' },
  { afterDays: 30, fee: 1000 },
]
const withLevels = (levels: object[] = LEVELS) => set({ 'billing.reminderLevels': levels })

let made = 0
const anAddress = () => `reminded${++made}.${process.env.TABLE_NAME}@example.com`

/** Due on a day of the year after next, so that no other run processes the invoice. */
const year = new Date().getUTCFullYear() + 2
const due = async (fields: object = {}) => {
  const email = anAddress()
  const { id: partnerId } = await aPartner(member, { locale: 'de_DE', billingContact: { email } })
  const invoice = await anInvoice(member, {
    partnerId,
    dueDate: `${year}-03-31`,
    issueImmediately: true,
    ...fields,
  })
  return { ...invoice, email }
}
const read = async (id: string) => (await member.get(`${INVOICES}/${id}/reminders`)).body
const readLevels = async (id: string) => (await read(id)).sent.map(({ level }: { level: number }) => level)
const sendings = async (id: string) => (await member.get(`${INVOICES}/${id}/sendings`)).body.member
const change = (id: string, action: 'stop' | 'resume') => member.post(`${INVOICES}/${id}/reminders/${action}`)
const credit = async (invoiceId: string, unitPrice: number, issueImmediately = true) => {
  const lineItems = [{ quantity: 1, unitPrice, description: 'Goodwill' }]
  const given = { invoiceId, reason: 'Goodwill', lineItems, issueImmediately }
  return (await member.post('/api/billing/credit-notes', given)).body
}
const paths = ({ status, body }: Received) => [
  status,
  (body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]

describe('the reminders of an invoice', () => {
  it('go out level by level, each once, with its fee, its text and the invoice', { timeout: 120_000 }, async () => {
    await withLevels()
    const { id, email, grandTotal, invoiceNumber } = await due()
    expect(await read(id)).toMatchObject({
      id,
      stoppedAt: null,
      reminderFees: 0,
      sent: [],
      next: { level: 1, day: `${year}-04-07` },
    })
    for (const day of ['04-01', '04-06']) await runAt(`${year}-${day}T08:00:00Z`)
    expect(await readLevels(id)).toEqual([])
    for (const time of ['00:00', '00:15', '12:00']) await runAt(`${year}-04-07T${time}:00Z`)
    expect(await readLevels(id)).toEqual([1])
    for (const day of ['04-13', '04-14', '04-14', '04-29', '04-30', '05-31']) await runAt(`${year}-${day}T08:00:00Z`)
    const reminders = await read(id)
    expect(reminders).toMatchObject({
      reminderFees: 1500,
      next: null,
      sent: [
        { level: 1, fee: 0 },
        { level: 2, fee: 500 },
        { level: 3, fee: 1000 },
      ],
    })
    const sent = await sendings(id)
    expect(sent.map(({ id }: { id: string }) => id).reverse()).toEqual(
      reminders.sent.map(({ sendingId }: { sendingId: string }) => sendingId),
    )
    expect((await member.get(`${INVOICES}/${id}`)).body).toMatchObject({
      status: 'overdue',
      grandTotal,
      openAmount: grandTotal,
      reminderFees: 1500,
    })
    expect(await listEvents(member.tenant, REMINDER, id)).toHaveLength(3)

    await drainEvents({ duplicate: true, shuffle: 3 })
    const mails = (await mailsTo(email)).sort((a, b) => a.subject.localeCompare(b.subject))
    expect(mails.map(({ subject }) => subject)).toEqual([
      `2. Mahnung: Rechnung ${invoiceNumber}`,
      `3. Mahnung: Rechnung ${invoiceNumber}`,
      `Zahlungserinnerung: Rechnung ${invoiceNumber}`,
    ])
    const plain = mails.map(({ text }) => text.replace(/\s/g, ' '))
    expect(plain[0]).toContain(`Bitte überweisen Sie 124,00 € für ${invoiceNumber}.`)
    expect(plain[0]).toContain('Die Gebühr für diese Mahnung beträgt 5,00 €.')
    expect(plain[0]).toContain('119,00 € sind noch offen')
    expect(plain[1]).toContain('Bitte zahlen Sie jetzt 134,00 €.')
    expect(plain[2]).not.toContain('Gebühr')
    for (const { attachments } of mails)
      expect(attachments).toMatchObject([{ filename: `${invoiceNumber}.pdf` }, { contentType: 'application/pdf' }])
  })

  it('keep the days between two levels after an outage or when levels are defined late', {
    timeout: 60_000,
  }, async () => {
    const { id } = await due()
    await runAt(`${year}-04-01T08:00:00Z`)
    await withLevels()
    for (const day of ['05-15', '05-16', '05-21']) await runAt(`${year}-${day}T08:00:00Z`)
    expect(await readLevels(id)).toEqual([1])
    expect((await read(id)).next).toEqual({ level: 2, day: `${year}-05-22` })
    await runAt(`${year}-05-22T08:00:00Z`)
    expect(await readLevels(id)).toEqual([1, 2])
  })

  it('do not keep the invoice from being overdue if their documents cannot be rendered', async () => {
    await withLevels([{ afterDays: 1 }])
    const { id } = await due()
    const { files } = app()
    app().files = { ...files, put: () => Promise.reject(new Error('the storage is full')) }
    for (const time of ['08:00', '08:15']) await runAt(`${year}-04-01T${time}:00Z`)
    app().files = files
    const readStatus = async () => (await member.get(`${INVOICES}/${id}`)).body.status
    expect([await readStatus(), await readLevels(id)]).toEqual(['overdue', []])
    await runAt(`${year}-04-01T08:30:00Z`)
    expect([await readStatus(), await readLevels(id)]).toEqual(['overdue', [1]])
    expect(await listEvents(member.tenant, 'finance.invoice.overdue', id)).toHaveLength(1)
    expect(await listEvents(member.tenant, REMINDER, id)).toHaveLength(1)
  })

  it('name what is open after a credit, and end once nothing is', { timeout: 60_000 }, async () => {
    await withLevels()
    const { id, email } = await due()
    const credit = async (unitPrice: number) => {
      const lineItems = [{ quantity: 1, unitPrice, description: 'Goodwill' }]
      const given = { invoiceId: id, reason: 'Goodwill', lineItems, issueImmediately: true }
      const { body } = await member.post('/api/billing/credit-notes', given)
      expect((await member.post(`/api/billing/credit-notes/${body.id}/apply`)).status).toBe(200)
    }
    await credit(1900)
    await runAt(`${year}-04-07T08:00:00Z`)
    await credit(10_000)
    await runAt(`${year}-05-31T08:00:00Z`)
    expect(await readLevels(id)).toEqual([1])
    expect((await read(id)).next).toBeNull()
    await drainEvents()
    const [mail] = await mailsTo(email)
    expect(mail?.text.replace(/\s/g, ' ')).toContain('100,00 € sind noch offen')
  })

  it('claim what credit notes leave that are issued and not applied, and nothing once they cover all', {
    timeout: 60_000,
  }, async () => {
    await withLevels()
    const { id, email } = await due()
    const first = await credit(id, 1900)
    await runAt(`${year}-04-07T08:00:00Z`)
    expect(await listEvents(member.tenant, REMINDER, id)).toMatchObject([{ data: { totalAmount: 10_000 } }])
    await member.post(`/api/billing/credit-notes/${first.id}/apply`)
    const second = await credit(id, 10_000)
    expect((await read(id)).next).toBeNull()
    await runAt(`${year}-05-31T08:00:00Z`)
    expect(await readLevels(id)).toEqual([1])
    expect((await member.get(`${INVOICES}/${id}`)).body).toMatchObject({ status: 'overdue', openAmount: 10_000 })
    await member.post(`/api/billing/credit-notes/${second.id}/apply`)
    expect((await member.get(`${INVOICES}/${id}`)).body).toMatchObject({ status: 'paid', openAmount: 0 })
    await drainEvents()
    const [mail] = await mailsTo(email)
    expect(mail?.text.replace(/\s/g, ' ')).toContain('100,00 € sind noch offen')
  })

  it('go on beside a draft credit note and end once it is issued for all that is open, so that nothing falls due', async () => {
    await withLevels()
    const { id } = await due()
    const draft = await credit(id, 11_900, false)
    expect((await read(id)).next).toMatchObject({ level: 1 })
    expect((await member.post(`/api/billing/credit-notes/${draft.id}/issue`)).status).toBe(200)
    expect((await read(id)).next).toBeNull()
    await runAt(`${year}-05-31T08:00:00Z`)
    expect(await read(id)).toMatchObject({ sent: [], next: null })
    expect((await member.get(`${INVOICES}/${id}`)).body.status).toBe('issued')
    expect(await listEvents(member.tenant, OVERDUE, id)).toEqual([])
  })

  it('go on for what a reversed payment leaves open beside a credit note, but not for a surplus kept as credit', {
    timeout: 60_000,
  }, async () => {
    await withLevels()
    const { id, partnerId } = await due()
    const { body: paid } = await pay(member, partnerId, {
      amount: 7900,
      allocations: [{ invoiceId: id, amount: 7900 }],
    })
    await credit(id, 4000)
    await runAt(`${year}-05-01T08:00:00Z`)
    expect([await readLevels(id), (await read(id)).next]).toEqual([[], null])
    expect((await member.post(`${PAYMENTS}/${paid.id}/reverse`, { reason: 'Returned' })).status).toBe(200)
    expect((await read(id)).next).toMatchObject({ level: 1 })
    await runAt(`${year}-05-01T08:00:00Z`)
    expect(await listEvents(member.tenant, REMINDER, id)).toMatchObject([{ data: { totalAmount: 7900 } }])

    const other = await due()
    const allocations = [{ invoiceId: other.id, amount: 11_900 }]
    const { body: whole } = await pay(member, other.partnerId, { allocations })
    const note = await credit(other.id, 1900)
    await member.post(`/api/billing/credit-notes/${note.id}/apply`)
    await member.post(`${PAYMENTS}/${whole.id}/reverse`, { reason: 'Returned' })
    await runAt(`${year}-04-07T08:00:00Z`)
    expect(await listEvents(member.tenant, REMINDER, other.id)).toMatchObject([{ data: { totalAmount: 11_900 } }])
  })

  it.each(['paid', 'cancelled'])('end when the invoice is %s', async (state) => {
    await withLevels()
    const { id } = await due()
    await (state === 'paid'
      ? member.post(`${INVOICES}/${id}/mark-paid`)
      : member.post(`${INVOICES}/${id}/cancel`, { reason: 'x' }))
    await runAt(`${year}-05-31T08:00:00Z`)
    expect(await read(id)).toMatchObject({ sent: [], next: null })
    expect((await change(id, 'stop')).status).toBe(409)
  })

  it('are recorded without a fee if the partner has no billing contact, and notify the members', async () => {
    await withLevels([{ afterDays: 7, fee: 500 }])
    const { id } = await due({ partnerId: (await aPartner(member)).id })
    await runAt(`${year}-04-07T08:00:00Z`)
    expect(await read(id)).toMatchObject({ reminderFees: 0, sent: [{ level: 1, fee: 0, sendingId: null }] })
    expect(await sendings(id)).toEqual([])
    expect(await listEvents(member.tenant, REMINDER, id)).toHaveLength(1)
  })

  it('attach the document that was sent before', { timeout: 60_000 }, async () => {
    await withLevels()
    const { id } = await due()
    const { body: document } = await member.post(`${INVOICES}/${id}/render`, { includeDetails: false })
    await runAt(`${year}-04-07T08:00:00Z`)
    expect((await sendings(id))[0].documentIds[0]).toBe(document.id)
  })
})

describe('stopping reminders', () => {
  it('holds all of them until they are resumed, and lets the invoice fall due', { timeout: 60_000 }, async () => {
    await withLevels()
    const { id } = await due()
    const stopped = await change(id, 'stop')
    expect(stopped.body).toMatchObject({ id, stoppedAt: expect.any(String), next: null })
    expect((await change(id, 'stop')).body.stoppedAt).toBe(stopped.body.stoppedAt)
    for (const day of ['03-28', '04-01', '04-07']) await runAt(`${year}-${day}T08:00:00Z`)
    expect((await member.get(`${INVOICES}/${id}`)).body.status).toBe('overdue')
    expect(await readLevels(id)).toEqual([])
    expect(await listEvents(member.tenant, REMINDER, id)).toEqual([])
    const resumed = await change(id, 'resume')
    expect(resumed.body).toMatchObject({ stoppedAt: null, next: { level: 1, day: `${year}-04-07` } })
    expect((await change(id, 'resume')).status).toBe(200)
    await runAt(`${year}-04-20T08:00:00Z`)
    expect(await readLevels(id)).toEqual([1])
  })

  it('is refused for a draft, with a stale If-Match and for an invoice of another tenant', async () => {
    const draft = await anInvoice(member)
    for (const action of ['stop', 'resume'] as const) {
      const { status, body } = await change(draft.id, action)
      expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
      expect(body.detail).toContain('draft')
    }
    const { id } = await due()
    const stale = await member.post(`${INVOICES}/${id}/reminders/stop`, undefined, { 'if-match': '"99"' })
    expect(stale.status).toBe(412)
    const other = await aMember()
    expect((await other.post(`${INVOICES}/${id}/reminders/stop`)).status).toBe(404)
    expect((await other.get(`${INVOICES}/${id}/reminders`)).status).toBe(404)
  })
})

describe('a reminder', () => {
  it('is sent once by several runs at the same time, and by runs that die before or after their write', {
    timeout: 120_000,
  }, async () => {
    await withLevels([{ afterDays: 7, fee: 500 }])
    const { id } = await due()
    const now = new Date(`${year}-04-07T08:00:00Z`)
    const log = createLog({})
    const run = (on = app()) => processDueInvoices(on, now, log, () => true)
    await run(dyingAt(1, false))
    expect([await readLevels(id), await sendings(id)]).toEqual([[], []])
    // The first write makes the invoice overdue, the second one sends the reminder.
    await run(dyingAt(1, true))
    expect([(await member.get(`${INVOICES}/${id}`)).body.status, await readLevels(id)]).toEqual(['overdue', []])
    await run(dyingAt(1, true))
    expect(await readLevels(id)).toEqual([1])
    await Promise.all([run(), run(), run()])
    expect(await readLevels(id)).toEqual([1])
    expect(await sendings(id)).toHaveLength(1)

    const { id: second } = await due()
    await Promise.all([run(), run(), run()])
    expect(await readLevels(second)).toEqual([1])
    expect(await sendings(second)).toHaveLength(1)
    expect(await listEvents(member.tenant, REMINDER, second)).toHaveLength(1)
  })
})

describe('the levels of reminders', () => {
  it.each([
    [[{ fee: 500 }], ['value[0].afterDays']],
    [[{ afterDays: 0 }], ['value[0].afterDays']],
    [[{ afterDays: 7, fee: -1 }], ['value[0].fee']],
    [[{ afterDays: 7, fee: 1.5 }], ['value[0].fee']],
    [[{ afterDays: 7, days: 1 }], ['value[0].days']],
    [
      [{ afterDays: 14 }, { afterDays: 7 }, { afterDays: 7, fee: 1 }],
      ['value[1].afterDays', 'value[2].afterDays'],
    ],
    [Array.from({ length: 6 }, (_, i) => ({ afterDays: i + 1 })), ['value']],
  ])('may not be %j', async (value, expected) => {
    const { body } = await member.get(`${SETTINGS}/key/billing.reminderLevels`)
    expect(paths(await member.put(`${SETTINGS}/${body.id}`, { value }))).toEqual([400, expected])
  })
})
