import type { AuditEntry as ShownEntry } from '../../schemas/audit/entry.ts'
import type { AuditEntry } from '../platform/store/audit/audit-body.ts'
import { unpackBody } from '../platform/store/audit/audit-body.ts'
import type { AuditItem, ErasedPart, SaltedPart } from '../platform/store/audit/audit-item.ts'
import type { FieldChange } from '../platform/store/audit/field-changes.ts'

const readPart = <T>(part: SaltedPart | ErasedPart | undefined): T | undefined =>
  part && 'text' in part ? (JSON.parse(part.text) as T) : undefined

const isErased = (part: SaltedPart | ErasedPart | undefined) => part !== undefined && 'erasedAt' in part

const showChange = ({ field, before, after, isCut }: FieldChange) => ({ field, before, after, isCut: isCut === true })

const byField = (one: FieldChange, other: FieldChange) => (one.field < other.field ? -1 : 1)

const showEntry = ({ origin, personal, ...item }: AuditItem, entry: AuditEntry): ShownEntry => {
  const { at, actor, actorType, requestId, operation } = unpackBody(item)
  const part = personal?.[entry.id]
  const changes = [...entry.changes, ...(readPart<FieldChange[]>(part) ?? [])]
  return {
    id: entry.id,
    occurredAt: at,
    actorType,
    actorId: actor,
    address: readPart<{ address: string }>(origin)?.address ?? null,
    requestId,
    operation,
    action: entry.action,
    resourceType: entry.type,
    resourceId: entry.resource,
    revision: entry.rev ?? null,
    changes: changes.sort(byField).map(showChange),
    resources: (entry.resources ?? []).map(({ id, rev }) => ({ id, revision: rev })),
    isErased: isErased(origin) || isErased(part),
  }
}

/** Returns the entries of an item as the API shows them, newest first. */
export const presentEntries = (item: AuditItem): ShownEntry[] =>
  unpackBody(item)
    .entries.map((entry) => showEntry(item, entry))
    .reverse()
