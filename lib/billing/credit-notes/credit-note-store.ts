import type { StoredPartner } from '../../partner/partner-store.ts'
import type { Id } from '../../platform/id.ts'
import { foldDocumentNumber } from '../../platform/identifiers/document-number.ts'
import { notFound } from '../../platform/problem.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { findWithPart, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { CreditedByLine } from '../credited.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import { findIdsByNumber } from '../numbering/find-ids-by-number.ts'
import { type CreditLine, checkDraftNote, creditNoteTimeline, type StoredCreditNote } from './credit-note.ts'

// Credit notes:  T#<tenant>#credit-note / <id>         listed newest first by any of partner and status, or by invoice
//                                                      and status; one for each number
// their lines:   T#<tenant>#credit-note-lines / <id>   lines, and what of the invoice's lines they reserve

export interface CreditNoteLines extends Stored {
  lines: CreditLine[]
  /** The part of the invoice's lines that this credit note added to the credited part. */
  reserved: CreditedByLine
}

export const creditNotes = entity<StoredCreditNote>({
  name: 'credit-note',
  shape: 1,
  audit: {},
  lists: [{ facets: ['status'] }, { by: ['partnerId'], facets: ['status'] }, { by: ['invoiceId'], facets: ['status'] }],
  unique: ({ creditNoteNumber }) => ({ number: creditNoteNumber && foldDocumentNumber(creditNoteNumber) }),
  timeline: creditNoteTimeline,
})

export const creditNoteLines = entity<CreditNoteLines>({
  name: 'credit-note-lines',
  shape: 1,
  audit: {},
  lists: [],
  packs: ['lines', 'reserved'],
})

export interface CreditNoteWithLines extends StoredCreditNote {
  lineItems: CreditLine[]
  /** The partner, where it was read already. */
  partner?: StoredPartner | undefined
}

export const findCreditNoteWithLines = async (
  db: Table,
  tenant: Id,
  id: Id,
): Promise<CreditNoteWithLines | undefined> => {
  const found = await findWithPart(db, creditNotes, creditNoteLines, tenant, id)
  return found && { ...found[0], lineItems: found[1]?.lines ?? [] }
}

/** A credit note and the item of its lines, for a change of both. */
export interface NoteAndLines {
  note: StoredCreditNote
  stored: CreditNoteLines
}

/** Loads the credit note named in the request and the item of its lines; checks `If-Match`. */
export const loadNoteAndLines = async (db: Table, unit: Unit, id: Id): Promise<NoteAndLines> => {
  const [note, stored] = (await findWithPart(db, creditNotes, creditNoteLines, unit.tenant, id)) ?? []
  if (!note || !stored) throw notFound()
  unit.match(note)
  return { note, stored }
}

/** Loads the draft named in the request; checks `If-Match`. Refuses a credit note that is not a draft. */
export const loadDraftCreditNote = async (db: Table, unit: Unit, id: Id): Promise<NoteAndLines> => {
  const loaded = await loadNoteAndLines(db, unit, id)
  checkDraftNote(loaded.note)
  return loaded
}

/** Loads the credit note named in the request with its lines, for a change; checks `If-Match`. */
export const loadCreditNote = async (db: Table, unit: Unit, id: Id): Promise<CreditNoteWithLines> =>
  unit.named(await findCreditNoteWithLines(db, unit.tenant, id))

export const findCreditNoteIdsByNumber = (db: Table, tenant: Id, numbers: readonly string[]) =>
  findIdsByNumber(db, creditNotes, tenant, numbers)

interface CreditNoteFilters {
  status?: string | undefined
  partnerId?: Id | undefined
  invoiceId?: Id | undefined
}

export const readPageOfCreditNotes = async (
  db: Table,
  tenant: Id,
  page: Page,
  { status, partnerId, invoiceId }: CreditNoteFilters,
): Promise<Members<StoredCreditNote>> => {
  const by = invoiceId ? { invoiceId } : partnerId ? { partnerId } : undefined
  const [found, invoice] = await Promise.all([
    list(db, creditNotes, tenant, { ...page, facets: { status }, by }),
    invoiceId && partnerId ? findInvoice(db, tenant, invoiceId) : undefined,
  ])
  // All credit notes of an invoice have its partner.
  return invoice && invoice.partnerId !== partnerId ? { items: [], totalItems: 0 } : found
}
