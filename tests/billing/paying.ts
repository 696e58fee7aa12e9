import { runTask } from '../../functions/events/run-task.ts'
import { readReceivableBalance } from '../../lib/billing/receivables/post-receivable.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Member } from '../support/client.ts'

export const PAYMENTS = '/api/billing/payments'

/** Records a payment of 119.00 EUR. */
export const pay = (member: Member, partnerId: string, fields: object = {}) =>
  member.post(PAYMENTS, {
    partnerId,
    currency: 'EUR',
    amount: 11_900,
    receivedAt: '2026-03-02',
    method: 'bank_transfer',
    ...fields,
  })

/** Reads what a partner owes, as its receivable account says. */
export const readBalance = async (member: Member, partnerId: string, currency = 'EUR') =>
  Number(await readReceivableBalance(app(), member.tenant, partnerId, currency))

/** Runs the tasks that let the status of a tenant's invoices follow from payments; returns how many there were. */
export const followPayments = async (member: Member) => {
  const tasks = (await app().db.query({ pk: 'T#PLATFORM#task' })).filter(
    ({ task, data, handledAt }) =>
      task === 'billing.invoice.follow-payments' && (data as { tenant: string }).tenant === member.tenant && !handledAt,
  )
  for (const task of tasks) await runTask(app(), task, app().clock(), createLog({}))
  return tasks.length
}
