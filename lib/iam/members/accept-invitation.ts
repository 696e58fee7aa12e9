import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import { parseId } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { invalid } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildTokenProblem, hashToken, voidEmailTokens } from '../accounts/email-token.ts'
import { hashPassword } from '../accounts/password.ts'
import { refuseCommonPassword } from '../accounts/refuse-common-password.ts'
import { addIdentity, changeIdentity, findEmailOwner, findIdentity, type Identity } from '../identity-store.ts'
import { MEMBER_MOVES, type Member, memberUri } from '../member.ts'
import { members } from '../member-store.ts'
import { replaceMembership } from '../membership-store.ts'
import type { Origin } from '../sessions/origin.ts'
import { rememberAddress } from '../sessions/remember-device.ts'
import { findTenant, recordMemberChange, type Tenant } from '../tenant.ts'
import { checkMayAccept, readMembershipRules } from './membership-rules.ts'

interface Given {
  token: string
  password?: string | undefined
  firstName?: string | undefined
  /** Language of messages about an account that is new. */
  locale: string | null
}

interface Invited {
  member: Member
  tenant: Tenant
  /** Domains that the tenant allows. */
  domains: readonly string[]
}

const findInvited = async (db: Table, unit: Unit, token: string): Promise<Invited> => {
  const [tenantId, id] = token.split('.').slice(0, 2).map(parseId)
  if (!tenantId || !id) throw buildTokenProblem()
  unit.within(tenantId)
  const [member, tenant, { domains }] = await Promise.all([
    find(db, members, tenantId, id),
    findTenant(db, tenantId),
    readMembershipRules(db, tenantId),
  ])
  const { invitation } = member ?? {}
  if (!member || !invitation || !tenant || tenant.closedAt) throw buildTokenProblem()
  const fits = timingSafeEqual(Buffer.from(invitation.hash), Buffer.from(hashToken(token)))
  if (!fits || invitation.expiresAt <= unit.now.getTime() / 1000) throw buildTokenProblem()
  checkMayAccept(member.email, domains)
  return { member, tenant, domains }
}

/** Requires and hashes the credentials that a new or unverified account needs. */
const hashCredentials = async ({ password, firstName }: Given) => {
  const missing = Object.entries({ password, firstName }).filter(([, value]) => value === undefined)
  if (!password || !firstName)
    throw invalid(
      ...missing.map(([propertyPath]) => ({
        propertyPath,
        message: 'must be given: the address has no account yet',
      })),
    )
  await refuseCommonPassword('password', password)
  return { firstName, passwordHash: await hashPassword(password) }
}

/**
 * Returns the account of the person who received the mail. An unverified account with this address may be somebody
 * else's attempt, so its password is replaced.
 */
const verifyOrCreateAccount = async (db: Table, unit: Unit, email: string, given: Given): Promise<Identity> => {
  const owner = await findEmailOwner(db, email, unit.now)
  const known = owner ? await findIdentity(db, owner) : undefined
  if (known?.verifiedAt) {
    if (given.password !== undefined)
      throw invalid({
        propertyPath: 'password',
        message: 'must not be given: the address has an account with a password of its own',
      })
    // A change of the address that is confirmed meanwhile starts again, and sees this tenant and what it allows.
    changeIdentity(unit, known.id, {}, known)
    return known
  }
  const own = { ...(await hashCredentials(given)), locale: given.locale, verifiedAt: unit.now.toISOString() }
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
  const { member, tenant, domains } = await findInvited(db, unit, given.token)
  recordMemberChange(unit, tenant)
  const account = await verifyOrCreateAccount(db, unit, member.email, given)
  // The invitation may be to the earlier address of an account that has another one by now.
  checkMayAccept(account.email, domains)
  const { id: identity, firstName } = account
  rememberAddress(unit, account, from)
  const status = move(MEMBER_MOVES, 'member', member.status, 'accept')
  const { id, role, email } = member
  replaceMembership(unit, { tenant, identity, member: id, role, status })
  const subject = memberUri(member)
  unit.emit('iam.membership.member_joined', { subject, data: { memberId: id, role } })
  unit.emit('iam.tenant.welcome_sent', {
    subject,
    data: { identityId: identity, email, firstName, tenantName: tenant.name, role },
  })
  return unit.update(members, member, { identityId: identity, firstName, status, invitation: null })
}
