import { findTenant } from '../iam/tenant.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { AuditEntry } from '../platform/store/audit/audit-body.ts'
import { unpackBody } from '../platform/store/audit/audit-body.ts'
import type { AuditItem, ErasedPart, SaltedPart } from '../platform/store/audit/audit-item.ts'
import {
  eraseParts,
  findLastSeal,
  firstIdAt,
  listSubjects,
  type Narrowing,
  readNarrowedItems,
  readTrail,
} from './audit-store.ts'
import { proveErasure } from './proofs/prove-erasure.ts'

const ITEMS_AT_ONCE = 100

/** Lists the items of a resource or actor: by their rows what is sealed, and the rest by reading it. */
const readItemsOf = async function* ({ db }: App, tenant: Id, by: Narrowing, value: Id): AsyncGenerator<AuditItem> {
  const seal = await findLastSeal(db, tenant)
  for await (const page of readTrail(db, tenant, seal ? { from: firstIdAt(new Date(seal.to)) } : {}))
    for (const item of page) {
      const { actor, entries } = unpackBody(item)
      const isFound = by === 'actorId' ? actor === value : entries.some((entry) => listSubjects(entry).includes(value))
      if (isFound) yield item
    }
  for (let to: Id | undefined = '~'; to !== undefined; ) {
    const { items, last }: { items: AuditItem[]; last: Id | undefined } = await readNarrowedItems(
      db,
      tenant,
      by,
      value,
      { from: '0', to, limit: ITEMS_AT_ONCE },
    )
    yield* items
    to = last && `${last.slice(0, -1)}${String.fromCharCode(last.charCodeAt(last.length - 1) - 1)}~`
  }
}

const isErasable = (part: SaltedPart | ErasedPart | undefined) => part !== undefined && 'text' in part

const eraseOrigin = async (app: App, tenant: Id, item: AuditItem, now: Date): Promise<void> => {
  if (!isErasable(item.origin)) return
  await eraseParts(app.db, item, { origin: await proveErasure(app, { tenant, item: item.sk, part: 'origin' }, now) })
}

/** Erases the address of sign-ins that failed, and returns the ids of the members that the person was. */
const eraseAttempts = async (app: App, tenant: Id, identity: Id, now: Date): Promise<Id[]> => {
  const members = new Set<Id>()
  for await (const item of readItemsOf(app, tenant, 'resourceId', identity)) {
    const { actor, entries } = unpackBody(item)
    for (const entry of entries)
      if (entry.type === 'member' && listSubjects(entry).includes(identity)) members.add(entry.resource as Id)
    if (actor === null && entries.some(({ resource }) => resource === identity))
      await eraseOrigin(app, tenant, item, now)
  }
  return [...members]
}

/** Erases the personal data of those entries of an item that fit. */
const erasePersonal = async (
  app: App,
  tenant: Id,
  item: AuditItem,
  now: Date,
  fits: (entry: AuditEntry) => boolean,
): Promise<void> => {
  const found = unpackBody(item).entries.filter((entry) => fits(entry) && isErasable(item.personal?.[entry.id]))
  if (!found.length) return
  const erased = await Promise.all(
    found.map(async ({ id }) => [id, await proveErasure(app, { tenant, item: item.sk, part: id }, now)] as const),
  )
  await eraseParts(app.db, item, { personal: { ...item.personal, ...Object.fromEntries(erased) } })
}

const erasePersonalOf = async (app: App, tenant: Id, member: Id, now: Date): Promise<void> => {
  for await (const item of readItemsOf(app, tenant, 'resourceId', member))
    await erasePersonal(app, tenant, item, now, ({ resource }) => resource === member)
}

/** A tenant that was closed has no members left: its name may be a person's, and nobody else erases its invitations. */
const eraseAllPersonal = async (app: App, tenant: Id, now: Date): Promise<void> => {
  for await (const page of readTrail(app.db, tenant))
    for (const item of page) await erasePersonal(app, tenant, item as AuditItem, now, () => true)
}

/**
 * Erases a person from the audit trails of tenants: the addresses from which the person acted, and the person's own data
 * in the entries about the membership. What was done stays, under an id that names nobody any more.
 */
export const eraseFromAudit = async (
  app: App,
  { identity, tenants }: { identity: Id; tenants: readonly Id[] },
): Promise<void> => {
  const now = app.clock()
  for (const tenant of tenants) {
    for await (const item of readItemsOf(app, tenant, 'actorId', identity)) await eraseOrigin(app, tenant, item, now)
    if ((await findTenant(app.db, tenant))?.closedAt) await eraseAllPersonal(app, tenant, now)
    for (const member of await eraseAttempts(app, tenant, identity, now))
      await erasePersonalOf(app, tenant, member, now)
  }
}
