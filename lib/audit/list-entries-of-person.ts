import type { AuditEntry } from '../../schemas/audit/entry.ts'
import type { Id } from '../platform/id.ts'
import type { Table } from '../platform/store/table/table.ts'
import { type EntryPage, listEntries } from './list-entries.ts'

interface Person {
  identity: Id
  /** Id of the membership in the tenant. */
  member: Id
}

/**
 * Shows an entry to the person whom it concerns: not what the work changed in the data of the tenant, and not who else did
 * something from where.
 */
const showToPerson = (entry: AuditEntry, { identity, member }: Person): AuditEntry => {
  const isOwn = entry.actorId === identity
  const isAbout = entry.resourceId === identity || entry.resourceId === member
  return {
    ...entry,
    ...(!isAbout && { changes: [], resources: [] }),
    ...(!isOwn && entry.actorId !== null && { actorId: null, address: null, requestId: null }),
  }
}

const byAge = (one: AuditEntry, other: AuditEntry) => (one.id < other.id ? 1 : -1)

/** Lists the entries of a tenant by a person, and about the account and the membership, newest first. */
export const listEntriesOfPerson = async (
  db: Table,
  tenant: Id,
  person: Person,
  { cursor, limit }: { cursor: Id | undefined; limit: number },
): Promise<EntryPage> => {
  const { identity, member } = person
  const pages = await Promise.all(
    [{ actorId: identity }, { resourceId: identity }, { resourceId: member }].map((filter) =>
      listEntries(db, tenant, { ...filter, cursor }, limit),
    ),
  )
  // A page may lack entries that are older than its end.
  const end =
    pages
      .map(({ nextCursor }) => nextCursor ?? '')
      .sort()
      .at(-1) ?? ''
  const found = new Map(pages.flatMap((page) => page.member.map((entry) => [entry.id, entry] as const)))
  const sorted = [...found.values()].filter(({ id }) => id >= end).sort(byAge)
  const shown = sorted.slice(0, limit)
  const nextCursor = sorted.length > limit ? (shown.at(-1)?.id ?? null) : end || null
  return { member: shown.map((entry) => showToPerson(entry, person)), nextCursor }
}
