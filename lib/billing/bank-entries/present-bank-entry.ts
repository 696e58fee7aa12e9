import type { Members } from '../../platform/store/lists/list.ts'
import type { StoredBankEntry } from './bank-entry.ts'

/** Fills the members that entries lack which were stored before there were any. */
export const presentBankEntry = ({ paymentRunItemId = null, proposals, ...entry }: StoredBankEntry) => ({
  ...entry,
  paymentRunItemId,
  proposals: proposals.map((proposal) => ({ paymentRunItemId: null, ...proposal })),
})

export const presentBankEntries = ({ items, totalItems }: Members<StoredBankEntry>) => ({
  items: items.map(presentBankEntry),
  totalItems,
})
