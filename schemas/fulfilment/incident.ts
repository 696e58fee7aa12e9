import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { actorType, input, nullable, oneOf, text, timestamp, ulid, uuid } from '../types.ts'
import { INCIDENT_REASONS } from './fulfilment-policy.ts'

export const INCIDENT_STATES = ['open', 'resolved'] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]

export const Incident = resource('RoutingIncident', '/api/fulfilment/incidents/{id}', {
  id: ulid(),
  status: oneOf(INCIDENT_STATES),
  reason: oneOf(INCIDENT_REASONS),
  description: Type.String({
    examples: ['No custodian has enough stock (Europe). Hamburg East: Lacks 2 of TEA-GREEN-100'],
  }),
  salesOrderId: nullable(ulid()),
  fulfilmentOrderId: nullable(ulid({ description: 'The fulfilment order that is concerned; null if none exists' })),
  orderNumber: nullable(Type.String({ examples: ['DE-100045'] })),
  custodianId: nullable(uuid()),
  custodianName: nullable(Type.String()),
  resolution: nullable(Type.String({ description: 'The event or the note that resolved it' })),
  resolvedBy: nullable(
    ulid({ description: 'The identity or service account that resolved it by hand; null for the platform' }),
  ),
  resolvedByType: actorType(),
  resolvedAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Incident = Static<typeof Incident.fields>

export const ResolveIncidentInput = input({ note: text(500, { examples: ['Fulfilled from the shop floor'] }) })
