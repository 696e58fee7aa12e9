import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BillingSettings, getNumbering, readBillingSettings } from '../billing-settings.ts'
import { assignNumber } from '../numbering/assign-number.ts'
import { readSequences, type Sequence } from '../numbering/number-store.ts'
import { postInvoice } from '../receivables/post-receivable.ts'
import { checkIssuable, INVOICE_MOVES, type StoredInvoice } from './invoice.ts'
import { buildInvoiceEvent } from './invoice-event.ts'
import { findInvoiceIdByNumber, type InvoiceWithLines, invoices, loadInvoice } from './invoice-store.ts'
import { scheduleNextReminder } from './plan-reminders.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Assigns the draft its number and returns the changes that issue it. */
export const prepareInvoiceIssue = async (
  app: Using,
  unit: Unit,
  draft: Omit<StoredInvoice, 'rev' | 'createdAt' | 'updatedAt'>,
  { settings, sequences }: { settings: BillingSettings; sequences?: ReadonlyMap<string, Sequence> | undefined },
  chosenNumber?: string | null,
) => {
  const status = move(INVOICE_MOVES, 'invoice', draft.status, 'issue')
  checkIssuable(draft)
  const findHolder = (number: string) => findInvoiceIdByNumber(app.db, unit.tenant, number)
  const numbering = getNumbering(settings, 'invoice')
  const numbered = { numbering, owner: draft.id, findHolder, sequences }
  const invoiceNumber = await assignNumber(app, unit, numbered, chosenNumber)
  const changes = { status, invoiceNumber, issuedAt: unit.now.toISOString() }
  const posted = postInvoice(unit, { ...draft, ...changes }, settings['general.timezone'])
  return { ...changes, ...posted, ...scheduleNextReminder({ ...draft, ...changes }, settings, unit.now) }
}

export const issueInvoice = async (
  app: Using,
  unit: Unit,
  id: Id,
  chosenNumber?: string | null,
): Promise<InvoiceWithLines> => {
  const [before, settings, sequences] = await Promise.all([
    loadInvoice(app.db, unit, id),
    readBillingSettings(app, unit.tenant),
    readSequences(app.db, unit.tenant),
  ])
  const changes = await prepareInvoiceIssue(app, unit, before, { settings, sequences }, chosenNumber)
  const { lineItems, ...draft } = before
  // Another request may use the number first: a rerun then refuses a chosen number, or assigns the next one.
  const invoice = unit.update(invoices, draft, changes, 'stale')
  unit.emit('finance.invoice.issued', buildInvoiceEvent(invoice))
  return { ...invoice, lineItems }
}
