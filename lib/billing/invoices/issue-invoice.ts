import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BillingSettings, getNumbering } from '../billing-settings.ts'
import { assignNumber } from '../numbering/numbers.ts'
import { scheduleFollowUp } from './follow-up.ts'
import { checkIssuable, INVOICE_MOVES, invoiceUri, type StoredInvoice } from './invoice.ts'
import { findInvoiceIdByNumber } from './invoice-store.ts'

/** What an invoice's events tell of it. */
export const buildInvoiceEvent = ({
  id,
  invoiceNumber,
  partnerId,
  partnerName,
  grandTotal,
  currencyCode,
  dueDate,
}: StoredInvoice) => ({
  subject: invoiceUri(id),
  data: {
    invoiceId: id,
    invoiceNumber: invoiceNumber ?? '',
    partnerId,
    partnerName,
    totalAmount: grandTotal,
    currency: currencyCode,
    dueDate,
  },
})

/** What issuing changes of a draft, with the number that it takes. */
export const issueChanges = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  draft: Pick<StoredInvoice, 'id' | 'status' | 'dueDate' | 'reminded' | 'lineItemCount' | 'grandTotal' | 'drawing'>,
  settings: BillingSettings,
  given?: string | null,
) => {
  const status = move(INVOICE_MOVES, 'invoice', draft.status, 'issue')
  checkIssuable(draft)
  const findHolder = (number: string) => findInvoiceIdByNumber(app.db, unit.tenant, number)
  const invoiceNumber = await assignNumber(app, unit, getNumbering(settings, 'invoice'), draft.id, findHolder, given)
  const changes = { status, invoiceNumber, issuedAt: unit.now.toISOString() }
  return { ...changes, ...scheduleFollowUp({ ...draft, ...changes }, settings, unit.now) }
}
