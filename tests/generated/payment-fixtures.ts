import { pay } from '../billing/paying.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const aPayment = async (member: Member) => (await pay(member, (await aPartner(member)).id)).body

const anIssuedInvoice = async (member: Member, partnerId: string) =>
  (await anInvoice(member, { partnerId, issueImmediately: true })).id

const paymentFor = async (member: Member) => {
  const { id: partnerId } = await aPartner(member)
  const invoiceId = await anIssuedInvoice(member, partnerId)
  return {
    ...{ partnerId, currency: 'EUR', amount: 11_900, fee: 100, receivedAt: '2026-03-02', method: 'bank_transfer' },
    ...{ reference: 'SEPA 4711', allocations: [{ invoiceId, amount: 5000 }] },
  }
}

const withPayment =
  (body?: unknown, other?: unknown): Fixture =>
  async (member) => ({ params: { id: (await aPayment(member)).id }, body, ...(other !== undefined && { other }) })

export const PAYMENT_FIXTURES: Readonly<Record<string, Fixture>> = {
  listPayments: async (member) => {
    const { id, partnerId } = await aPayment(member)
    await member.post(`/api/billing/payments/${id}/refund`, { amount: 100 })
    return { query: `partnerId=${partnerId}&status=open` }
  },
  recordPayment: async (member) => ({ body: await paymentFor(member), other: await paymentFor(member) }),
  getPayment: withPayment(),
  allocatePayment: async (member) => {
    const { id, partnerId } = await aPayment(member)
    const allocate = async (amount: number) => ({
      allocations: [{ invoiceId: await anIssuedInvoice(member, partnerId), amount }],
    })
    return { params: { id }, body: await allocate(5000), other: await allocate(1) }
  },
  reversePayment: withPayment({ reason: 'Account closed', allocationIds: null }, { reason: 'Insufficient funds' }),
  refundPayment: withPayment(
    { amount: 400, reference: 'Back 4711', refundedAt: '2026-03-03T10:00:00Z' },
    { amount: 401, reference: null, refundedAt: null },
  ),
  getOpenItems: async (member) => {
    const { partnerId } = await aPayment(member)
    await anIssuedInvoice(member, partnerId)
    return { params: { partnerId } }
  },
  renderPartnerOpenItems: async (member) => {
    const { partnerId } = await aPayment(member)
    await anIssuedInvoice(member, partnerId)
    return { params: { partnerId }, body: {} }
  },
}
