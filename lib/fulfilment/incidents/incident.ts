import type { IncidentReason } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import type { Incident, IncidentState } from '../../../schemas/fulfilment/incident.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export const INCIDENT_MOVES = {
  resolve: { from: ['open'], to: 'resolved' },
} as const satisfies Moves<IncidentState, string>

/** The reason of an incident about news of a custodian that do not fit an order; people decide, or better news come. */
export const UNEXPECTED_NEWS = 'unexpected_news' as const satisfies IncidentReason

/** The reason of an incident about a custodian that neither accepts nor refuses an order; its answer ends it. */
export const NO_ANSWER = 'no_answer' as const satisfies IncidentReason

/**
 * Reasons of incidents about pieces that left, or will leave, otherwise than the order now says; planning the rest ends none.
 */
export const ABOUT_PARCELS: readonly IncidentReason[] = ['address_changed', 'removed_after_leaving']

export interface StoredIncident extends Omit<Incident, keyof Stored>, Stored {
  /** Variants of which there was too little; the order is planned again when stock of one arrives. */
  variantIds: readonly Id[]
}

export const incidentUri = (id: Id) => `commerce:///fulfilment/incidents/${id}`
