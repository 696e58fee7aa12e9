import { buildAnonymizedEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import { forgetAddress } from '../../platform/events/outbox/forget-address.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { erasePartition } from '../../platform/store/erase.ts'
import { find, findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { eraseLinks } from '../external/link-store.ts'
import { identityKey } from '../identity-store.ts'
import { memberUri } from '../member.ts'
import { members } from '../member-store.ts'
import { findTenant } from '../tenant.ts'

export interface Person {
  identity: Id
  /** Tenants in which the person is or was a member. */
  tenants: readonly Id[]
  /** Digests of the addresses of the person. */
  emailDigests: readonly string[]
}

/** Erases what a module stores about a person. It must be repeatable, since it may stop halfway and run again. */
export type Erasure = (app: App, person: Person) => Promise<void>

const OWN_ERASURES: readonly Erasure[] = [
  eraseLinks,
  // Stored responses to requests outside any tenant.
  async ({ db }, { identity }) => {
    await erasePartition(db, partition(identity, 'idempotency'))
  },
]

const removeMembership = async (db: Table, tenant: Id, identity: Id, now: Date): Promise<void> => {
  await runInUnit(db, { tenant, actor: identity, now }, async (unit) => {
    const member = await findOwner(db, members, tenant, 'identity', identity)
    if (!member) return
    unit.remove(members, member)
    const data = { memberId: member.id, role: member.role }
    unit.emit('iam.membership.role_revoked', { subject: memberUri(member), data })
  })
  if ((await findTenant(db, tenant))?.closedAt) await eraseInvitations(db, tenant, now)
}

/** Invitations to a closed tenant cannot be accepted. */
const eraseInvitations = async (db: Table, tenant: Id, now: Date): Promise<void> => {
  for (const { sk } of await db.query({ pk: partition(tenant, members.name) }))
    await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
      const invited = await find(db, members, tenant, sk)
      if (invited) unit.remove(members, invited)
    })
}

/** Longer than a worker that found the person as a recipient before the membership was removed can still write. */
const ERASE_AGAIN_MS = 5 * 60_000

/**
 * Erases the data of a deleted account. The identity's items go last, since its memberships say where the data lies. What
 * workers were about to write meanwhile is erased later.
 */
export const eraseAccount = async (
  app: App,
  { identityId: identity, emailDigest, formerDigest }: TaskData['iam.account.erase'],
  now: Date,
  erasures: readonly Erasure[],
): Promise<void> => {
  const { db } = app
  const deletedAt = (await db.get<{ deletedAt?: string }>(identityKey(identity)))?.deletedAt
  if (!deletedAt) return
  const emailDigests = [emailDigest, ...(formerDigest ? [formerDigest] : [])]
  for (const digest of emailDigests)
    await forgetAddress(db, digest, new Date(deletedAt), buildAnonymizedEmail(identity))
  const memberships = await db.query<{ tenant: Id }>({ pk: `I#${identity}`, prefix: 'M#' })
  const tenants = memberships.map(({ tenant }) => tenant)
  for (const tenant of tenants) await removeMembership(db, tenant, identity, now)
  for (const erase of [...erasures, ...OWN_ERASURES]) await erase(app, { identity, tenants, emailDigests })
  if (tenants.length)
    await runInUnit(db, { tenant: undefined, actor: null, now }, async (unit) => {
      const later = new Date(now.getTime() + ERASE_AGAIN_MS)
      unit.schedule('iam.account.erase-again', { identityId: identity, tenants }, later)
    })
  await erasePartition(db, `I#${identity}`, 'IDENTITY')
}

/** Erases what was written about a person while the account was being erased. By then nobody knows the addresses. */
export const eraseAgain = async (
  app: App,
  { identityId: identity, tenants }: TaskData['iam.account.erase-again'],
  erasures: readonly Erasure[],
): Promise<void> => {
  for (const erase of erasures) await erase(app, { identity, tenants, emailDigests: [] })
}
