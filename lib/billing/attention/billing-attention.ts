import type { BankEntryState } from '../../../schemas/billing/bank/entry.ts'
import type { BillState } from '../../../schemas/billing/bill.ts'
import { type AttentionSource, buildEntries } from '../../platform/attention/attention.ts'
import { countByFacets } from '../../platform/store/lists/list-where.ts'
import { bankEntries } from '../bank-entries/bank-entry-store.ts'
import { bills } from '../bills/bill-store.ts'
import { readUnsettledByCurrency } from '../unsettled-charges/read-unsettled.ts'

const OPEN_BILLS: readonly (BillState | undefined)[] = ['received', 'under_review']
const OPEN_ENTRIES: readonly (BankEntryState | undefined)[] = ['open', 'proposed']

const openBills: AttentionSource = {
  scope: 'billing:bill:read',
  async find({ db }, tenant) {
    const groups = await countByFacets(db, bills, tenant, {}, ({ status }) =>
      OPEN_BILLS.some((each) => each === status),
    )
    return groups.flatMap(({ facets: { status = '' }, count, oldestAt }) =>
      buildEntries('bills', { count, oldestAt, reason: status, ref: `/api/billing/bills?status=${status}` }),
    )
  },
}

const openBankEntries: AttentionSource = {
  scope: 'billing:bank_statement:read',
  async find({ db }, tenant) {
    const isOpen = ({ status }: Readonly<Record<string, string>>) => OPEN_ENTRIES.some((each) => each === status)
    const groups = await countByFacets(db, bankEntries, tenant, {}, isOpen)
    return groups.flatMap(({ facets: { status = '' }, count, oldestAt }) =>
      buildEntries('bank_entries', {
        count,
        oldestAt,
        reason: status,
        ref: `/api/billing/bank-entries?status=${status}`,
      }),
    )
  },
}

const unsettledCharges: AttentionSource = {
  scope: 'billing:charge:read',
  async find(app, tenant) {
    const found = await readUnsettledByCurrency(app, tenant)
    return found.flatMap((sum) =>
      buildEntries('unsettled_charges', { ...sum, ref: '/api/billing/unsettled-charges/by-partner' }),
    )
  },
}

/** What of billing somebody has to look after. */
export const BILLING_ATTENTION: readonly AttentionSource[] = [openBills, openBankEntries, unsettledCharges]
