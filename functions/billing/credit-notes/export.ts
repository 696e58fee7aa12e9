import { creditNoteExport } from '../../../lib/billing/exports/credit-note-export.ts'
import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { listCreditNotes } from './list.ts'

export const exportCreditNotes = exportEndpoint({
  route: 'GET /api/billing/credit-notes/export',
  list: listCreditNotes,
  summary: 'Export credit notes as CSV or JSON Lines',
  collection: creditNoteExport,
})
