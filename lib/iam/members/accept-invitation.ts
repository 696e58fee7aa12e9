import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import { parseId } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { refuseCommonPassword } from '../accounts/common-passwords.ts'
import { buildTokenRefusal, hashToken, voidEmailTokens } from '../accounts/email-token.ts'
import { hashPassword } from '../accounts/password.ts'
import {
  addIdentity,
  changeIdentity,
  findEmailOwner,
  findIdentity,
  type Identity,
  requireIdentity,
} from '../identity-store.ts'
import { MEMBER_MOVES } from '../member.ts'
import { type Member, members } from '../members.ts'
import { setMembership } from '../membership.ts'
import type { Origin } from '../sessions/device.ts'
import { rememberAddress } from '../sessions/known-devices.ts'
import { findTenant, keepMembers, type Tenant } from '../tenant.ts'
import { memberUri } from './change-member.ts'
import { checkMayAccept, membershipRules } from './membership-rules.ts'

interface Given {
  token: string
  password?: string | undefined
  firstName?: string | undefined
}

const findInvited = async (db: Table, unit: Unit, token: string): Promise<{ member: Member; tenant: Tenant }> => {
  const [tenantId, id] = token.split('.').slice(0, 2).map(parseId)
  if (!tenantId || !id) throw buildTokenRefusal()
  unit.within(tenantId)
  const [member, tenant, { domains }] = await Promise.all([
    find(db, members, tenantId, id),
    findTenant(db, tenantId),
    membershipRules(db, tenantId),
  ])
  const { invitation } = member ?? {}
  if (!member || !invitation || !tenant || tenant.closedAt) throw buildTokenRefusal()
  const fits = timingSafeEqual(Buffer.from(invitation.hash), Buffer.from(hashToken(token)))
  if (!fits || invitation.expiresAt <= unit.now.getTime() / 1000) throw buildTokenRefusal()
  checkMayAccept(member.email, domains)
  return { member, tenant }
}

/** What an account needs that nobody has proved an address for yet. */
const hashCredentials = async ({ password, firstName }: Given) => {
  const missing = Object.entries({ password, firstName }).filter(([, value]) => value === undefined)
  if (!password || !firstName)
    throw invalid(
      ...missing.map(([propertyPath]) => ({
        propertyPath,
        message: 'is required, since the address has no account yet',
      })),
    )
  await refuseCommonPassword('password', password)
  return { firstName, passwordHash: await hashPassword(password) }
}

/**
 * The account of whoever reads the address's mail. One that was never verified may be somebody else's attempt, so it is
 * taken over: its password opens nothing any more.
 */
const ownAccount = async (db: Table, unit: Unit, email: string, given: Given): Promise<Identity> => {
  const owner = await findEmailOwner(db, email)
  const known = owner ? await findIdentity(db, owner) : undefined
  if (known?.verifiedAt) {
    if (given.password !== undefined)
      throw invalid({
        propertyPath: 'password',
        message: 'must not be given: the address has an account, which keeps its own',
      })
    requireIdentity(unit, known)
    return known
  }
  const own = { ...(await hashCredentials(given)), verifiedAt: unit.now.toISOString() }
  if (!known) return addIdentity(unit, { id: unit.newId(), email, ...own })
  const changes = { ...own, country: null, marketingOptIn: false }
  changeIdentity(unit, known.id, changes, known)
  voidEmailTokens(unit, known.id)
  return { ...known, ...changes }
}

export const acceptInvitation = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  given: Given,
  from: Origin,
): Promise<Member> => {
  const { member, tenant } = await findInvited(db, unit, given.token)
  keepMembers(unit, tenant)
  const account = await ownAccount(db, unit, member.email, given)
  const { id: identity, firstName } = account
  rememberAddress(unit, account, from)
  const status = move(MEMBER_MOVES, 'member', member.status, 'accept')
  const { id, role, email } = member
  setMembership(unit, { tenant, identity, member: id, role, status })
  const subject = memberUri(member)
  unit.emit('iam.membership.member_joined', { subject, data: { memberId: id, role } })
  unit.emit('iam.tenant.welcome_sent', {
    subject,
    data: { identityId: identity, email, firstName, tenantName: tenant.name, role },
  })
  return unit.update(members, member, { identityId: identity, firstName, status, invitation: null })
}
