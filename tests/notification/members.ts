import { app } from '../../lib/app.ts'
import { newId } from '../../lib/id.ts'
import { members } from '../../lib/identity/members.ts'
import type { Role } from '../../lib/identity/scopes.ts'
import { inUnit } from '../../lib/store/unit.ts'
import { aMember, type Member } from '../support/client.ts'

/** A tenant with a signed-in member for each role, known to it as such. */
export const aTenantOf = async <const R extends readonly Role[]>(
  roles: R,
  status: 'active' | 'invited' | 'suspended' = 'active',
  tenant = newId(new Date()),
): Promise<{ [K in keyof R]: Member }> => {
  const signedIn: Member[] = []
  for (const role of roles) {
    const member = await aMember({ tenant, role })
    await inUnit(app().db, { tenant, actor: null, now: new Date() }, async (unit) => {
      const email = `${member.identity.toLowerCase()}@example.com`
      unit.create(members, { id: member.identity, role, status, email, firstName: 'Kim' })
    })
    signedIn.push(member)
  }
  return signedIn as { [K in keyof R]: Member }
}

export const listOf = async (member: Member, query = '') =>
  (await member.get(`/api/notification/notifications${query}`)).body

export const aPartner = (member: Member, name = 'Nordlicht Logistik') =>
  member.post('/api/partner/partners', { name }).then(({ body }) => body)
