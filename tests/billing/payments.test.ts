import { beforeAll, describe, expect, it } from 'vitest'
import { recordPayment } from '../../lib/billing/payments/record-payment.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { listEvents } from './events.ts'
import { followPayments, PAYMENTS, pay, readBalance } from './paying.ts'

const INVOICES = '/api/billing/invoices'

let owner: Member
let partnerId: string
beforeAll(async () => {
  owner = await aMember()
  await owner.put('/api/configuration/settings/bulk', {
    settings: [{ key: 'billing.taxRates', value: { standard: 0 } }],
  })
  partnerId = (await aPartner(owner, { name: 'Nordlicht' })).id
})

const issued = (fields: object = {}) => anInvoice(owner, { issueImmediately: true, partnerId, ...fields })
const readInvoice = async (id: string) => (await owner.get(`${INVOICES}/${id}`)).body
const post = (id: string, action: string, body: object = {}) => owner.post(`${PAYMENTS}/${id}/${action}`, body)
const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)
const countEvents = async (topic: Parameters<typeof listEvents>[1], id: string) =>
  (await listEvents(owner.tenant, topic, id)).length

describe('recording a payment', () => {
  it('pays an invoice, tells so once, and lowers what the partner owes', async () => {
    const { id: partner } = await aPartner(owner)
    const { id, invoiceNumber } = await issued({ partnerId: partner })
    expect(await readBalance(owner, partner)).toBe(11_900)
    const given = { reference: 'SEPA 1', allocations: [{ invoiceId: id, amount: 11_900 }] }
    const { status, body } = await pay(owner, partner, given)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      '@type': 'Payment',
      ...{ amount: 11_900, fee: 0, allocated: 11_900, unallocated: 0, refunded: 0, status: 'closed' },
      ...{ receivedAt: '2026-03-02T00:00:00.000Z', method: 'bank_transfer', reference: 'SEPA 1' },
      allocations: [{ invoiceId: id, invoiceNumber, amount: 11_900, reversedAt: null }],
    })
    expect(await readInvoice(id)).toMatchObject({
      ...{ status: 'paid', openAmount: 0, paidAmount: 11_900, paymentReference: 'SEPA 1', paidAt: expect.any(String) },
    })
    expect((await owner.get(`${PAYMENTS}/${body.id}`)).body).toEqual(body)
    expect(await readBalance(owner, partner)).toBe(0)
    expect(await countEvents('finance.invoice.paid', id)).toBe(1)
    const [event] = await listEvents(owner.tenant, 'finance.payment.completed', body.id)
    expect(event?.data).toMatchObject({ invoiceId: id, invoiceNumber, amount: 11_900, paymentReference: 'SEPA 1' })
  })

  it('leaves the rest of an invoice open, and what is above an invoice as the credit of the partner', async () => {
    const [first, second] = [await issued(), await issued()]
    const { body } = await pay(owner, partnerId, {
      amount: 20_000,
      allocations: [
        { invoiceId: first.id, amount: 11_900 },
        { invoiceId: second.id, amount: 5000 },
      ],
    })
    expect(body).toMatchObject({ allocated: 16_900, unallocated: 3100, status: 'open' })
    expect(await readInvoice(first.id)).toMatchObject({ status: 'paid', openAmount: 0 })
    expect(await readInvoice(second.id)).toMatchObject({ status: 'issued', openAmount: 6900, paidAmount: 5000 })
    expect(await countEvents('finance.invoice.paid', second.id)).toBe(0)
  })

  it('counts a fee that the bank deducted as paid', async () => {
    const { id: partner } = await aPartner(owner)
    const { id } = await issued({ partnerId: partner })
    const allocations = [{ invoiceId: id, amount: 11_900 }]
    const { body } = await pay(owner, partner, { amount: 11_700, fee: 200, allocations })
    expect(body).toMatchObject({ amount: 11_700, fee: 200, allocated: 11_900, unallocated: 0, status: 'closed' })
    expect((await readInvoice(id)).status).toBe('paid')
    expect(await readBalance(owner, partner)).toBe(0)
  })

  it('is refused with everything that is wrong with it', async () => {
    const [invoice, dollars] = [await issued(), await issued({ currencyCode: 'USD' })]
    const foreign = await issued({ partnerId: (await aPartner(owner)).id })
    const allocations = [
      { invoiceId: dollars.id, amount: 1 },
      { invoiceId: foreign.id, amount: 1 },
      { invoiceId: newId(new Date()), amount: 1 },
      { invoiceId: invoice.id, amount: 11_900 },
      { invoiceId: invoice.id, amount: 1 },
    ]
    const answer = await pay(owner, partnerId, { allocations })
    expect(paths(answer)).toEqual([...[0, 1, 2, 4].map((i) => `allocations[${i}].invoiceId`), 'allocations'])
    expect(answer.body.violations[0].message).toBe(
      'must be an invoice in EUR, the currency of the payment, and not in USD',
    )
    const wrong = { currency: 'XYZ', receivedAt: '2999-01-01', fee: Number.MAX_SAFE_INTEGER }
    expect(paths(await pay(owner, partnerId, wrong))).toEqual(['receivedAt', 'currency', 'fee'])
    expect(paths(await pay(owner, partnerId, { receivedAt: '2026-02-30' }))).toEqual(['receivedAt'])
    expect(paths(await pay(owner, newId(new Date())))).toEqual(['partnerId'])
    expect((await readInvoice(invoice.id)).openAmount).toBe(11_900)
  })

  it('is refused above the open amount, and on a draft or cancelled invoice', async () => {
    const [open, draft, cancelled] = [await issued(), await anInvoice(owner, { partnerId }), await issued()]
    await owner.post(`${INVOICES}/${cancelled.id}/cancel`, { reason: 'x' })
    const allocations = [open, draft, cancelled].map(({ id }) => ({ invoiceId: id, amount: 11_901 }))
    const { status, body } = await pay(owner, partnerId, { amount: 100_000, allocations })
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect(body.detail).toContain(`${open.invoiceNumber} has 11900 open`)
    expect(body.detail).toContain('is draft')
    expect(body.detail).toContain(`${cancelled.invoiceNumber} is cancelled`)
  })

  it('pays forty invoices in one transaction, and each becomes paid once, some of them by a task', async () => {
    const member = await aMember()
    const { id: partner } = await aPartner(member)
    const invoices = []
    for (let i = 0; i < 40; i++)
      invoices.push(
        await anInvoice(member, { partnerId: partner, issueImmediately: true, dueDate: `2099-01-${10 + (i % 20)}` }),
      )
    const total = invoices.reduce((sum, { grandTotal }) => sum + grandTotal, 0)
    const allocations = invoices.map(({ id, grandTotal: amount }) => ({ invoiceId: id, amount }))
    expect((await pay(member, partner, { amount: total, allocations })).status).toBe(201)
    const list = async (filter: string) => (await member.get(`${INVOICES}?itemsPerPage=100&${filter}`)).body
    const { member: waiting } = await list('status=issued')
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.map(({ openAmount }: { openAmount: number }) => openAmount)).toEqual(waiting.map(() => 0))
    expect(await followPayments(member)).toBe(1)
    expect((await list('status=paid')).totalItems).toBe(40)
    for (const { id } of invoices) expect(await listEvents(member.tenant, 'finance.invoice.paid', id)).toHaveLength(1)
    expect(await readBalance(member, partner)).toBe(0)
    expect((await pay(member, partner, { allocations: [...allocations, allocations[0]] })).status).toBe(400)
  }, 120_000)

  it('of the same source is the same payment, also with two at once', async () => {
    const { id } = await issued()
    const record = (amount: number) =>
      runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, (unit) =>
        recordPayment(app(), unit, {
          ...{ partnerId, currency: 'EUR', amount, receivedAt: '2026-03-02', method: 'bank_transfer' },
          sourceKey: `entry ${id}`,
          allocations: [{ invoiceId: id, amount: 11_900 }],
        }),
      )
    const [one, two] = await Promise.all([record(11_900), record(11_900)])
    expect(one.id).toBe(two.id)
    expect((await record(12_000)).id).toBe(one.id)
    expect((await readInvoice(id)).paidAmount).toBe(11_900)
  })
})

describe('allocating a payment', () => {
  it('uses the credit of a partner for invoices', async () => {
    const { id: partner } = await aPartner(owner)
    const { body: payment } = await pay(owner, partner)
    expect(payment).toMatchObject({ allocated: 0, unallocated: 11_900, status: 'open' })
    expect(await readBalance(owner, partner)).toBe(-11_900)
    const { id } = await issued({ partnerId: partner })
    const { status, body } = await post(payment.id, 'allocate', { allocations: [{ invoiceId: id, amount: 11_900 }] })
    expect([status, body.status, body.allocated]).toEqual([200, 'closed', 11_900])
    expect((await readInvoice(id)).status).toBe('paid')
    expect(await readBalance(owner, partner)).toBe(0)
    const more = await post(payment.id, 'allocate', { allocations: [{ invoiceId: (await issued()).id, amount: 1 }] })
    expect(paths(more)).toEqual(['allocations[0].invoiceId', 'allocations'])
  })

  it('gives the last cent to one of two requests', async () => {
    const { id } = await issued()
    const [one, two] = [await pay(owner, partnerId), await pay(owner, partnerId)]
    const allocations = [{ invoiceId: id, amount: 11_900 }]
    const answers = await Promise.all([one, two].map(({ body }) => post(body.id, 'allocate', { allocations })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await readInvoice(id)).toMatchObject({ openAmount: 0, paidAmount: 11_900, status: 'paid' })
    expect(await countEvents('finance.invoice.paid', id)).toBe(1)
    const left = await Promise.all([one, two].map(async ({ body }) => (await owner.get(`${PAYMENTS}/${body.id}`)).body))
    expect(left.map(({ unallocated }) => unallocated).sort()).toEqual([0, 11_900])
  })
})

describe('reversing a payment', () => {
  it('makes the invoice open or overdue again, tells why once, and is possible once', async () => {
    const { id: partner } = await aPartner(owner)
    const [ahead, past] = [
      await issued({ partnerId: partner }),
      await issued({ partnerId: partner, dueDate: '2026-01-31' }),
    ]
    const allocations = [ahead, past].map(({ id: invoiceId }) => ({ invoiceId, amount: 11_900 }))
    const { body: payment } = await pay(owner, partner, { amount: 23_900, allocations })
    expect(await readBalance(owner, partner)).toBe(-100)
    const answers = await Promise.all([1, 2].map(() => post(payment.id, 'reverse', { reason: 'Account closed' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { body } = await owner.get(`${PAYMENTS}/${payment.id}`)
    expect(body).toMatchObject({
      ...{ status: 'reversed', allocated: 0, unallocated: 0, refunded: 0 },
      reversals: [{ kind: 'payment', amount: 23_900, reason: 'Account closed' }],
    })
    const reopened = { openAmount: 11_900, paidAmount: 0, paidAt: null, paymentReference: null }
    expect(await readInvoice(ahead.id)).toMatchObject({ ...reopened, status: 'issued' })
    expect(await readInvoice(past.id)).toMatchObject({ ...reopened, status: 'overdue' })
    expect(await countEvents('finance.invoice.overdue', past.id)).toBe(1)
    const [failed, ...others] = await listEvents(owner.tenant, 'finance.payment.failed', payment.id)
    expect(others).toEqual([])
    expect(failed?.data).toMatchObject({ reason: 'Account closed', amount: 23_900, invoiceId: null })
    expect(await readBalance(owner, partner)).toBe(23_800)
    expect((await post(payment.id, 'refund')).status).toBe(409)
    const again = await pay(owner, partner, { allocations: [{ invoiceId: past.id, amount: 11_900 }] })
    expect(again.status).toBe(201)
    expect(await countEvents('finance.invoice.paid', past.id)).toBe(2)
  })

  it('of some allocations leaves their amounts as credit', async () => {
    const [one, two] = [await issued(), await issued()]
    const allocations = [one, two].map(({ id: invoiceId }) => ({ invoiceId, amount: 11_900 }))
    const { body: payment } = await pay(owner, partnerId, { amount: 23_800, allocations })
    const [first, second] = payment.allocations
    const reverse = (...allocationIds: string[]) => post(payment.id, 'reverse', { reason: 'Wrong', allocationIds })
    const unknown = newId(new Date())
    expect(paths(await reverse(first.id, unknown, unknown))).toEqual(['allocationIds[1]', 'allocationIds[2]'])
    const { body } = await reverse(first.id)
    expect(body).toMatchObject({ status: 'open', allocated: 11_900, unallocated: 11_900 })
    expect(body.allocations).toMatchObject([{ ...first, reversedAt: expect.any(String) }, second])
    expect((await reverse(first.id)).status).toBe(409)
    expect(await readInvoice(one.id)).toMatchObject({ status: 'issued', openAmount: 11_900 })
    expect(await readInvoice(two.id)).toMatchObject({ status: 'paid' })
    expect(await countEvents('finance.payment.failed', payment.id)).toBe(0)
    expect((await post(payment.id, 'reverse', { reason: 'Returned' })).body.status).toBe('reversed')
    expect(await readInvoice(two.id)).toMatchObject({ status: 'issued', openAmount: 11_900 })
  })

  it('schedules the due date and the reminders of the invoice again', async () => {
    const { id } = await issued()
    const readDue = async () => (await app().db.get({ pk: `T#${owner.tenant}#invoice`, sk: id }))?.duePk
    const { body } = await pay(owner, partnerId, { allocations: [{ invoiceId: id, amount: 11_900 }] })
    expect(await readDue()).toBeUndefined()
    await post(body.id, 'reverse', { reason: 'Returned' })
    expect(await readDue()).toBeDefined()
  })
})

describe('refunding a payment', () => {
  it('records what went back, never more than is left, and keeps the payment from being reversed', async () => {
    const { id: partner } = await aPartner(owner)
    const { id } = await issued({ partnerId: partner })
    const { body: payment } = await pay(owner, partner, {
      amount: 15_000,
      allocations: [{ invoiceId: id, amount: 11_900 }],
    })
    expect((await post(payment.id, 'refund', { amount: 3101 })).status).toBe(409)
    expect((await post(payment.id, 'refund', { refundedAt: '2026-01-01' })).status).toBe(400)
    const { body: part } = await post(payment.id, 'refund', { amount: 100, reference: 'Back 1' })
    expect(part).toMatchObject({ refunded: 100, unallocated: 3000, status: 'open' })
    const { body: rest } = await post(payment.id, 'refund')
    expect(rest).toMatchObject({ refunded: 3100, unallocated: 0, status: 'closed' })
    expect(rest.refunds).toMatchObject([
      { amount: 100, reference: 'Back 1' },
      { amount: 3000, reference: null },
    ])
    expect((await post(payment.id, 'refund')).status).toBe(409)
    expect((await post(payment.id, 'reverse', { reason: 'x' })).status).toBe(409)
    expect(await readBalance(owner, partner)).toBe(0)
  })

  it('answers a repeated request with the first refund', async () => {
    const { body: payment } = await pay(owner, partnerId)
    const key = { 'idempotency-key': `refund ${payment.id}` }
    const ask = () => owner.post(`${PAYMENTS}/${payment.id}/refund`, { amount: 500 }, key)
    const [one, two] = [await ask(), await ask()]
    expect([one.body.refunded, two.body.refunded]).toEqual([500, 500])
  })
})

describe('an invoice', () => {
  it('that is marked as paid after a part payment takes the rest, in one payment', async () => {
    const { id: partner } = await aPartner(owner)
    const { id } = await issued({ partnerId: partner })
    await pay(owner, partner, { amount: 900, allocations: [{ invoiceId: id, amount: 900 }] })
    const { body } = await owner.post(`${INVOICES}/${id}/mark-paid`, { paymentReference: 'Cash' })
    expect(body).toMatchObject({ status: 'paid', openAmount: 0, paidAmount: 11_900, paymentReference: 'Cash' })
    const { body: list } = await owner.get(`${PAYMENTS}?partnerId=${partner}`)
    expect(list.member.map(({ amount }: { amount: number }) => amount)).toEqual([11_000, 900])
    expect(await readBalance(owner, partner)).toBe(0)
    expect(await countEvents('finance.invoice.paid', id)).toBe(1)
    await post(list.member[0].id, 'reverse', { reason: 'x' })
    expect(await readInvoice(id)).toMatchObject({ status: 'issued', openAmount: 11_000 })
  })

  it('with an allocation cannot be cancelled until that is reversed', async () => {
    const { id } = await issued()
    const { body } = await pay(owner, partnerId, { amount: 1, allocations: [{ invoiceId: id, amount: 1 }] })
    const cancel = () => owner.post(`${INVOICES}/${id}/cancel`, { reason: 'x' })
    expect((await cancel()).body.detail).toContain('A payment is allocated')
    const probe = { subject: `commerce:///billing/invoices/${id}`, scopes: ['billing:invoice:cancel'] }
    expect((await owner.post('/api/auth/can', probe)).body).toMatchObject({
      'billing:invoice:cancel': { allowed: false, reason: 'invoice has an allocated payment' },
    })
    await post(body.id, 'reverse', { reason: 'x' })
    expect((await cancel()).status).toBe(200)
  })

  it('that is cancelled is no longer owed', async () => {
    const { id: partner } = await aPartner(owner)
    const { id } = await issued({ partnerId: partner })
    await owner.post(`${INVOICES}/${id}/cancel`, { reason: 'x' })
    expect(await readBalance(owner, partner)).toBe(0)
  })
})

describe('a credit note', () => {
  const credit = async (invoiceId: string, lineItems?: object[]) => {
    const { body } = await owner.post('/api/billing/credit-notes', {
      ...{ invoiceId, reason: 'Damaged goods', issueImmediately: true },
      ...(lineItems && { lineItems }),
    })
    await owner.post(`/api/billing/credit-notes/${body.id}/apply`, {})
    return body
  }

  it('above the open amount leaves the rest as credit, which can be allocated and refunded, and not reversed', async () => {
    const { id: partner } = await aPartner(owner)
    const { id } = await issued({ partnerId: partner })
    await pay(owner, partner, { amount: 10_000, allocations: [{ invoiceId: id, amount: 10_000 }] })
    const note = await credit(id)
    expect(await readInvoice(id)).toMatchObject({ status: 'paid', openAmount: 0, paidAmount: 10_000 })
    const { body: list } = await owner.get(`${PAYMENTS}?partnerId=${partner}&status=open`)
    expect(list.member).toMatchObject([
      { method: 'credit_note', amount: 10_000, unallocated: 10_000, reference: note.creditNoteNumber },
    ])
    expect(await readBalance(owner, partner)).toBe(-10_000)
    const [{ id: kept }] = list.member
    expect(await countEvents('finance.payment.completed', kept)).toBe(0)
    expect((await post(kept, 'reverse', { reason: 'x' })).status).toBe(409)
    const other = await issued({ partnerId: partner })
    const allocations = [{ invoiceId: other.id, amount: 4000 }]
    expect((await post(kept, 'allocate', { allocations })).body.unallocated).toBe(6000)
    expect((await post(kept, 'refund')).body).toMatchObject({ refunded: 6000, status: 'closed' })
    expect(await readBalance(owner, partner)).toBe(7900)
  })

  it('on a paid invoice becomes credit as a whole', async () => {
    const { id: partner } = await aPartner(owner)
    const { id } = await issued({ partnerId: partner })
    await owner.post(`${INVOICES}/${id}/mark-paid`, {})
    await credit(id, [{ description: 'Part', quantity: 1, unitPrice: 500 }])
    expect(await readInvoice(id)).toMatchObject({ status: 'paid', openAmount: 0, paidAmount: 11_900 })
    const { body: list } = await owner.get(`${PAYMENTS}?partnerId=${partner}&status=open`)
    expect(list.member).toMatchObject([{ method: 'credit_note', unallocated: 500 }])
    expect(await readBalance(owner, partner)).toBe(-500)
  })
})

it('lists payments by partner, status and the day on which they were received', async () => {
  const member = await aMember()
  const [one, two] = [(await aPartner(member)).id, (await aPartner(member)).id]
  const days = ['2026-03-01', '2026-03-02', '2026-03-03']
  for (const receivedAt of days) for (const partner of [one, two]) await pay(member, partner, { receivedAt })
  const list = async (query: string) => (await member.get(`${PAYMENTS}?${query}`)).body
  const closed = (await list(`partnerId=${one}&receivedTo=2026-03-01`)).member[0].id
  await member.post(`${PAYMENTS}/${closed}/refund`)
  expect((await list('')).totalItems).toBe(6)
  expect((await list(`partnerId=${one}`)).totalItems).toBe(3)
  expect((await list('status=open')).totalItems).toBe(5)
  expect((await list(`partnerId=${one}&status=closed`)).member[0].id).toBe(closed)
  expect((await list('receivedFrom=2026-03-02&receivedTo=2026-03-02')).totalItems).toBe(2)
  expect((await list(`partnerId=${two}&status=open&receivedFrom=2026-03-02`)).totalItems).toBe(2)
  for (const path of [PAYMENTS, `${PAYMENTS}/export`])
    expect(paths(await member.get(`${path}?receivedFrom=2026-03-02&receivedTo=2026-03-01`))).toEqual(['receivedTo'])
})
