import { approveSelfBilled, aSelfBillingInvoice, aSupplier, setUpSelfBilling } from '../billing/self-billing.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const ofInvoice: Fixture = async (member) => ({ params: { id: await aSelfBillingInvoice(member) } })

export const SELF_BILLING_FIXTURES: Record<string, Fixture> = {
  listSelfBillingInvoices: async (member) => {
    await setUpSelfBilling(member)
    const { id } = await aSupplier(member)
    await approveSelfBilled(member, id)
    return { query: `partnerId=${id}&type=invoice` }
  },
  getSelfBillingInvoice: ofInvoice,
  renderSelfBillingInvoice: ofInvoice,
  downloadSelfBillingEInvoice: async (member) => ({ ...(await ofInvoice(member)), query: 'format=en16931-ubl' }),
}
