import type { StoredPartner } from '../../partner/partner-store.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { billUri, type StoredBill } from '../bills/bill.ts'
import { bills, listScheduledBills } from '../bills/bill-store.ts'
import { type StoredSettlement, settlementUri } from '../settlements/settlement.ts'
import { listApprovedSettlements, settlements } from '../settlements/settlement-store.ts'
import { findSepaFault } from './find-sepa-fault.ts'
import { type PayableRef, type Payee, RUN_CURRENCY } from './payment-run.ts'

/** A bill or settlement as it is stored now. */
export type Payable = { kind: 'bill'; record: StoredBill } | { kind: 'settlement'; record: StoredSettlement }

export const getPayableUri = ({ kind, id }: PayableRef): string => (kind === 'bill' ? billUri(id) : settlementUri(id))

export const getPayableNumber = (payable: Payable): string =>
  payable.kind === 'bill' ? payable.record.billNumber : payable.record.settlementNumber

/** Lists the identities that must not submit a run that pays this, if four eyes are demanded. */
export const listInvolved = ({ record: { preparedBy, approvedBy } }: Payable): (Id | null)[] =>
  approvedBy ? [...preparedBy, approvedBy] : preparedBy

/** Reads the bills and settlements in the order of the references; undefined for those that do not exist. */
export const readPayables = async (
  db: Table,
  tenant: Id,
  refs: readonly PayableRef[],
): Promise<(Payable | undefined)[]> => {
  const pickIds = (kind: PayableRef['kind']) => refs.filter((ref) => ref.kind === kind).map(({ id }) => id)
  const [foundBills, foundSettlements] = await Promise.all([
    findAll(db, bills, tenant, pickIds('bill')),
    findAll(db, settlements, tenant, pickIds('settlement')),
  ])
  const byRef = new Map<string, Payable>([
    ...foundBills.map((record) => [`bill ${record.id}`, { kind: 'bill', record }] as const),
    ...foundSettlements.map((record) => [`settlement ${record.id}`, { kind: 'settlement', record }] as const),
  ])
  return refs.map(({ kind, id }) => byRef.get(`${kind} ${id}`))
}

/** The largest amount of a SEPA credit transfer, in cents. */
const MAX_AMOUNT = 99_999_999_999

const findStateObstacle = ({ kind, record }: Payable): string | undefined => {
  if (kind === 'bill')
    return record.status === 'scheduled' ? undefined : `The bill is ${record.status}, but must be scheduled.`
  if (record.status !== 'approved') return `The settlement is ${record.status}, but must be approved.`
  return record.totalAmount > 0 ? undefined : 'The settlement has nothing to pay.'
}

/** Returns the reason why a run cannot pay this now; undefined if there is none. */
export const findObstacle = (payable: Payable): string | undefined => {
  const { currency, totalAmount, paymentRunId } = payable.record
  const byState = findStateObstacle(payable)
  if (byState) return byState
  if (paymentRunId) return `The ${payable.kind} is in payment run ${paymentRunId} already.`
  if (currency !== RUN_CURRENCY) return `The ${payable.kind} is in ${currency}, but must be in ${RUN_CURRENCY}.`
  return totalAmount > MAX_AMOUNT ? 'The amount must not be above 999,999,999.99.' : undefined
}

const findPayeeAccountFaults = (account: StoredPartner['bankAccount']): string[] => {
  if (!account) return ['has no bank account']
  const fault = findSepaFault(account.iban)
  return fault ? [`has an account ${fault}`] : []
}

/** Lists everything that keeps the partner from being paid by a bank. */
export const findPayeeFaults = ({ bankAccount, address, countryCode }: StoredPartner): string[] => [
  ...findPayeeAccountFaults(bankAccount),
  ...(address?.city ? [] : ['has an address without a city']),
  ...(address?.countryCode || countryCode ? [] : ['has an address without a country']),
]

/** Returns the payee that the bank gets; the partner has no faults. */
export const buildPayee = ({ name, bankAccount, address, countryCode }: StoredPartner): Payee => ({
  accountHolder: bankAccount?.accountHolder || name,
  iban: bankAccount?.iban as string,
  bic: bankAccount?.bic ?? null,
  street: address?.line1 ?? null,
  postalCode: address?.postalCode ?? null,
  city: address?.city as string,
  countryCode: (address?.countryCode || countryCode) as string,
})

/** Lists the bills and settlements that are due until the day and in no run. */
export const listDuePayables = async (db: Table, tenant: Id, until: string, zone: string): Promise<Payable[]> => {
  const [scheduled, approved] = await Promise.all([listScheduledBills(db, tenant), listApprovedSettlements(db, tenant)])
  const all: Payable[] = [
    ...scheduled
      .filter(({ scheduledPaymentDate }) => scheduledPaymentDate && scheduledPaymentDate <= until)
      .map((record) => ({ kind: 'bill', record }) as const),
    ...approved
      .filter(({ approvedAt }) => approvedAt && toLocalDay(zone, new Date(approvedAt)) <= until)
      .map((record) => ({ kind: 'settlement', record }) as const),
  ]
  return all.filter((payable) => !findObstacle(payable))
}
