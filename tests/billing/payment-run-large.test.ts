import { expect, it } from 'vitest'
import { billUri, EMPTY_REVIEW } from '../../lib/billing/bills/bill.ts'
import { bills } from '../../lib/billing/bills/bill-store.ts'
import { postToLedger } from '../../lib/billing/ledger/post-to-ledger.ts'
import { processPaymentRun } from '../../lib/billing/payment-runs/process-payment-run.ts'
import { app } from '../../lib/platform/app/app.ts'
import { PLATFORM } from '../../lib/platform/events/outbox/outbox.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { checkPaymentFile } from './check-payment-file.ts'
import { listEvents } from './events.ts'
import { act, aPayee, aPayer, findBillFaults, findRunFaults, ofBill, ofRun, run } from './paying-bills.ts'

const SIZE = Number(process.env.BILLS ?? 60)
const REFUSED = [409, 'OPERATION_NOT_ALLOWED']

/** Writes scheduled bills without the API, because there are many. */
const manyBills = async ({ tenant }: Member, partner: { id: string; name: string }, number: number) => {
  const [zone, ids] = ['UTC', [] as string[]]
  for (let first = 0; first < number; first += 5)
    await runInUnit(app().db, { tenant, actor: null, now: app().clock() }, async (unit) => {
      for (let i = first; i < Math.min(number, first + 5); i++) {
        const [issuedAt, dueAt] = ['2026-03-01T00:00:00.000Z', '2026-03-31T00:00:00.000Z']
        const given = { partnerId: partner.id, currency: 'EUR', issuedAt, dueAt }
        const bill = unit.create(bills, {
          ...given,
          ...EMPTY_REVIEW,
          partnerName: partner.name,
          billNumber: `L-${i}`,
          totalAmount: 100 + i,
          subtotal: null,
          taxTotal: null,
          subject: null,
          selfBilled: false,
          status: 'scheduled',
          scheduledPaymentDate: '2026-03-31',
          adjustments: [],
          preparedBy: [],
          paidBy: null,
          cancelledAt: null,
          duplicateKey: null,
        })
        const { id } = bill
        const about = { recordId: id, ref: billUri(id), number: bill.billNumber, amount: bill.totalAmount, zone }
        await postToLedger(app(), unit, { id, kind: 'bill', ...given, ...about })
        ids.push(id)
      }
    })
  return [...new Set(ids)]
}

const findFaults = async ({ tenant }: Member) => [...(await findBillFaults(tenant)), ...(await findRunFaults(tenant))]

it(`collects, confirms and cancels ${SIZE} items by tasks, and decides nothing before they are done`, {
  timeout: 120_000 + SIZE * 500,
}, async () => {
  const owner = await aPayer()
  const partner = await aPayee(owner)
  await manyBills(owner, partner, SIZE)
  const { status, body } = await run(owner, { dueUntil: '2026-03-31' })
  expect([status, body.isProcessing]).toEqual([201, true])
  expect(body.itemCount).toBeLessThan(SIZE)
  for (const action of ['submit', 'cancel', 'reject']) {
    const refused = await owner.post(ofRun(body, action), action === 'reject' ? { reason: 'Wrong' } : undefined)
    expect([refused.status, refused.body.errorCode]).toEqual(REFUSED)
    expect(refused.body.detail).toContain('still being processed')
  }
  await drainEvents({ duplicate: true })
  const { body: whole } = await owner.get(ofRun(body))
  expect(whole).toMatchObject({ itemCount: SIZE, pendingCount: SIZE, isProcessing: false, leftOutCount: 0 })
  expect(whole.items).toHaveLength(SIZE)
  expect(await findFaults(owner)).toEqual([])

  await owner.post(ofRun(body, 'cancel'))
  await drainEvents({ duplicate: true })
  expect((await owner.get(ofRun(body))).body).toMatchObject({ status: 'cancelled', itemCount: 0, isProcessing: false })
  const again = (await run(owner, { dueUntil: '2026-03-31' })).body
  await drainEvents({ shuffle: 3 })
  expect((await owner.post(ofRun(again, 'submit'))).status).toBe(200)
  const { faults, payments } = checkPaymentFile((await owner.get(ofRun(again, 'file'))).text)
  expect([faults, payments.length]).toEqual([[], SIZE])
  const first = (await owner.post(ofRun(again, 'confirm'))).body
  expect(first).toMatchObject({ status: 'submitted', isProcessing: true })
  expect((await owner.post(ofRun(again, 'confirm'))).body.errorCode).toBe('OPERATION_NOT_ALLOWED')
  await drainEvents({ duplicate: true })
  expect((await owner.get(ofRun(again))).body).toMatchObject({ status: 'completed', paidCount: SIZE })
  expect(await findFaults(owner)).toEqual([])
  const last = again.items.at(-1).subject.slice(-26)
  for (const topic of ['submitted', 'completed'] as const)
    expect(await listEvents(owner.tenant, `finance.outgoing_payment.${topic}`, last)).toHaveLength(1)
})

it('leaves out what changed before a task could add it, says why, and continues in another task', async () => {
  const owner = await aPayer()
  const partner = await aPayee(owner)
  const ids = await manyBills(owner, partner, 40)
  const { body } = await run(owner, { billIds: ids })
  const late = ids.at(-1) as string
  expect((await act(owner, { id: late }, 'cancel')).status).toBe(200)
  const data = { tenant: owner.tenant, runId: body.id }
  const { db, clock } = app()
  await Promise.all([1, 2].map(() => processPaymentRun({ db }, data, clock(), 1)))
  await processPaymentRun({ db }, data, clock())
  const { body: whole } = await owner.get(ofRun(body))
  expect(whole).toMatchObject({
    itemCount: 39,
    leftOutCount: 1,
    leftOut: [
      { subject: `commerce:///billing/bills/${late}`, reason: 'The bill is cancelled, but must be scheduled.' },
    ],
  })
  await owner.post(ofRun(body, 'submit'))
  await owner.post(ofRun(body, 'confirm'))
  await processPaymentRun({ db }, data, clock(), 1)
  const tasks = (await db.query({ pk: partition(PLATFORM, 'task') })).filter(
    (each) => (each.data as { runId?: string } | undefined)?.runId === body.id,
  )
  expect(tasks.length).toBeGreaterThan(1)
  await drainEvents()
  expect((await owner.get(ofRun(body))).body).toMatchObject({ status: 'completed', paidCount: 39 })
  expect((await owner.get(ofBill({ id: late }))).body.status).toBe('cancelled')
  expect(await findFaults(owner)).toEqual([])
})
