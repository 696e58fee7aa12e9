import type { IncidentReason } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nameActor } from '../../platform/store/unit-scope.ts'
import { INCIDENT_MOVES, incidentUri, type StoredIncident, UNEXPECTED_NEWS } from './incident.ts'
import { findIncident, incidents, updateWaits } from './incident-store.ts'

/** Variants that an order waits for; more would not fit the transaction. */
const MAX_WAITED_FOR = 20
const MAX_DESCRIPTION_LENGTH = 500

export interface Trouble {
  reason: IncidentReason
  description: string
  variantIds?: readonly Id[]
  fulfilmentOrderId?: Id | null
  custodian?: { id: Id; name: string } | null
}

/** The order that an incident concerns. */
export interface Concerned {
  salesOrderId: Id | null
  orderNumber: string | null
  /** The order's open incident. */
  incidentId: Id | null
}

/**
 * Raises the incident of an order, or brings its open one up to date without telling it again. Returns the incident, and
 * whether it is new.
 */
export const raiseIncident = async (
  db: Table,
  unit: Unit,
  { salesOrderId, orderNumber, incidentId }: Concerned,
  { reason, description, variantIds = [], fulfilmentOrderId = null, custodian = null }: Trouble,
): Promise<{ incident: StoredIncident; isNew: boolean }> => {
  const open = incidentId ? await findIncident(db, unit.tenant, incidentId) : undefined
  const fields = {
    reason,
    description: description.slice(0, MAX_DESCRIPTION_LENGTH),
    fulfilmentOrderId,
    custodianId: custodian?.id ?? null,
    custodianName: custodian?.name ?? null,
    variantIds: variantIds.slice(0, MAX_WAITED_FOR),
  }
  // What a custodian may have sent has to be decided first; if something else is wrong then, it is told again.
  if (open?.status === 'open' && open.reason === UNEXPECTED_NEWS && reason !== UNEXPECTED_NEWS)
    return { incident: open, isNew: false }
  if (salesOrderId) updateWaits(unit, salesOrderId, open?.variantIds ?? [], fields.variantIds)
  if (open?.status === 'open') {
    const isSame = Object.entries(fields).every(
      ([name, value]) => JSON.stringify(open[name as keyof StoredIncident]) === JSON.stringify(value),
    )
    return { incident: isSame ? open : unit.update(incidents, open, fields), isNew: false }
  }
  const incident = unit.create(incidents, {
    ...fields,
    status: 'open',
    salesOrderId,
    orderNumber,
    resolution: null,
    resolvedBy: null,
    resolvedByType: null,
    resolvedAt: null,
  })
  unit.emit('routing.incident.raised', {
    subject: incidentUri(incident.id),
    data: {
      incidentId: incident.id,
      orderNumber,
      custodianName: fields.custodianName,
      description: fields.description,
    },
  })
  return { incident, isNew: true }
}

/** Resolves an incident; does nothing if it is resolved already. */
export const resolveIncident = (unit: Unit, incident: StoredIncident, resolution: string): StoredIncident => {
  if (incident.status !== 'open') return incident
  if (incident.salesOrderId) updateWaits(unit, incident.salesOrderId, incident.variantIds, [])
  return unit.update(incidents, incident, {
    status: move(INCIDENT_MOVES, 'incident', incident.status, 'resolve'),
    resolution,
    ...nameActor('resolvedBy', unit),
    resolvedAt: unit.now.toISOString(),
  })
}

/** Resolves the open incident of an order if it concerns what the caller handled; returns whether it did. */
export const closeIncident = async (
  db: Table,
  unit: Unit,
  incidentId: Id,
  resolution: string,
  concerns: (incident: StoredIncident) => boolean = () => true,
): Promise<boolean> => {
  const incident = await findIncident(db, unit.tenant, incidentId)
  if (!incident || !concerns(incident)) return false
  resolveIncident(unit, incident, resolution)
  return true
}
