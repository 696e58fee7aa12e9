import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/states.ts'
import { find, list } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-list.ts'
import { MAX_ACTIONS, type Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { CREDIT_NOTE_MOVES } from './credit-note.ts'
import { creditNotes } from './credit-note-store.ts'

const AT_ONCE = 50

/** More than fit a transaction. */
const MAX_DRAFTS_AT_FIRST = 12
/** The item, its places in lists by status, and counts that no other draft shares. */
const MAX_ACTIONS_OF_DRAFT = 19
/** The task for what is left, and the answer to an `Idempotency-Key`. */
const ACTIONS_LEFT_TO_CALLER = 2

/**
 * Cancels draft credit notes in the transaction that cancels their invoice, the oldest first, as many as fit beside what
 * it has; returns whether any are left. Drafts come and go with a change of the invoice, so none can come meanwhile.
 */
export const cancelDraftsWithInvoice = async (db: Table, unit: Unit, invoiceId: Id): Promise<boolean> => {
  const drafts = { by: { invoiceId }, facets: { status: 'draft' }, limit: MAX_DRAFTS_AT_FIRST }
  const { items, places } = await scanOldestFirst(db, creditNotes, unit.tenant, drafts)
  let cancelled = 0
  for (const note of items) {
    if (unit.size + MAX_ACTIONS_OF_DRAFT + ACTIONS_LEFT_TO_CALLER > MAX_ACTIONS) break
    unit.update(creditNotes, note, { status: move(CREDIT_NOTE_MOVES, 'credit note', note.status, 'cancel') })
    cancelled++
  }
  return cancelled < places.length || places.length === MAX_DRAFTS_AT_FIRST
}

/** Cancels the draft credit notes of a cancelled invoice, however many there are; may be run again. */
export const cancelDraftCreditNotes = async (
  { db }: Pick<App, 'db'>,
  { tenant, invoiceId }: { tenant: Id; invoiceId: Id },
  now: Date,
): Promise<void> => {
  for (;;) {
    const drafts = { page: 1, itemsPerPage: AT_ONCE, by: { invoiceId }, facets: { status: 'draft' } }
    const { items } = await list(db, creditNotes, tenant, drafts)
    for (const { id } of items)
      await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
        const note = await find(db, creditNotes, tenant, id)
        if (note?.status === 'draft') unit.update(creditNotes, note, { status: 'cancelled' })
      })
    if (items.length < AT_ONCE) return
  }
}
