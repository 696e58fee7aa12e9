import type { Id } from '../../../platform/id.ts'
import { describeFieldChange } from '../../../platform/store/audit/field-changes.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { webhookEndpoints } from '../endpoints/endpoint-store.ts'

/** Records who had something sent to an endpoint again or as a test; deliveries themselves are not in the audit trail. */
export const recordSending = (unit: Unit, action: 'replay' | 'test', endpoint: Id, what: object): void =>
  unit.audit.add(
    { tenant: unit.tenant },
    {
      action,
      type: webhookEndpoints.name,
      resource: endpoint,
      changes: Object.entries(what).map(([name, value]) => describeFieldChange(name, undefined, value)),
    },
  )
