import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { describeFieldChange } from '../platform/store/audit/field-changes.ts'
import { runInUnit } from '../platform/store/unit.ts'
import type { RequestSource } from '../platform/store/unit-scope.ts'

interface Reading {
  caller: { tenant: Id; identity: Id }
  source?: RequestSource | undefined
  now: Date
}

/** Records that somebody read or exported the audit trail itself, and with which filters. */
export const recordReading = async (
  { db }: Pick<App, 'db'>,
  { caller, source, now }: Reading,
  action: 'read' | 'export',
  resource: Id | null,
  filters: object = {},
): Promise<void> => {
  const changes = Object.entries(filters).map(([name, value]) => describeFieldChange(name, undefined, value))
  await runInUnit(db, { tenant: caller.tenant, actor: caller.identity, source, now }, async (unit) => {
    unit.audit.add({ tenant: unit.tenant }, { action, type: 'audit-entry', resource, changes })
  })
}
