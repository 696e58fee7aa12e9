import { hash, randomUUID } from 'node:crypto'
import { getNextId, type Id, newId } from '../../id.ts'
import { partition } from '../entities/entity.ts'
import type { Item, Key } from '../table/table.ts'
import { type AuditEntry, packBody } from './audit-body.ts'
import type { AuditActor, AuditNote } from './audit-note.ts'
import type { FieldChange } from './field-changes.ts'

// The audit trail:  T#<tenant>#audit / <item>   the entries of one transaction and one actor, by the id of the first

/** A part that can be erased: nobody can guess its text from its digest without the salt. */
export interface SaltedPart {
  salt: string
  text: string
}

/** The proof that a part was erased by the platform. */
export interface ErasedPart {
  erasedAt: string
  proof: string
}

export interface AuditItem extends Key {
  sk: Id
  kind: 'audit'
  body: string
  hash: string
  origin?: SaltedPart | ErasedPart
  /** By entry. */
  personal?: Readonly<Record<Id, SaltedPart | ErasedPart>>
}

export const auditPartition = (tenant: Id) => partition(tenant, 'audit')

/** Binds the text to the tenant and the place in the trail, so that it can neither be copied nor moved. */
export const hashAuditBody = (tenant: Id, id: Id, body: string): string =>
  hash('sha256', JSON.stringify([tenant, id, body]), 'base64url')

export const digestPart = ({ salt, text }: SaltedPart): string => hash('sha256', `${salt}\n${text}`, 'base64url')

const salted = (value: unknown): SaltedPart => ({ salt: randomUUID(), text: JSON.stringify(value) })

/** Longer than the entries of nearly all transactions; an item can hold four times as much. */
const MAX_BYTES = 100_000

const omitValues = ({ field }: FieldChange): FieldChange => ({ field, before: null, after: null, isCut: true })

const limitSize = (notes: readonly AuditNote[]): readonly AuditNote[] => {
  let bytes = 0
  return notes.map((note) => {
    bytes += Buffer.byteLength(JSON.stringify(note))
    if (bytes <= MAX_BYTES) return note
    return {
      ...note,
      changes: note.changes.map(omitValues),
      ...(note.personal && { personal: note.personal.map(omitValues) }),
    }
  })
}

/** Builds the item with the entries of one actor in a transaction. */
export const buildAuditItem = (tenant: Id, now: Date, by: AuditActor, notes: readonly AuditNote[]): Item => {
  const { address, ...actor } = by
  const first = newId(now)
  const origin = address === null ? undefined : salted({ address })
  const parts: Record<Id, SaltedPart> = {}
  let id = first
  const entries = limitSize(notes).map(({ personal, ...note }, index): AuditEntry => {
    if (index) id = getNextId(id)
    if (!personal?.length) return { id, ...note }
    const part = salted(personal)
    parts[id] = part
    return { id, ...note, personalDigest: digestPart(part) }
  })
  const body = packBody({
    at: now.toISOString(),
    ...actor,
    ...(origin && { originDigest: digestPart(origin) }),
    entries,
  })
  return {
    pk: auditPartition(tenant),
    sk: first,
    kind: 'audit',
    body,
    hash: hashAuditBody(tenant, first, body),
    ...(origin && { origin }),
    ...(Object.keys(parts).length > 0 && { personal: parts }),
  }
}
