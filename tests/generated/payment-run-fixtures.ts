import { aPayee, DEBTOR, ofRun, run, scheduledBills } from '../billing/paying-bills.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const aScheduledBill = async (member: Member): Promise<string> => {
  const [bill] = await scheduledBills(member, (await aPayee(member)).id, [11_900])
  return (bill as { id: string }).id
}

const aRun = async (member: Member) =>
  (await run(member, { billIds: [await aScheduledBill(member)], debtorAccount: DEBTOR })).body

const withRun =
  (body?: unknown, ...before: string[]): Fixture =>
  async (member) => {
    const { id } = await aRun(member)
    for (const action of before) await member.post(ofRun({ id }, action))
    return { params: { id }, body }
  }

export const PAYMENT_RUN_FIXTURES: Record<string, Fixture> = {
  listPaymentRuns: async (member) => {
    await aRun(member)
    return { query: 'status=draft' }
  },
  createPaymentRun: async (member) => {
    const body = { billIds: [await aScheduledBill(member)], executionDate: '2099-03-31', debtorAccount: DEBTOR }
    return { body, other: { ...body, executionDate: '2099-04-01' } }
  },
  getPaymentRun: withRun(),
  getPaymentRunFile: withRun(undefined, 'submit'),
  submitPaymentRun: withRun(),
  confirmPaymentRun: withRun({ paymentReference: 'Statement 2026/47' }, 'submit'),
  rejectPaymentRun: withRun({ reason: 'The account was closed' }, 'submit'),
  cancelPaymentRun: withRun(),
}
