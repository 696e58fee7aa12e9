import * as Type from 'typebox'
import { listEntries } from '../../../lib/audit/list-entries.ts'
import { recordReading } from '../../../lib/audit/record-reading.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { AuditEntryPage } from '../../../schemas/audit/entry.ts'
import { ENTRY_FILTERS } from '../../../schemas/audit/entry-filters.ts'

export const listAuditEntries = endpoint({
  route: 'GET /api/audit/entries',
  scope: 'audit:entry:read',
  summary: 'List entries of the audit trail, newest first',
  description:
    'A page can have fewer entries than its limit, or none, even if there are more pages: follow `nextCursor` until it is null. Entries that sum up imports have no `resourceId`. Reading the trail adds an entry to it.',
  query: {
    ...ENTRY_FILTERS,
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 30 }),
  },
  returns: AuditEntryPage,
  // Nobody reads without an entry that says so, and a request above the rate limit does not read.
  acts: true,
  waitsForGate: true,
  async run(app, request) {
    const { limit = 30, ...filters } = request.query
    const page = await listEntries(app.db, request.caller.tenant, filters, limit)
    await recordReading(app, request, 'read', null, filters)
    return page
  },
})
