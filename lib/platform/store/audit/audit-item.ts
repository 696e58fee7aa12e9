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

/** More than the entries of nearly all transactions have; an item can hold four times as much. */
const MAX_BYTES = 100_000

const omitValues = ({ field }: FieldChange): FieldChange => ({ field, before: null, after: null, isCut: true })

const countBytes = (note: AuditNote) => Buffer.byteLength(JSON.stringify(note))

/** Leaves out the values of what exceeds the limit, and the names of fields once they are too many as well. */
const limitSize = (notes: readonly AuditNote[]): readonly AuditNote[] => {
  let bytes = 0
  return notes.map((note) => {
    const { personal, ...rest } = note
    const named = { ...rest, changes: [...note.changes, ...(personal ?? [])].map(omitValues) }
    const bare = { ...rest, changes: [] }
    const kept =
      bytes + countBytes(note) <= MAX_BYTES ? note : bytes + countBytes(named) <= 2 * MAX_BYTES ? named : bare
    bytes += countBytes(kept)
    return kept
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
