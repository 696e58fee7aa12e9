import { exportEntries } from '../../../lib/audit/export-entries.ts'
import { recordReading } from '../../../lib/audit/record-reading.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { ENTRY_FILTERS } from '../../../schemas/audit/entry-filters.ts'

export const exportAuditEntries = endpoint({
  route: 'GET /api/audit/entries/export',
  scope: 'audit:entry:read',
  stepUp: true,
  summary: 'Export entries of the audit trail as JSON Lines',
  description:
    'Newest first, one entry a line, as many as fit an answer. If there are more, the header `Link` has the address of the next part. Exporting the trail adds an entry to it.',
  query: ENTRY_FILTERS,
  produces: 'application/jsonl',
  acts: true,
  waitsForGate: true,
  async run(app, request) {
    const { lines, nextCursor } = await exportEntries(app.db, request.caller.tenant, request.query)
    await recordReading(app, request, 'export', null, request.query)
    const next = nextCursor && new URLSearchParams({ ...request.given, cursor: nextCursor })
    return reply(lines, { headers: next ? { Link: `<${request.path}?${next}>; rel="next"` } : {} })
  },
})
