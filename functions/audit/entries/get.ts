import { findEntry } from '../../../lib/audit/find-entry.ts'
import { recordReading } from '../../../lib/audit/record-reading.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { AuditEntry } from '../../../schemas/audit/entry.ts'

export const getAuditEntry = endpoint({
  route: 'GET /api/audit/entries/{id}',
  scope: 'audit:entry:read',
  summary: 'Get an entry of the audit trail',
  returns: AuditEntry,
  acts: true,
  waitsForGate: true,
  async run(app, request) {
    const entry = orNotFound(await findEntry(app.db, request.caller.tenant, request.params.id))
    await recordReading(app, request, 'read', entry.id)
    return entry
  },
})
