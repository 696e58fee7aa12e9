import type { App } from '../app.ts'
import type { Id } from '../id.ts'
import { find, list } from '../store/list.ts'
import { inUnit } from '../store/unit.ts'
import { creditNotes } from './credit-note-store.ts'

const AT_ONCE = 50

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
      await inUnit(db, { tenant, actor: null, now }, async (unit) => {
        const note = await find(db, creditNotes, tenant, id)
        if (note?.status === 'draft') unit.update(creditNotes, note, { status: 'cancelled' })
      })
    if (items.length < AT_ONCE) return
  }
}
