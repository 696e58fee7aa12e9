import { buildAnonymizedEmail, hashEmail } from '../../platform/access/email.ts'
import { buildSessionsRevocation, LAST_SESSION } from '../../platform/access/revocation.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { freeFormerEmail } from '../account-changes/change-email.ts'
import { voidEmailTokens } from '../accounts/email-token.ts'
import { changeIdentity, emailKey, findAccount, mfaKey, type TenantAccess } from '../identity-store.ts'
import { isActiveOwner } from '../member.ts'
import { filterWithAccount, listJoinedMembers } from '../member-store.ts'
import { requireRecentProof } from '../sessions/step-up.ts'
import { recordMemberChange, requireOpenTenant } from '../tenant.ts'

/** Owned tenants whose changes fit into one transaction with the rest. */
const MAX_OWNED = 80

/** Closes a tenant without other members. Returns the tenant's name if it has members but no other owner. */
const leaveOrCloseTenant = async (
  db: Table,
  unit: Unit,
  identity: Id,
  { tenant: id }: TenantAccess,
): Promise<string | undefined> => {
  const tenant = await requireOpenTenant(db, id)
  const joined = await listJoinedMembers(db, id)
  const others = await filterWithAccount(
    db,
    joined.filter(({ identityId }) => identityId !== identity),
  )
  if (others.length && !others.some(isActiveOwner)) return tenant.name
  recordMemberChange(unit, tenant, others.length ? undefined : unit.now.toISOString())
  return undefined
}

/**
 * Removes name, address and credentials from the account, frees the address and revokes all tokens, in one transaction.
 * A task then erases the personal data that lies elsewhere.
 */
export const deleteAccount = async (db: Table, unit: Unit, caller: SignedIn): Promise<void> => {
  const { identity: id } = caller
  const account = orNotFound(await findAccount(db, id))
  const { identity, tenants, mfa } = account
  if (mfa.factors.length) requireRecentProof(caller, account, unit.now)
  const owned = tenants.filter(({ role }) => role === 'owner')
  if (owned.length > MAX_OWNED)
    throw new Problem('OPERATION_NOT_ALLOWED', `You own more than ${MAX_OWNED} tenants. Leave some of them first.`)
  const blocked = await Promise.all(owned.map((each) => leaveOrCloseTenant(db, unit, id, each)))
  const names = blocked.filter((name) => name !== undefined)
  if (names.length)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `You are the only owner of ${names.join(', ')}, which other members use. Make one of them an owner first.`,
    )
  const anonymous = {
    email: buildAnonymizedEmail(id),
    firstName: '',
    country: null,
    marketingOptIn: false,
    phone: null,
    locale: null,
    formerEmail: null,
    passwordHash: '',
    verifiedAt: null,
    endedUpTo: LAST_SESSION,
    kept: null,
    deletedAt: unit.now.toISOString(),
  }
  changeIdentity(unit, id, anonymous, identity)
  unit.add({ delete: emailKey(identity.email), when: '#identity = :id', values: { ':id': id } })
  unit.add({ delete: mfaKey(id) })
  voidEmailTokens(unit, id)
  unit.add(buildSessionsRevocation(id, LAST_SESSION, null, unit.now))
  const formerDigest = await freeFormerEmail({ db }, unit, identity)
  const task = { identityId: id, emailDigest: hashEmail(identity.email), ...(formerDigest && { formerDigest }) }
  unit.schedule('iam.account.erase', task)
}
