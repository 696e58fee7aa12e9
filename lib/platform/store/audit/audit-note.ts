import type { Id } from '../../id.ts'
import type { FieldChange } from './field-changes.ts'

export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  'sign_in',
  'sign_in_failed',
  'sessions_ended',
  'credentials_changed',
  'read',
  'export',
  'replay',
  'test',
  'publish',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export type ActorType = 'person' | 'service_account' | 'platform'

/** The actor who caused the entries of an item. */
export interface AuditActor {
  actor: Id | null
  actorType: ActorType
  requestId: string | null
  /** The route of the request, such as `POST /api/partner/partners`. */
  operation: string | null
  /** The caller's address as the gateway saw it. */
  address: string | null
}

/** A resource with its revision after the change; the last one it had if it was deleted. */
export interface AuditedResource {
  id: Id
  rev: number
}

/** An occurrence, as a caller records it. */
export interface AuditNote {
  action: AuditAction
  /** Kind of the resource. */
  type: string
  /** Null for an entry about several resources, or about none in particular. */
  resource: string | null
  /** Undefined for what has no revision. */
  rev?: number
  changes: readonly FieldChange[]
  /** Changes with personal data, which can be erased from the trail. */
  personal?: readonly FieldChange[]
  /** The resources of a summary. */
  resources?: readonly AuditedResource[]
}
