import type { RecordBillInput } from '../../../schemas/billing/bill.ts'
import { requirePartnerUnchanged } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toMoment } from '../../platform/calendar/moment.ts'
import type { Id } from '../../platform/id.ts'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { findInvisible } from '../../platform/identifiers/find-invisible.ts'
import { requireCurrencyOfRecords } from '../../platform/money/currencies.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { refuseViolations, requireAll } from '../../platform/require-all.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Item } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { toLedgerDay } from '../ledger/ledger-entry.ts'
import { hasAccount, postToLedger } from '../ledger/post-to-ledger.ts'
import { listPreparers } from '../require-another-person.ts'
import {
  billUri,
  buildDuplicateKey,
  EMPTY_REVIEW,
  findAdjustmentViolations,
  findBillViolations,
  type StoredBill,
} from './bill.ts'
import { bills } from './bill-store.ts'

const buildDuplicateProblem = (existing: Item | undefined) =>
  new Problem('ALREADY_EXISTS', `Bill ${existing?.id} of this partner already has this number.`)

/**
 * Returns the times of the bill; its days begin in the tenant's time zone. Throws if they, or its amounts, do not fit together.
 */
const readDays = async (app: Pick<App, 'db'>, tenant: Id, given: RecordBillInput) => {
  const zone = await getSetting(app, tenant, GENERAL_SETTINGS.timezone)
  const [issuedAt, dueAt] = [toMoment(given.issuedAt, zone), toMoment(given.dueAt, zone)]
  const violations = findBillViolations(given, issuedAt, dueAt)
  if (violations.length || !issuedAt || !dueAt) throw invalid(...violations)
  return { zone, issuedAt, dueAt }
}

export const recordBill = async (app: Pick<App, 'db'>, unit: Unit, given: RecordBillInput): Promise<StoredBill> => {
  const [partner, { zone, issuedAt, dueAt }, isOpened] = await requireAll(
    () => requirePartnerUnchanged(app.db, unit, given.partnerId),
    () => readDays(app, unit.tenant, given),
    () => hasAccount(app, unit.tenant, given.partnerId, given.currency),
    () => requireCurrencyOfRecords(given.currency, 'currency'),
    () =>
      refuseViolations([
        ...findInvisible('billNumber', given.billNumber),
        ...findAdjustmentViolations(given.adjustments),
      ]),
  )
  const { billNumber, currency, totalAmount, subtotal = null, taxTotal = null, subject = null } = given
  const bill = unit.create(
    bills,
    {
      partnerId: partner.id,
      partnerName: partner.name,
      billNumber: cleanText(billNumber),
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
      ...EMPTY_REVIEW,
      paidBy: null,
      cancelledAt: null,
      preparedBy: listPreparers(unit),
      duplicateKey: buildDuplicateKey({ partnerId: partner.id, currency, totalAmount, issuedAt }, zone),
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
    isOpened,
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
      dueDate: toLedgerDay(dueAt, zone),
      selfBilled,
    },
  })
  return bill
}
