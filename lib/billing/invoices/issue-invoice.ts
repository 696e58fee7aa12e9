import type { App } from '../../platform/app.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BillingSettings, numberingOf } from '../billing-settings.ts'
import { nextFollowUp } from './follow-up.ts'
import { checkIssuable, INVOICE_MOVES, invoiceUri, type StoredInvoice } from './invoice.ts'
import { holderOfNumber } from './invoice-store.ts'
import { takeNumber } from '../numbering/numbers.ts'

/** What an invoice's events tell of it. */
export const told = ({
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
export const issued = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  draft: Pick<StoredInvoice, 'id' | 'status' | 'dueDate' | 'reminded' | 'lineItemCount' | 'grandTotal' | 'drawing'>,
  settings: BillingSettings,
  given?: string | null,
) => {
  const status = move(INVOICE_MOVES, 'invoice', draft.status, 'issue')
  checkIssuable(draft)
  const holderOf = (number: string) => holderOfNumber(app.db, unit.tenant, number)
  const invoiceNumber = await takeNumber(app, unit, numberingOf(settings, 'invoice'), draft.id, holderOf, given)
  const changes = { status, invoiceNumber, issuedAt: unit.now.toISOString() }
  return { ...changes, ...nextFollowUp({ ...draft, ...changes }, settings, unit.now) }
}
