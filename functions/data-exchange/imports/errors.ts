import * as Type from 'typebox'
import { findImport, readErrors } from '../../../lib/data-exchange/imports/import-store.ts'
import { formatCsvRow } from '../../../lib/platform/csv/format-csv.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

/** Items of errors in one answer. Each has those of some rows, so that an answer stays below its limit. */
const MAX_ITEMS = 500

export const listImportErrors = endpoint({
  route: 'GET /api/data-exchange/imports/{id}/errors',
  scope: 'data_exchange:import:read',
  summary: 'Get the errors of an import as CSV',
  description:
    'Line of the file, column and message, in the order of the rows. If there are more errors than fit an answer, the ' +
    'header `Link` has the address of the next part.',
  query: { after: Type.String({ maxLength: 50, description: 'Cursor of the next part, from the header `Link`' }) },
  produces: 'text/csv; charset=utf-8',
  async run({ db }, { caller, params, query, path }) {
    const { id } = orNotFound(await findImport(db, caller.tenant, params.id))
    const { errors, next } = await readErrors(db, caller.tenant, id, query.after, MAX_ITEMS)
    const rows = errors.map(({ line, column, message }) => formatCsvRow([line, column, message]))
    return reply([formatCsvRow(['line', 'column', 'message']), ...rows].join(''), {
      headers: next ? { Link: `<${path}?${new URLSearchParams({ after: next })}>; rel="next"` } : {},
    })
  },
})
