import type { CreateCreditNoteInput } from '../../../schemas/billing/credit-note.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { orInvalid, Problem } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getNumbering, readBillingSettings } from '../billing-settings.ts'
import { NOT_DUE } from '../invoices/follow-up.ts'
import { openAmount, type StoredInvoice } from '../invoices/invoice.ts'
import { findInvoice, invoiceLines, invoices, readInvoiceLines } from '../invoices/invoice-store.ts'
import { buildInvoiceEvent } from '../invoices/issue-invoice.ts'
import { postToLedger } from '../ledger/ledger.ts'
import { assignNumber } from '../numbering/numbers.ts'
import { computeCredit } from './compute-credit.ts'
import { CREDIT_NOTE_MOVES, creditNoteUri, type StoredCreditNote } from './credit-note.ts'
import {
  type CreditNoteWithLines,
  creditNoteLines,
  creditNotes,
  findCreditNoteByNumber,
  loadCreditNote,
} from './credit-note-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const requireInvoice = async ({ db }: Using, unit: Unit, id: Id): Promise<StoredInvoice> =>
  orInvalid(await findInvoice(db, unit.tenant, id), 'invoiceId', 'invoice')

const checkCreditable = ({ status }: StoredInvoice): void => {
  if (status === 'draft' || status === 'cancelled')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The invoice is ${status}; to be credited, it must be issued, overdue or paid.`,
    )
}

/** What issuing changes of a draft, with the number that it takes. */
const issueChanges = async (
  app: Using,
  unit: Unit,
  { id, status }: Pick<StoredCreditNote, 'id' | 'status'>,
  given?: string | null,
) => {
  const to = move(CREDIT_NOTE_MOVES, 'credit note', status, 'issue')
  const numbering = getNumbering(await readBillingSettings(app, unit.tenant), 'credit_note')
  const findHolder = (number: string) => findCreditNoteByNumber(app.db, unit.tenant, number)
  const creditNoteNumber = await assignNumber(app, unit, numbering, id, findHolder, given)
  return { status: to, creditNoteNumber, issuedAt: unit.now.toISOString() }
}

/** It lowers what is owed to the partner from then on, and others are told of it. */
const noteIssued = async (app: Using, unit: Unit, note: StoredCreditNote): Promise<void> => {
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

/** A draft reserves what it takes of the invoice, so that all together never take more than there is. */
export const createCreditNote = async (
  app: Using,
  unit: Unit,
  { invoiceId, reason, lineItems, issueImmediately }: CreateCreditNoteInput,
): Promise<CreditNoteWithLines> => {
  const invoice = await requireInvoice(app, unit, invoiceId)
  checkCreditable(invoice)
  const held = await readInvoiceLines(app.db, unit.tenant, invoiceId)
  const { lines, credited, ...totals } = computeCredit(
    { invoice, lines: held.lines, credited: held.credited },
    lineItems,
  )
  const id = unit.newId()
  const draft = {
    id,
    invoiceId,
    invoiceNumber: invoice.invoiceNumber,
    partnerId: invoice.partnerId,
    partnerName: invoice.partnerName,
    currencyCode: invoice.currencyCode,
    status: 'draft' as const,
    reason,
    creditNoteNumber: null,
    ...totals,
    lineItemCount: lines.length,
    issuedAt: null,
    appliedAt: null,
  }
  const note = unit.create(
    creditNotes,
    { ...draft, ...(issueImmediately && (await issueChanges(app, unit, draft))) },
    'stale',
  )
  const withIds = lines.map((line) => ({ id: unit.newId(), ...line }))
  unit.create(creditNoteLines, { id, lines: withIds })
  unit.update(invoiceLines, held, { credited })
  unit.update(invoices, invoice, {
    credited: invoice.credited + totals.grandTotal,
    ...(issueImmediately && { creditIssued: invoice.creditIssued + totals.grandTotal }),
  })
  if (issueImmediately) await noteIssued(app, unit, note)
  return { ...note, lineItems: withIds }
}

export const issueCreditNote = async (
  app: Using,
  unit: Unit,
  id: Id,
  creditNoteNumber?: string | null,
): Promise<CreditNoteWithLines> => {
  const { lineItems, ...draft } = await loadCreditNote(app.db, unit, id)
  const invoice = await requireInvoice(app, unit, draft.invoiceId)
  // Before the number: a refusal must not keep its turn. Drafts of a cancelled invoice that did not fit its transaction are cancelled a moment later.
  checkCreditable(invoice)
  const changes = await issueChanges(app, unit, draft, creditNoteNumber)
  const note = unit.update(creditNotes, draft, changes, 'stale')
  unit.update(invoices, invoice, { creditIssued: invoice.creditIssued + note.grandTotal })
  await noteIssued(app, unit, note)
  return { ...note, lineItems }
}

/** Takes the credit off what is open; of a paid invoice it becomes the partner's credit. */
export const applyCreditNote = async (app: Using, unit: Unit, id: Id): Promise<CreditNoteWithLines> => {
  const { lineItems, ...before } = await loadCreditNote(app.db, unit, id)
  const status = move(CREDIT_NOTE_MOVES, 'credit note', before.status, 'apply')
  const invoice = await requireInvoice(app, unit, before.invoiceId)
  const note = unit.update(creditNotes, before, { status, appliedAt: unit.now.toISOString() })
  if (invoice.status === 'paid') unit.require(invoices, invoice)
  else settleInvoice(unit, invoice, note)
  return { ...note, lineItems }
}

const settleInvoice = (unit: Unit, invoice: StoredInvoice, note: StoredCreditNote): void => {
  const applied = invoice.applied + note.grandTotal
  if (openAmount({ ...invoice, applied }) > 0) {
    unit.update(invoices, invoice, { applied })
    return
  }
  const paidAt = unit.now.toISOString()
  const paymentReference = note.creditNoteNumber
  const paid = unit.update(invoices, invoice, { applied, status: 'paid', paidAt, paymentReference, ...NOT_DUE })
  const { subject, data } = buildInvoiceEvent(paid)
  unit.emit('finance.invoice.paid', { subject, data: { ...data, paidAt, paymentReference } })
}
