import type { CreateCreditNoteInput } from '../../../schemas/billing/credit-note.ts'
import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findCheckedPartner } from '../completeness/find-checked-partner.ts'
import { invoiceLines, invoices, readInvoiceLines } from '../invoices/invoice-store.ts'
import { hasAccount } from '../ledger/post-to-ledger.ts'
import { computeCredit } from './compute-credit.ts'
import type { StoredCreditNote } from './credit-note.ts'
import { type CreditNoteWithLines, creditNoteLines, creditNotes } from './credit-note-store.ts'
import {
  checkCreditable,
  countIssuedCredit,
  postCreditNote,
  prepareCreditNoteIssue,
  readIssueContext,
  requireInvoice,
} from './issue-credit-note.ts'
import type { LineToCredit } from './parse-credit-lines.ts'

/** Creates a credit note. A draft reserves its amount, so that all credit notes together never exceed the invoice. */
export const createCreditNote = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  given: Omit<CreateCreditNoteInput, 'lineItems'> & { lineItems?: LineToCredit[] | null } & Pick<
      StoredCreditNote,
      'returned' | 'followedOrderId'
    >,
): Promise<CreditNoteWithLines> => {
  const { invoiceId, reason, lineItems, issueImmediately, returned, followedOrderId } = given
  const [invoice, context] = await Promise.all([
    requireInvoice(app, unit, invoiceId),
    issueImmediately ? readIssueContext(app, unit.tenant) : undefined,
  ])
  checkCreditable(invoice)
  const [stored, partner, isOpened] = await Promise.all([
    readInvoiceLines(app.db, unit.tenant, invoiceId),
    context && findCheckedPartner(app, unit.tenant, context.settings, invoice.partnerId),
    context ? hasAccount(app, unit.tenant, invoice.partnerId, invoice.currencyCode) : false,
  ])
  const { lines, credited, reserved, ...totals } = computeCredit(
    { invoice, lines: stored.lines, credited: stored.credited },
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
    pricesIncludeTax: invoice.pricesIncludeTax,
    ...totals,
    lineItemCount: lines.length,
    issuedAt: null,
    appliedAt: null,
    ...(returned && { returned }),
    ...(followedOrderId && { followedOrderId }),
  }
  const toIssue = { ...draft, lines, channelId: invoice.channelId }
  const changes = context && (await prepareCreditNoteIssue(app, unit, toIssue, context, partner))
  const note = unit.create(creditNotes, { ...draft, ...changes }, 'stale')
  const withIds = lines.map((line) => ({ id: unit.newId(), ...line }))
  unit.create(creditNoteLines, { id, lines: withIds, reserved })
  unit.update(invoiceLines, stored, { credited })
  unit.update(invoices, invoice, {
    credited: invoice.credited + totals.grandTotal,
    ...(context && countIssuedCredit(invoice, totals, context.settings, unit.now)),
  })
  if (context) await postCreditNote(app, unit, note, { ...context, isOpened })
  return { ...note, lineItems: withIds, partner }
}
