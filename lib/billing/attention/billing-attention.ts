import type { BankEntryState } from '../../../schemas/billing/bank/entry.ts'
import type { BillState } from '../../../schemas/billing/bill.ts'
import { findPartnerNames } from '../../partner/find-partner-names.ts'
import { type AttentionSource, buildEntries, buildEntry } from '../../platform/attention/attention.ts'
import type { Id } from '../../platform/id.ts'
import { countByFacets } from '../../platform/store/lists/list-where.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { bankEntries } from '../bank-entries/bank-entry-store.ts'
import { bills } from '../bills/bill-store.ts'
import { listUnsettledCharges, readUnsettledAccounts, type UnsettledAccount } from '../charges/charge-store.ts'

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

/** A day begins where the tenant is, but nobody waits for hours. */
const findOldest = async (db: Table, tenant: Id, { partnerId, currency }: UnsettledAccount) => {
  const { items } = await listUnsettledCharges(db, tenant, { partnerId, currency, limit: 1 })
  return items[0] ? `${items[0].occurredOn}T00:00:00.000Z` : null
}

const unsettledCharges: AttentionSource = {
  scope: 'billing:charge:read',
  async find({ db }, tenant) {
    const accounts = await readUnsettledAccounts(db, tenant)
    const names = await findPartnerNames(
      db,
      tenant,
      accounts.map(({ partnerId }) => partnerId),
    )
    return await Promise.all(
      accounts.map(async (account) => {
        const { partnerId, currency } = account
        return buildEntry('unsettled_charges', {
          ...account,
          oldestAt: await findOldest(db, tenant, account),
          ref: `/api/billing/unsettled-charges?partnerId=${partnerId}&currency=${currency}`,
          ...{ subject: `commerce:///partner/partners/${partnerId}`, name: names.get(partnerId) ?? null },
        })
      }),
    )
  },
}

/** Finds what somebody has to look after in billing. */
export const BILLING_ATTENTION: readonly AttentionSource[] = [openBills, openBankEntries, unsettledCharges]
