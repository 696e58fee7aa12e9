import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource, valueResource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'

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

export const ACTOR_TYPES = ['person', 'service_account', 'platform'] as const

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

const AuditChange = Type.Object({
  field: Type.String({ examples: ['status'] }),
  before: orNull({ description: 'Value before as JSON; null if there was none', examples: ['"draft"'] }),
  after: orNull({ description: 'Value after as JSON; null if there is none', examples: ['"issued"'] }),
  isCut: Type.Boolean({ description: 'True if a value is longer than what is kept of it' }),
})

export const AuditEntry = resource('AuditEntry', '/api/audit/entries/{id}', {
  id: ulid(),
  occurredAt: timestamp(),
  actorType: oneOf(ACTOR_TYPES),
  actorId: nullable(ulid({ description: 'The identity of a person, or a service account; null for the platform' })),
  address: orNull({
    description: "The caller's network address; null if there was none, or it was erased with the account",
    examples: ['203.0.113.7'],
  }),
  requestId: orNull({ description: '`X-Request-Id` of the answer' }),
  operation: orNull({ examples: ['POST /api/billing/invoices/{id}/issue'] }),
  action: oneOf(AUDIT_ACTIONS),
  resourceType: Type.String({ examples: ['invoice'] }),
  resourceId: nullable(ulid({ description: 'Null for an entry about several resources, or about none' })),
  revision: nullable(
    Type.Integer({ description: 'Revision of the resource after the change; the last one of a deleted resource' }),
  ),
  changes: Type.Array(AuditChange, {
    description: 'The fields that changed. Secrets, and data of buyers, are masked.',
  }),
  resources: Type.Array(Type.Object({ id: ulid(), revision: Type.Integer() }), {
    description: 'The resources of an entry that sums up work of the platform, such as an import',
  }),
  isErased: Type.Boolean({
    description: 'True if personal data was erased from the entry, with the account it was of',
  }),
})
export type AuditEntry = Static<typeof AuditEntry.fields>

export const AuditEntryPage = valueResource('AuditEntryPage', {
  member: Type.Array(AuditEntry.fields),
  nextCursor: nullable(Type.String({ description: 'Cursor of the next page; null on the last one' })),
})
export type AuditEntryPage = Static<typeof AuditEntryPage.fields>
