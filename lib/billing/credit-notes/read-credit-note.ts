import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredCreditNote } from './credit-note.ts'
import { creditNotes } from './credit-note-store.ts'

/** Reads a credit note for another module; undefined if it does not exist. */
export const readCreditNote = (db: Table, tenant: Id, id: Id): Promise<StoredCreditNote | undefined> =>
  find(db, creditNotes, tenant, id)
