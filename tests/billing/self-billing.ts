import { aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { aCharge, of, set, settle } from './settling.ts'

export const SELF_BILLING = '/api/billing/self-billing-invoices'

export const ADDRESS = { line1: 'Hafenstraße 1', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' }

/** Sets what self-billing invoices of a German tenant need. */
export const setUpSelfBilling = (member: Member) =>
  set(member, {
    'general.companyName': 'Nordlicht Handel GmbH',
    'general.legalAddress': ADDRESS,
    'general.country': 'DE',
    'general.vatId': 'DE123456789',
    'billing.taxRates': { standard: 19 },
  })

/** Creates a German supplier who agreed to self-billing. */
export const aSupplier = (member: Member, fields: object = {}) =>
  aPartner(member, {
    name: 'Elbe Fulfilment GmbH',
    vatId: 'DE987654321',
    address: ADDRESS,
    locale: 'de_DE',
    selfBilling: { agreedOn: '2026-01-01' },
    ...fields,
  })

/** Settles a charge of 42.50 EUR for storage and approves it. */
export const approveSelfBilled = async (member: Member, partnerId: string, body: object = {}) => {
  await aCharge(member, partnerId)
  const { body: made } = await settle(member, partnerId)
  const { status, body: approved } = await member.post(of(made, 'approve'), body)
  return { status, body: approved }
}

/** Issues a self-billing invoice and returns its id. */
export const aSelfBillingInvoice = async (member: Member): Promise<string> => {
  await setUpSelfBilling(member)
  const { id } = await aSupplier(member)
  const { status, body } = await approveSelfBilled(member, id)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.selfBillingInvoiceId
}
