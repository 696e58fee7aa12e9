import { datevCollection } from '../../../lib/billing/datev/datev-collection.ts'
import { divideByFiscalYear } from '../../../lib/billing/datev/divide-by-fiscal-year.ts'
import type { Collection } from '../../../lib/data-exchange/exports/collection.ts'
import { answerExport } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { DataExport } from '../../../schemas/data-exchange/export.ts'
import { date } from '../../../schemas/types.ts'

export const exportDatevPostings = endpoint({
  route: 'GET /api/billing/exports/datev',
  scope: 'billing:datev:read',
  summary: 'Export a posting batch for DATEV',
  description:
    'Issued and cancelled invoices, issued credit notes, bills, approved settlements and their payments, posted on their ' +
    'days in your time zone, in the format EXTF 700, category 21, version 13. A batch lies in one fiscal year: if the range ' +
    'does not, the answer has its first part, and the header `Link` the address of the next one. Documents in other ' +
    'currencies than EUR are left out; the header `X-Left-Out` or the export has their number. A long batch is written in ' +
    'the background, and the answer is 202 with the export. Accounts and keys are settings (`billing.datev…`). Each partner ' +
    'keeps the number of its account.',
  query: { from: date({ description: 'First day' }), to: date({ description: 'Last day, included' }) },
  required: ['from', 'to'],
  produces: 'text/csv; charset=windows-1252',
  also: 202,
  later: DataExport,
  problems: ['OPERATION_NOT_ALLOWED'],
  acts: true,
  waitsForGate: true,
  async run(app, request) {
    const { filters, following } = await divideByFiscalYear(app, request.caller.tenant, request.query)
    const next = following && `<${request.path}?${new URLSearchParams(following)}>; rel="next"`
    const days = [filters.from, filters.to].map((day) => day.replaceAll('-', '')).join('_')
    return await answerExport(app, request, {
      collection: datevCollection as Collection,
      format: 'datev',
      filters,
      filename: `EXTF_Buchungsstapel_${days}.csv`,
      headers: next ? { Link: next } : {},
    })
  },
})
