import { eraseNotifications } from '../../notification/notifications/erase-notifications.ts'
import { eraseChoices } from '../../notification/preferences/erase-choices.ts'
import { anonymizedEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import { forgetAddress } from '../../platform/events/outbox/address-index.ts'
import type { TaskData } from '../../platform/events/task.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { erasePartition } from '../../platform/store/erase.ts'
import { find, findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { eraseLinks } from '../external/link-store.ts'
import { identityKey } from '../identity-store.ts'
import { memberUri } from '../members/change-member.ts'
import { members } from '../members.ts'
import { findTenant } from '../tenant.ts'

export interface Person {
  identity: Id
  /** In which there is or was a membership. */
  tenants: readonly Id[]
}

export type Erasure = (app: Pick<App, 'db'>, person: Person) => Promise<void>

/**
 * What is kept of a person outside of the account and its memberships. Whoever keeps something more (preferences,
 * watches, subscriptions) adds the verb that takes it away; it may be run again, also when it died halfway.
 */
const ERASURES: readonly Erasure[] = [
  eraseNotifications,
  eraseChoices,
  eraseLinks,
  // Answers to requests outside of any tenant.
  ({ db }, { identity }) => erasePartition(db, partition(identity, 'idempotency')),
]

const leave = async (db: Table, tenant: Id, identity: Id, now: Date): Promise<void> => {
  await runInUnit(db, { tenant, actor: identity, now }, async (unit) => {
    const member = await findOwner(db, members, tenant, 'identity', identity)
    if (!member) return
    unit.remove(members, member)
    const data = { memberId: member.id, role: member.role }
    unit.emit('iam.membership.role_revoked', { subject: memberUri(member), data })
  })
  if ((await findTenant(db, tenant))?.closedAt) await eraseInvitations(db, tenant, now)
}

/** Nobody can accept them any more. */
const eraseInvitations = async (db: Table, tenant: Id, now: Date): Promise<void> => {
  for (const { sk } of await db.query({ pk: partition(tenant, members.name) }))
    await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
      const invited = await find(db, members, tenant, sk)
      if (invited) unit.remove(members, invited)
    })
}

/** Erases what a deleted account left behind. The memberships go last, since they tell where something may be. */
export const eraseAccount = async (
  app: Pick<App, 'db'>,
  { identityId: identity, emailDigest }: TaskData['iam.account.erase'],
  now: Date,
): Promise<void> => {
  const { db } = app
  const deletedAt = (await db.get(identityKey(identity)))?.deletedAt as string | undefined
  if (!deletedAt) return
  await forgetAddress(db, emailDigest, new Date(deletedAt), anonymizedEmail(identity))
  const memberships = await db.query({ pk: `I#${identity}`, prefix: 'M#' })
  const tenants = memberships.map(({ tenant }) => tenant as Id)
  for (const tenant of tenants) await leave(db, tenant, identity, now)
  for (const erase of ERASURES) await erase(app, { identity, tenants })
  await erasePartition(db, `I#${identity}`, 'IDENTITY')
}
