import { MAX_LEFT_OUT } from '../../../schemas/billing/payments/payment-run.ts'
import { maskAccount } from '../../partner/bank-account.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findBankingDay } from './find-banking-day.ts'
import { getPayableUri } from './payable.ts'
import type { ChangedRun, StoredPaymentRun, StoredRunItem } from './payment-run.ts'
import { readRunItems } from './payment-run-store.ts'

const showItem = ({ recordKind: kind, recordId, payee, ...item }: StoredRunItem) => ({
  ...item,
  subject: getPayableUri({ kind, id: recordId }),
  payee: maskAccount(payee),
})

export const showPaymentRun = (
  { debtorAccount, work, leftOut, ...run }: StoredPaymentRun,
  items: readonly StoredRunItem[] = [],
) => ({
  ...run,
  bankingDay: findBankingDay(run.executionDate),
  debtorAccount: maskAccount(debtorAccount),
  isProcessing: work !== null,
  leftOut: leftOut.slice(0, MAX_LEFT_OUT),
  items: items.map(showItem),
})

/** Presents a payment run with its items, of which some may be changed and not stored yet. */
export const presentPaymentRun = async (db: Table, tenant: Id, { run, items }: ChangedRun) => {
  const stored = await readRunItems(db, tenant, run.id)
  const byId = new Map([...stored, ...items].map((item) => [item.id, item]))
  return showPaymentRun(run, [...byId.values()])
}
