import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { INCIDENT_MOVES } from './incident.ts'
import { findIncident } from './incident-store.ts'

export const incidentAbilities: AbilitySubject = {
  noun: 'incident',
  find: findIncident,
  moves: INCIDENT_MOVES,
  needs: 'fulfilment:incident:write',
}
