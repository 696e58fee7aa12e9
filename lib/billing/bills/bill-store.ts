import type { RecordBillInput } from '../../../schemas/billing/bill.ts'
import { getSetting } from '../../configuration/setting-of.ts'
import { holdPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Item, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireCurrency } from '../currency.ts'
import { postToLedger } from '../ledger/ledger.ts'
import { billUri, billViolations, hashBillNumber, type StoredBill, toMoment } from './bill.ts'

// Bills:  T#<tenant>#bill / <id>   listed newest first by any of partner and status; one for each partner and number

export const bills = entity<StoredBill>({
  name: 'bill',
  shape: 1,
  lists: [{ facets: ['status'] }, { by: ['partnerId'], facets: ['status'] }],
  unique: ({ partnerId, billNumber, status }) => ({
    number: status === 'cancelled' ? null : hashBillNumber(partnerId, billNumber),
  }),
})

interface BillFilters {
  partnerId?: Id | undefined
  status?: string | undefined
}

export const findBill = (db: Table, tenant: Id, id: string) => find(db, bills, tenant, id)

export const readPageOfBills = async (db: Table, tenant: Id, page: Page, { partnerId, status }: BillFilters) => {
  const found = await list(db, bills, tenant, { ...page, facets: { status }, ...(partnerId && { by: { partnerId } }) })
  return { ...found, items: found.items.map((bill) => showBill(tenant, bill)) } satisfies Members<unknown>
}

export const showBill = (tenantId: Id, bill: StoredBill) => ({ adjustments: [], ...bill, tenantId })

const buildDuplicateProblem = (standing: Item | undefined) =>
  new Problem('ALREADY_EXISTS', `The bill ${standing?.id} already has this number of this partner.`)

export const recordBill = async (app: Pick<App, 'db'>, unit: Unit, given: RecordBillInput) => {
  const [partner, zone] = await Promise.all([
    holdPartner(app.db, unit, given.partnerId),
    getSetting(app, unit.tenant, 'general.timezone'),
  ])
  requireCurrency(given.currency, 'currency')
  const [issuedAt, dueAt] = [toMoment(given.issuedAt, zone), toMoment(given.dueAt, zone)]
  const violations = billViolations(given, issuedAt, dueAt)
  if (violations.length || !issuedAt || !dueAt) throw invalid(...violations)
  const { billNumber, currency, totalAmount, subtotal = null, taxTotal = null, subject = null } = given
  const bill = unit.create(
    bills,
    {
      partnerId: partner.id,
      partnerName: partner.name,
      billNumber: billNumber.trim(),
      currency,
      totalAmount,
      subtotal,
      taxTotal,
      subject,
      adjustments: given.adjustments ?? [],
      selfBilled: given.selfBilled ?? false,
      status: 'received',
      issuedAt,
      dueAt,
      reviewedBy: null,
      reviewedAt: null,
      approvedBy: null,
      approvedAt: null,
      approvalNotes: null,
      scheduledPaymentDate: null,
      paidAt: null,
      paymentReference: null,
      paymentMethod: null,
      disputedBy: null,
      disputedAt: null,
      disputeReason: null,
      cancellationReason: null,
    },
    buildDuplicateProblem,
  )
  const { partnerId, partnerName, selfBilled } = bill
  await postToLedger(app, unit, {
    id: bill.id,
    partnerId,
    currency,
    kind: 'bill',
    recordId: bill.id,
    ref: billUri(bill.id),
    number: bill.billNumber,
    issuedAt,
    dueAt,
    amount: totalAmount,
    zone,
  })
  unit.emit('finance.bill.received', {
    subject: billUri(bill.id),
    data: {
      billId: bill.id,
      billNumber: bill.billNumber,
      partnerId,
      partnerName,
      totalAmount,
      currency,
      dueDate: dueAt.slice(0, 10),
      selfBilled,
    },
  })
  return showBill(unit.tenant, bill)
}
