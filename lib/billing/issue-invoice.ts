import type { App } from '../app.ts'
import type { Id } from '../id.ts'
import { Problem } from '../problem.ts'
import { move } from '../states.ts'
import type { Unit } from '../store/unit.ts'
import { type BillingSettings, numberingOf } from './billing-settings.ts'
import { nextFollowUp } from './follow-up.ts'
import { checkIssuable, INVOICE_MOVES, invoiceUri, type StoredInvoice } from './invoice.ts'
import { holderOfNumber } from './invoice-store.ts'
import { giveNumber, type Numbering, noteChosenNumber } from './numbers.ts'

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

/** A number that somebody chose; it is taken out of no sequence, and the sequence passes over it. */
const chosenNumber = async (
  { db }: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  numbering: Numbering,
  owner: Id,
  given: string,
): Promise<string> => {
  const number = given.trim().normalize('NFC')
  if (await holderOfNumber(db, unit.tenant, number))
    throw new Problem('ALREADY_EXISTS', `Another invoice has the number ${number}.`)
  noteChosenNumber(unit, numbering, number, owner)
  return number
}

/** What issuing changes of a draft, with the number that it takes. */
export const issued = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  draft: Pick<StoredInvoice, 'id' | 'status' | 'dueDate' | 'reminded' | 'lineItemCount' | 'grandTotal'>,
  settings: BillingSettings,
  given?: string | null,
) => {
  const status = move(INVOICE_MOVES, 'invoice', draft.status, 'issue')
  checkIssuable(draft)
  const numbering = numberingOf(settings, 'invoice')
  const invoiceNumber = given
    ? await chosenNumber(app, unit, numbering, draft.id, given)
    : await giveNumber(app, unit, numbering, draft.id, (number) => holderOfNumber(app.db, unit.tenant, number))
  const changes = { status, invoiceNumber, issuedAt: unit.now.toISOString() }
  return { ...changes, ...nextFollowUp({ ...draft, ...changes }, settings, unit.now) }
}
