import type { Incident, IncidentState } from '../../../schemas/fulfilment/incident.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export const INCIDENT_MOVES = {
  resolve: { from: ['open'], to: 'resolved' },
} as const satisfies Moves<IncidentState, string>

export interface StoredIncident extends Omit<Incident, keyof Stored>, Stored {
  /** Variants of which there was too little; the order is planned again when stock of one arrives. */
  variantIds: readonly Id[]
}

export const incidentUri = (id: Id) => `commerce:///fulfilment/incidents/${id}`
