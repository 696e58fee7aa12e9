import { getNextId, type Id } from '../../id.ts'
import type { AuditActor, AuditNote } from './audit-note.ts'
import type { FieldChange } from './field-changes.ts'

/** An entry as it is read. */
export interface AuditEntry extends Omit<AuditNote, 'personal'> {
  id: Id
  /** Digest of the part with personal data. */
  personalDigest?: string
}

/** The content that the hash of an item covers. Parts that can be erased are in it as digests. */
export interface AuditBody extends Omit<AuditActor, 'address'> {
  at: string
  /** Digest of the part with the address. */
  originDigest?: string
  entries: readonly AuditEntry[]
}

/** Field, value before, value after, and 1 if a value was cut. */
type PackedChange = readonly [string, string | null, string | null, 1?]

/** The ids follow that of the item, and what is empty is left out: writing is charged by the size. */
interface PackedEntry extends Omit<AuditEntry, 'id' | 'changes' | 'resources'> {
  changes?: readonly PackedChange[]
  resources?: readonly (readonly [Id, number])[]
}

const packChange = ({ field, before, after, isCut }: FieldChange): PackedChange =>
  isCut ? [field, before, after, 1] : [field, before, after]

const unpackChange = ([field, before, after, isCut]: PackedChange): FieldChange => ({
  field,
  before,
  after,
  ...(isCut && { isCut: true }),
})

const packEntry = ({ id: _id, changes, resources, ...entry }: AuditEntry): PackedEntry => ({
  ...entry,
  ...(changes.length > 0 && { changes: changes.map(packChange) }),
  ...(resources && { resources: resources.map(({ id, rev }) => [id, rev] as const) }),
})

/** Returns the body as the text that is stored and hashed. */
export const packBody = ({ entries, ...rest }: AuditBody): string =>
  JSON.stringify({ ...rest, entries: entries.map(packEntry) })

/** Reads the body of an item. */
export const unpackBody = ({ sk, body }: { sk: Id; body: string }): AuditBody => {
  const { entries, ...rest } = JSON.parse(body) as Omit<AuditBody, 'entries'> & { entries: PackedEntry[] }
  let id = sk
  return {
    ...rest,
    entries: entries.map(({ changes = [], resources, ...entry }, index) => {
      if (index) id = getNextId(id)
      return {
        ...entry,
        id,
        changes: changes.map(unpackChange),
        ...(resources && { resources: resources.map(([of, rev]) => ({ id: of, rev })) }),
      }
    }),
  }
}
