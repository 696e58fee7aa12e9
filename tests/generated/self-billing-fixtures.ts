import { approveSelfBilled, aSelfBillingInvoice, aSupplier, setUpSelfBilling } from '../billing/self-billing.ts'
import { set } from '../billing/settling.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

/** Leaves the invoices of other fixtures as they are, which have not all that the law of a country asks. */
const withoutChecks = (member: Member) => set(member, { 'billing.invoiceChecks': 'off' })

const ofInvoice: Fixture = async (member) => {
  await withoutChecks(member)
  return { params: { id: await aSelfBillingInvoice(member) } }
}

export const SELF_BILLING_FIXTURES: Record<string, Fixture> = {
  listSelfBillingInvoices: async (member) => {
    await withoutChecks(member)
    await setUpSelfBilling(member)
    const { id } = await aSupplier(member)
    await approveSelfBilled(member, id)
    return { query: `partnerId=${id}&type=invoice` }
  },
  getSelfBillingInvoice: ofInvoice,
  renderSelfBillingInvoice: ofInvoice,
  downloadSelfBillingEInvoice: async (member) => ({ ...(await ofInvoice(member)), query: 'format=en16931-ubl' }),
}
