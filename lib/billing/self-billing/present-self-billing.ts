import type { Members } from '../../platform/store/lists/list.ts'
import { sumTaxesByCountry } from '../taxes/sum-taxes.ts'
import type { StoredSelfBillingInvoice } from './self-billing-invoice.ts'

export const presentSelfBilling = ({ lines, ...invoice }: StoredSelfBillingInvoice) => ({
  ...invoice,
  lineItems: lines,
  taxes: sumTaxesByCountry(lines),
})

export const presentPageOfSelfBilling = ({ items, totalItems }: Members<StoredSelfBillingInvoice>) => ({
  items: items.map((each) => presentSelfBilling({ ...each, lines: [] })),
  totalItems,
})
