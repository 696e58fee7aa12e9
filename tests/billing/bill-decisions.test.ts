import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { BILL_MOVES } from '../../lib/billing/bills/bill.ts'
import { bills } from '../../lib/billing/bills/bill-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, aProgramOf, type Member } from '../support/client.ts'
import { listEvents } from './events.ts'
import { aBill, act, BILLS, findBillFaults, ofBill, REFERENCE, readLedger, SENT } from './paying-bills.ts'
import { set } from './settling.ts'

let owner: Member
let partner: string
beforeEach(async () => {
  owner = await aMember()
  partner = (await aPartner(owner)).id
})

type Answer = { status: number; body: { errorCode?: string; detail?: string; violations?: { propertyPath: string }[] } }
const refusedBy = ({ status, body }: Answer) => [status, body.errorCode]
const paths = ({ body }: Answer) => body.violations?.map(({ propertyPath }) => propertyPath)
const REFUSED = [409, 'OPERATION_NOT_ALLOWED']
const today = () => app().clock().toISOString().slice(0, 10)

const ledger = async () =>
  (await readLedger(owner.tenant)).map(({ recordKind: kind, amount, dueDay }) => ({ kind, amount, dueDay }))

const statement = async () =>
  (await owner.get(`/api/billing/partners/${partner}/statement?currency=EUR`)).body.member[0]

describe('the way of a bill', () => {
  it('leads over review, approval and schedule to its payment, and says who did what', async () => {
    const bill = await aBill(owner, partner, { dueAt: '2099-03-31' })
    const second = await aMember({ tenant: owner.tenant })
    expect((await act(second, bill, 'review')).body).toMatchObject({
      status: 'under_review',
      reviewedBy: second.identity,
      reviewedAt: expect.any(String),
    })
    expect((await second.post(ofBill(bill, 'approve'), { notes: 'x'.repeat(1001) })).status).toBe(400)
    expect((await second.post(ofBill(bill, 'approve'), { notes: 'As ordered' })).body).toMatchObject({
      status: 'approved',
      approvedBy: second.identity,
      approvedAt: expect.any(String),
      approvalNotes: 'As ordered',
    })
    expect((await act(owner, bill, 'schedule')).body).toMatchObject({
      status: 'scheduled',
      scheduledPaymentDate: '2099-03-31',
    })
    expect((await owner.post(ofBill(bill, 'mark-paid'), {})).status).toBe(400)
    const { body } = await owner.post(ofBill(bill, 'mark-paid'), { ...REFERENCE, paymentMethod: 'bank_transfer' })
    expect(body).toMatchObject({ status: 'paid', paymentMethod: 'bank_transfer', ...REFERENCE })
    expect((await owner.get(ofBill(bill))).body).toEqual(body)
    const events = await listEvents(owner.tenant, 'finance.outgoing_payment.completed', bill.id)
    expect(events.map(({ data }) => data)).toMatchObject([
      { paymentId: bill.id, partnerId: partner, amount: 11_900, currency: 'EUR', completedAt: body.paidAt },
    ])
    expect(await ledger()).toEqual([
      { kind: 'bill', amount: 11_900, dueDay: '2099-03-31' },
      { kind: 'outgoing_payment', amount: -11_900, dueDay: '2099-03-31' },
    ])
    expect(await statement()).toMatchObject({ closingBalance: 0, aging: { current: 0, days90Plus: 0 } })
  })

  it('takes only the moves of the table, and names the state otherwise', async () => {
    const before: Record<string, string[]> = {
      received: [],
      under_review: ['review'],
      approved: ['approve'],
      scheduled: ['approve', 'schedule'],
      paid: ['approve', 'mark-paid'],
      disputed: ['dispute'],
      cancelled: ['cancel'],
    }
    const actions = Object.keys(BILL_MOVES).filter((action) => action !== 'fail_payment')
    for (const [state, steps] of Object.entries(before))
      for (const action of actions) {
        const bill = await aBill(owner, partner)
        for (const step of steps) expect((await act(owner, bill, step)).status).toBe(200)
        const answer = await act(owner, bill, action.replace('_', '-'))
        const { from, to } = BILL_MOVES[action as keyof typeof BILL_MOVES]
        if (from.some((each) => each === state)) expect(answer.body).toMatchObject({ status: to })
        else {
          expect(refusedBy(answer)).toEqual(REFUSED)
          expect(answer.body.detail).toContain(`The bill is ${state}`)
        }
      }
    expect(await findBillFaults(owner.tenant)).toEqual([])
    const kind = toAnyEntity(bills)
    const counted = await recount(
      { db: app().db, kind, tenant: owner.tenant, repair: false, found: () => {} },
      () => true,
    )
    expect(counted).toMatchObject({ differences: 0 })
  })

  it('is refused to those without the scope, and finds no bill of another tenant', async () => {
    const bill = await aBill(owner, partner)
    const clerk = await aMember({ tenant: owner.tenant, scopes: ['billing:bill:read', 'billing:bill:write'] })
    for (const action of ['approve', 'schedule', 'mark-paid']) expect((await act(clerk, bill, action)).status).toBe(403)
    const stranger = await aMember()
    for (const action of ['review', 'approve', 'schedule', 'mark-paid', 'dispute', 'resolve', 'cancel'])
      expect((await act(stranger, bill, action)).status).toBe(404)
    expect((await stranger.patch(ofBill(bill), { subject: 'Mine' })).status).toBe(404)
    expect((await owner.get(ofBill(bill))).body.status).toBe('received')
  })

  it('compares `If-Match`, so that nobody approves an amount that they have not seen', async () => {
    const bill = await aBill(owner, partner)
    const { headers } = await owner.get(ofBill(bill))
    await owner.patch(ofBill(bill), { totalAmount: 99_900 })
    const stale = await owner.post(ofBill(bill, 'approve'), {}, { 'if-match': headers.ETag as string })
    expect(stale.status).toBe(412)
  })
})

describe('the schedule of a bill', () => {
  it('is the due date, or today if that is over, unless a day is given that is not over', async () => {
    const late = await aBill(owner, partner)
    await act(owner, late, 'approve')
    expect((await act(owner, late, 'schedule')).body.scheduledPaymentDate).toBe(today())
    const yesterday = addDays(today(), -1)
    const refused = await owner.post(ofBill(late, 'schedule'), { scheduledPaymentDate: yesterday })
    expect([refused.status, paths(refused)]).toEqual([400, ['scheduledPaymentDate']])
    const again = await owner.post(ofBill(late, 'schedule'), { scheduledPaymentDate: '2099-01-02' })
    expect(again.body).toMatchObject({ status: 'scheduled', scheduledPaymentDate: '2099-01-02' })
  })
})

describe('a dispute', () => {
  it('keeps its reason and leads back to review, where the bill can be corrected and approved again', async () => {
    const bill = await aBill(owner, partner)
    await act(owner, bill, 'approve')
    await act(owner, bill, 'schedule')
    expect((await act(owner, bill, 'dispute')).body).toMatchObject({
      status: 'disputed',
      disputedBy: owner.identity,
      disputeReason: 'Two pallets were damaged',
    })
    expect(refusedBy(await owner.patch(ofBill(bill), { totalAmount: 5000 }))).toEqual(REFUSED)
    expect((await act(owner, bill, 'resolve')).body).toMatchObject({
      status: 'under_review',
      disputeReason: 'Two pallets were damaged',
      approvedBy: null,
      approvedAt: null,
      scheduledPaymentDate: null,
    })
    expect((await owner.patch(ofBill(bill), { totalAmount: 5000 })).body.totalAmount).toBe(5000)
    await act(owner, bill, 'approve')
    expect((await act(owner, bill, 'mark-paid')).status).toBe(200)
    expect(await findBillFaults(owner.tenant)).toEqual([])
  })
})

describe('a cancelled bill', () => {
  it('is not owed any more, keeps its reason and frees its number', async () => {
    const bill = await aBill(owner, partner, { billNumber: 'Twice' })
    const { body } = await act(owner, bill, 'cancel')
    expect(body).toMatchObject({ status: 'cancelled', cancellationReason: 'The partner sent a corrected bill' })
    expect(await ledger()).toEqual([
      { kind: 'bill', amount: 11_900, dueDay: '2026-03-31' },
      { kind: 'bill', amount: -11_900, dueDay: '2026-03-31' },
    ])
    expect(await statement()).toMatchObject({ closingBalance: 0, aging: { current: 0, days90Plus: 0 } })
    const again = await aBill(owner, partner, { billNumber: 'Twice' })
    expect(again).toMatchObject({ status: 'received', warnings: [] })
  })

  it('that was dated ahead never shows as owed by the partner', async () => {
    const bill = await aBill(owner, partner, { issuedAt: '2099-01-01', dueAt: '2099-02-01' })
    await act(owner, bill, 'cancel')
    const entries = await readLedger(owner.tenant)
    expect(entries.map(({ issuedAt }) => issuedAt.slice(0, 4))).toEqual(['2099', '2099'])
    expect((await statement()).closingBalance).toBe(0)
  })
})

describe('a change of a bill', () => {
  it('corrects the ledger by entries of their own, from now on', async () => {
    const bill = await aBill(owner, partner)
    const { body } = await owner.patch(ofBill(bill), { totalAmount: 10_000, subject: 'Freight' })
    expect(body).toMatchObject({ totalAmount: 10_000, subject: 'Freight', status: 'received' })
    await act(owner, bill, 'review')
    await owner.patch(ofBill(bill), { dueAt: '2099-04-30', subtotal: 8000, taxTotal: 2000 })
    await owner.patch(ofBill(bill), { subject: null, issuedAt: '2026-03-02' })
    expect(await ledger()).toEqual([
      { kind: 'bill', amount: 11_900, dueDay: '2026-03-31' },
      { kind: 'bill', amount: -1900, dueDay: '2026-03-31' },
      { kind: 'bill', amount: -10_000, dueDay: '2026-03-31' },
      { kind: 'bill', amount: 10_000, dueDay: '2099-04-30' },
    ])
    expect(await statement()).toMatchObject({ closingBalance: 10_000, aging: { current: 10_000, days90Plus: 0 } })
    expect((await readLedger(owner.tenant)).slice(1).every(({ issuedAt }) => issuedAt > '2026-04')).toBe(true)
  })

  it('is checked as a whole, with all violations, and refused once the bill is approved', async () => {
    const bill = await aBill(owner, partner, { subtotal: 10_000, taxTotal: 1900 })
    expect(paths(await owner.patch(ofBill(bill), { totalAmount: 12_000, dueAt: '2026-02-01' }))).toEqual([
      'dueAt',
      'totalAmount',
    ])
    for (const wrong of [{}, { billNumber: 'R-0' }, { totalAmount: 0 }, { dueAt: '2026-02-30' }, { currency: 'USD' }])
      expect((await owner.patch(ofBill(bill), wrong)).status).toBe(400)
    await act(owner, bill, 'approve')
    expect(refusedBy(await owner.patch(ofBill(bill), { subject: 'Late' }))).toEqual(REFUSED)
    expect(await findBillFaults(owner.tenant)).toEqual([])
  })

  it('must leave parts that fit the total, also those that it does not name', async () => {
    const bill = await aBill(owner, partner, { subtotal: 10_000 })
    expect(paths(await owner.patch(ofBill(bill), { totalAmount: 9999 }))).toEqual(['subtotal'])
    expect(paths(await owner.patch(ofBill(bill), { taxTotal: 1899 }))).toEqual(['totalAmount'])
    expect(paths(await owner.patch(ofBill(bill), { subtotal: null, taxTotal: 11_901 }))).toEqual(['taxTotal'])
    const { status, body } = await owner.patch(ofBill(bill), { totalAmount: 9999, subtotal: null, taxTotal: 9999 })
    expect([status, body.totalAmount, body.subtotal, body.taxTotal]).toEqual([200, 9999, null, 9999])
  })

  it('leaves the sum of all entries equal to the total, at the age of the due date, whatever was changed', async () => {
    const change = fc.record(
      {
        totalAmount: fc.integer({ min: 1, max: 1_000_000 }),
        dueAt: fc.constantFrom('2026-03-02', '2026-06-30', '2026-10-01', '2099-01-01'),
        subject: fc.constantFrom(null, 'Freight'),
      },
      { requiredKeys: ['subject'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const { id: partnerId } = await aPartner(owner)
        let bill = await aBill(owner, partnerId)
        for (const each of changes) bill = (await owner.patch(ofBill(bill), each)).body
        const byDay = new Map<string, number>()
        for (const entry of await readLedger(owner.tenant))
          if (entry.recordId === bill.id) byDay.set(entry.dueDay, (byDay.get(entry.dueDay) ?? 0) + entry.amount)
        expect([...byDay].filter(([, amount]) => amount)).toEqual([[bill.dueAt.slice(0, 10), bill.totalAmount]])
      }),
      { numRuns: 8 },
    )
  })
})

describe('the four-eyes principle', () => {
  it('requires different people for recording or changing, approving and paying a bill, owners included', async () => {
    await set(owner, { 'billing.fourEyes': true })
    const [second, third, fourth] = [
      await aMember({ tenant: owner.tenant }),
      await aMember({ tenant: owner.tenant, role: 'admin' }),
      await aMember({ tenant: owner.tenant }),
    ]
    const bill = await aBill(owner, partner)
    await second.patch(ofBill(bill), { totalAmount: 10_000 })
    for (const by of [owner, second]) expect(refusedBy(await act(by, bill, 'approve'))).toEqual(REFUSED)
    expect((await act(third, bill, 'approve')).status).toBe(200)
    for (const by of [owner, second, third]) expect(refusedBy(await act(by, bill, 'mark-paid'))).toEqual(REFUSED)
    expect((await act(fourth, bill, 'mark-paid')).status).toBe(200)
  })

  it('is one of people: a service account records in the name of its sponsor, and approves or pays nothing', async () => {
    await set(owner, { 'billing.fourEyes': true })
    const [sponsor, third] = [await aMember({ tenant: owner.tenant }), await aMember({ tenant: owner.tenant })]
    const program = await aProgramOf(sponsor)
    const bill = await aBill(program, partner)
    expect(refusedBy(await act(program, bill, 'approve'))).toEqual([403, 'PERSON_REQUIRED'])
    expect(refusedBy(await act(sponsor, bill, 'approve'))).toEqual(REFUSED)
    expect((await act(third, bill, 'approve')).status).toBe(200)
    expect(refusedBy(await act(program, bill, 'mark-paid'))).toEqual([403, 'PERSON_REQUIRED'])
    expect((await act(owner, bill, 'mark-paid')).status).toBe(200)
  })

  it('does not apply unless it is enabled', async () => {
    const bill = await aBill(owner, partner)
    expect((await act(owner, bill, 'approve')).status).toBe(200)
    expect((await act(owner, bill, 'mark-paid')).status).toBe(200)
  })
})

describe('a bill that may be recorded twice', () => {
  it('has a warning while another one with its partner, amount and date is not cancelled', async () => {
    const first = await aBill(owner, partner, { billNumber: 'A-1' })
    expect(first.warnings).toEqual([])
    const second = await aBill(owner, partner, { billNumber: 'A-2', issuedAt: '2026-03-01T12:00:00Z' })
    expect(second.warnings).toEqual([{ code: 'POSSIBLE_DUPLICATE', message: expect.stringContaining('A-1') }])
    expect((await owner.get(ofBill(first))).body.warnings).toMatchObject([{ message: expect.stringContaining('A-2') }])
    expect((await owner.get(BILLS)).body.member[0].warnings).toEqual([])
    const other = (await aPartner(owner)).id
    for (const fields of [{ totalAmount: 11_901 }, { issuedAt: '2026-03-02' }, { currency: 'USD' }])
      expect((await aBill(owner, partner, fields)).warnings).toEqual([])
    expect((await aBill(owner, other)).warnings).toEqual([])
    const changed = await owner.patch(ofBill(second), { totalAmount: 500 })
    expect(changed.body.warnings).toEqual([])
    expect((await owner.get(ofBill(first))).body.warnings).toEqual([])
    const third = await aBill(owner, partner)
    expect(third.warnings).toHaveLength(1)
    await act(owner, first, 'cancel')
    expect((await owner.get(ofBill(third))).body.warnings).toEqual([])
  })
})

it('answers the abilities of a bill by its state', async () => {
  const bill = await aBill(owner, partner)
  const can = async () => {
    const subject = `commerce:///billing/bills/${bill.id}`
    const scopes = ['approve', 'schedule', 'mark_paid'].map((action) => `billing:bill:${action}`)
    const { body } = await owner.post('/api/auth/can', { subject, scopes })
    return scopes.map((scope) => JSON.stringify(body).includes(`"${scope}":{"allowed":true`))
  }
  expect(await can()).toEqual([true, false, false])
  await act(owner, bill, 'approve')
  expect(await can()).toEqual([false, true, true])
})

it('pays a bill once however often that is requested at once, and cancels or pays it', async () => {
  for (const actions of [
    ['mark-paid', 'mark-paid', 'mark-paid'],
    ['mark-paid', 'cancel'],
    ['dispute', 'mark-paid', 'cancel'],
  ]) {
    const bill = await aBill(owner, partner)
    await act(owner, bill, 'approve')
    const answers = await Promise.all(actions.map((action) => owner.post(ofBill(bill, action), SENT[action])))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  }
  expect(await findBillFaults(owner.tenant)).toEqual([])
})
