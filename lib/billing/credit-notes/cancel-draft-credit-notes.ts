import { findVoidable, type Voidable, voidFound } from '../../document/documents/void-documents.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { find, list } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { CREDIT_NOTE_MOVES, creditNoteUri, type StoredCreditNote } from './credit-note.ts'
import { creditNotes } from './credit-note-store.ts'

const MAX_DRAFTS_PER_PAGE = 50

/** Cancels a draft, which makes its documents void. What it reserved is released by whoever calls. */
export const cancelDraft = (unit: Unit, note: StoredCreditNote, documents: Voidable): StoredCreditNote => {
  const status = move(CREDIT_NOTE_MOVES, 'credit note', note.status, 'cancel')
  voidFound(unit, documents, 'The credit note was cancelled.')
  return unit.update(creditNotes, note, { status })
}

/** Drafts read at once; more than fit the transaction. */
const MAX_DRAFTS_WITH_INVOICE = 12
/**
 * Cancels draft credit notes in the transaction that cancels their invoice, as many as fit, the oldest first. Returns whether
 * any remain. No draft can be added meanwhile, because creating one changes the invoice.
 */
export const cancelDraftsWithInvoice = async (db: Table, unit: Unit, invoiceId: Id): Promise<boolean> => {
  const drafts = { by: { invoiceId }, facets: { status: 'draft' }, limit: MAX_DRAFTS_WITH_INVOICE }
  const { items, cursors } = await scanOldestFirst(db, creditNotes, unit.tenant, drafts)
  const found = await Promise.all(items.map(({ id }) => findVoidable(db, unit.tenant, creditNoteUri(id))))
  let cancelled = 0
  for (const [i, note] of items.entries()) {
    // One action is reserved for the task that cancels the remaining drafts.
    if (!unit.attempt(() => cancelDraft(unit, note, found[i] as Voidable), 1)) break
    cancelled++
  }
  return cancelled < cursors.length || cursors.length === MAX_DRAFTS_WITH_INVOICE
}

/** Cancels all draft credit notes of a cancelled invoice. Idempotent. */
export const cancelDraftCreditNotes = async (
  { db }: Pick<App, 'db'>,
  { tenant, invoiceId }: { tenant: Id; invoiceId: Id },
  now: Date,
): Promise<void> => {
  for (;;) {
    const drafts = { page: 1, itemsPerPage: MAX_DRAFTS_PER_PAGE, by: { invoiceId }, facets: { status: 'draft' } }
    const { items } = await list(db, creditNotes, tenant, drafts)
    for (const { id } of items)
      await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
        const [note, documents] = await Promise.all([
          find(db, creditNotes, tenant, id),
          findVoidable(db, tenant, creditNoteUri(id)),
        ])
        if (note?.status === 'draft') cancelDraft(unit, note, documents)
      })
    if (items.length < MAX_DRAFTS_PER_PAGE) return
  }
}
