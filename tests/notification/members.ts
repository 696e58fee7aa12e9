import { members } from '../../lib/iam/member-store.ts'
import { buildMemberScope } from '../../lib/notification/member-scope.ts'
import { notifications, type StoredNotification } from '../../lib/notification/notifications/notification-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import type { Stored } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { Role } from '../../schemas/roles.ts'
import { aMember, type Member } from '../support/client.ts'

const AT_ONCE = 10

/** A notification of a new partner, unread. */
export const ANY_NOTIFICATION: Omit<StoredNotification, keyof Stored> = {
  type: 'operational',
  topic: 'partner.partner.created',
  eventId: '01K9ZB3V5Q8W2E4R6T7Y1M0N9P',
  title: 'New partner',
  message: 'Nordlicht was added as a partner.',
  priority: 'normal',
  isRead: false,
  readAt: null,
  resourceId: null,
  resourceType: null,
  subject: null,
}

/** Creates a tenant with a signed-in member for each role. */
export const aTenantOf = async <const R extends readonly Role[]>(
  roles: R,
  status: 'active' | 'invited' | 'suspended' = 'active',
  tenant = newId(new Date()),
): Promise<{ [K in keyof R]: Member }> => {
  const signedIn: Member[] = []
  for (const role of roles) {
    const member = await aMember({ tenant, role })
    await runInUnit(app().db, { tenant, actor: null, now: new Date() }, async (unit) => {
      const email = `${member.identity.toLowerCase()}@example.com`
      unit.create(members, { identityId: member.identity, email, firstName: 'Kim', role, status, invitation: null })
    })
    signedIn.push(member)
  }
  return signedIn as { [K in keyof R]: Member }
}

export const listOf = async (member: Member, query = '') =>
  (await member.get(`/api/notification/notifications${query}`)).body

/** Stores unread notifications for a member, as deliveries do. */
export const fill = async ({ tenant, identity }: Member, number: number): Promise<void> => {
  const scope = { tenant: buildMemberScope({ tenant, identity }), actor: null, now: new Date() }
  for (let made = 0; made < number; made += AT_ONCE)
    await runInUnit(app().db, scope, async (unit) => {
      for (let i = made; i < Math.min(number, made + AT_ONCE); i++) unit.create(notifications, { ...ANY_NOTIFICATION })
    })
}
