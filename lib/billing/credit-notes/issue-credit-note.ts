import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { orInvalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BillingSettings, findNumbering, readBillingSettings } from '../billing-settings.ts'
import { checkComplete } from '../completeness/check-complete.ts'
import { findCheckedPartner } from '../completeness/find-checked-partner.ts'
import type { CheckedPartner } from '../completeness/find-missing-details.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { findInvoice, invoices } from '../invoices/invoice-store.ts'
import { scheduleNextReminder } from '../invoices/plan-reminders.ts'
import { hasAccount, postToLedger } from '../ledger/post-to-ledger.ts'
import { assignNumber } from '../numbering/assign-number.ts'
import { readSequences, type Sequences } from '../numbering/number-store.ts'
import type { LineTax } from '../tax.ts'
import { CREDIT_NOTE_MOVES, creditNoteUri, type StoredCreditNote } from './credit-note.ts'
import {
  type CreditNoteWithLines,
  creditNotes,
  findCreditNoteIdsByNumber,
  loadCreditNote,
} from './credit-note-store.ts'

type Using = Pick<App, 'db' | 'clock'>

export const requireInvoice = async ({ db }: Using, unit: Unit, id: Id): Promise<StoredInvoice> =>
  orInvalid(await findInvoice(db, unit.tenant, id), 'invoiceId', 'invoice')

export const checkCreditable = ({ status }: StoredInvoice): void => {
  if (status === 'draft' || status === 'cancelled')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The invoice is ${status}. Only an issued, overdue or paid invoice can be credited.`,
    )
}

/** Data that the issue of any credit note needs. */
export interface IssueContext {
  settings: BillingSettings
  sequences: Sequences
}

export const readIssueContext = async (app: Using, tenant: Id): Promise<IssueContext> => {
  const [settings, sequences] = await Promise.all([readBillingSettings(app, tenant), readSequences(app.db, tenant)])
  return { settings, sequences }
}

/** Assigns the draft its number and returns the changes that issue it. */
export const prepareCreditNoteIssue = async (
  app: Using,
  unit: Unit,
  draft: Pick<StoredCreditNote, 'id' | 'status' | 'currencyCode' | 'grandTotal'> & {
    lines: readonly LineTax[]
    /** The channel of the invoice. */
    channelId: Id | null
  },
  { settings, sequences }: IssueContext,
  partner: CheckedPartner | undefined,
  chosenNumber?: string | null,
) => {
  const { id, channelId } = draft
  const to = move(CREDIT_NOTE_MOVES, 'credit note', draft.status, 'issue')
  checkComplete({ ...draft, noun: 'credit note' }, settings, partner)
  const numbering = await findNumbering(app, unit.tenant, settings, 'credit_note', channelId)
  const findHolders = (numbers: readonly string[]) => findCreditNoteIdsByNumber(app.db, unit.tenant, numbers)
  const creditNoteNumber = await assignNumber(app, unit, { numbering, owner: id, findHolders, sequences }, chosenNumber)
  return { status: to, creditNoteNumber, issuedAt: unit.now.toISOString() }
}

/** Returns the changes of the invoice whose credit note is issued. Reminders claim what the note leaves, if anything. */
export const countIssuedCredit = (
  invoice: StoredInvoice,
  { grandTotal }: Pick<StoredCreditNote, 'grandTotal'>,
  settings: BillingSettings,
  now: Date,
): Partial<StoredInvoice> => {
  const creditIssued = invoice.creditIssued + grandTotal
  const creditToApply = invoice.creditToApply + grandTotal
  return { creditIssued, creditToApply, ...scheduleNextReminder({ ...invoice, creditToApply }, settings, now) }
}

/** Posts an issued credit note, which lowers what is owed to the partner, and emits its event. */
export const postCreditNote = async (
  app: Using,
  unit: Unit,
  note: StoredCreditNote,
  { settings, isOpened }: { settings: BillingSettings; isOpened: boolean },
): Promise<void> => {
  const { id, partnerId, currencyCode: currency, creditNoteNumber, issuedAt, grandTotal } = note
  await postToLedger(app, unit, {
    partnerId,
    currency,
    kind: 'credit_note',
    recordId: id,
    ref: creditNoteUri(id),
    number: creditNoteNumber,
    issuedAt: issuedAt ?? unit.now.toISOString(),
    dueAt: null,
    amount: -grandTotal,
    zone: settings['general.timezone'],
    isOpened,
  })
  unit.emit('finance.creditnote.issued', {
    subject: creditNoteUri(note.id),
    data: {
      creditNoteId: note.id,
      creditNoteNumber: note.creditNoteNumber ?? '',
      invoiceId: note.invoiceId,
      invoiceNumber: note.invoiceNumber ?? '',
      partnerId: note.partnerId,
      partnerName: note.partnerName,
      totalAmount: note.grandTotal,
      currency: note.currencyCode,
      reason: note.reason,
    },
  })
}

export const issueCreditNote = async (
  app: Using,
  unit: Unit,
  id: Id,
  chosenNumber?: string | null,
): Promise<CreditNoteWithLines> => {
  const [{ lineItems, ...draft }, context] = await Promise.all([
    loadCreditNote(app.db, unit, id),
    readIssueContext(app, unit.tenant),
  ])
  const [invoice, partner, isOpened] = await Promise.all([
    requireInvoice(app, unit, draft.invoiceId),
    findCheckedPartner(app, unit.tenant, context.settings, draft.partnerId),
    hasAccount(app, unit.tenant, draft.partnerId, draft.currencyCode),
  ])
  // Checked before a number is assigned, because a refusal would keep the sequence locked.
  // Drafts that did not fit the transaction that cancelled their invoice are cancelled a moment later.
  checkCreditable(invoice)
  const changes = await prepareCreditNoteIssue(
    app,
    unit,
    { ...draft, lines: lineItems, channelId: invoice.channelId },
    context,
    partner,
    chosenNumber,
  )
  const note = unit.update(creditNotes, draft, changes, 'stale')
  unit.update(invoices, invoice, countIssuedCredit(invoice, note, context.settings, unit.now))
  await postCreditNote(app, unit, note, { ...context, isOpened })
  // The note of the refund in the shop names the number.
  if (note.returned) {
    unit.schedule('sales.refunds.note', { tenant: unit.tenant, ...note.returned })
    unit.schedule('billing.earnings.follow', { tenant: unit.tenant, ...note.returned })
  }
  return { ...note, lineItems, partner }
}
