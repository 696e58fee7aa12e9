import { hashEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { findOwner } from '../../platform/store/lists/list.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findAccount, findIdentity, requireIdentity } from '../identity-store.ts'
import { members } from '../member-store.ts'

/** Withdraws an invitation to an address whose owner is a member already. */
const withdrawInvitation = async ({ db }: Pick<App, 'db'>, tenant: Id, identity: Id, now: Date): Promise<void> => {
  await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const email = (await findIdentity(db, identity))?.email
    const invited = email && (await findOwner(db, members, tenant, 'email', hashEmail(email)))
    if (invited && invited.status === 'invited') unit.remove(members, invited)
  })
}

/** Writes the account's address into its memberships; whichever of two tasks is last writes the current address. */
export const updateMemberEmails = async (
  app: Pick<App, 'db'>,
  { identityId: id }: TaskData['iam.account.update-members'],
  now: Date,
): Promise<void> => {
  const { db } = app
  const account = await findAccount(db, id)
  for (const { tenant } of account?.memberships.filter(({ status }) => status !== 'left') ?? []) {
    await withdrawInvitation(app, tenant, id, now)
    await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
      const [identity, member] = await Promise.all([
        findIdentity(db, id),
        findOwner(db, members, tenant, 'identity', id),
      ])
      if (!identity || !member || member.email === identity.email) return
      requireIdentity(unit, identity)
      unit.update(members, member, { email: identity.email })
    })
  }
}
