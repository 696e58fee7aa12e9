import { anonymizedEmail, hashEmail } from '../../platform/access/email.ts'
import { endSessionsAtGate } from '../../platform/access/gate.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { voidEmailTokens } from '../accounts/email-token.ts'
import { changeIdentity, emailKey, findAccount, type Membership } from '../identity-store.ts'
import { isActiveOwner } from '../members/change-member.ts'
import { listJoinedMembers, withAccount } from '../members.ts'
import { keepMembers, openTenant } from '../tenant.ts'

/** After every session that there can be. */
const END = `7${'Z'.repeat(25)}`

/** Fits one transaction with the rest. */
const MAX_OWNED = 80

/** Lets go of a tenant that the identity owns: one without other members is closed, one without other owners is not left. */
const leaveOrCloseTenant = async (
  db: Table,
  unit: Unit,
  identity: Id,
  { tenant: id }: Membership,
): Promise<string | undefined> => {
  const tenant = await openTenant(db, id)
  const joined = await listJoinedMembers(db, id)
  const others = await withAccount(
    db,
    joined.filter(({ identityId }) => identityId !== identity),
  )
  if (others.length && !others.some(isActiveOwner)) return tenant.name
  keepMembers(unit, tenant, others.length ? undefined : unit.now.toISOString())
  return undefined
}

/**
 * Makes the account nobody's, in one transaction: its name, address and credentials are gone, the address is free, no
 * token works any more. What is kept of the person elsewhere is erased by the task that comes with it.
 */
export const deleteAccount = async (db: Table, unit: Unit, id: Id): Promise<void> => {
  const { identity, tenants } = orNotFound(await findAccount(db, id))
  const owned = tenants.filter(({ role }) => role === 'owner')
  if (owned.length > MAX_OWNED)
    throw new Problem('OPERATION_NOT_ALLOWED', `You own more than ${MAX_OWNED} tenants; leave some of them first.`)
  const held = await Promise.all(owned.map((each) => leaveOrCloseTenant(db, unit, id, each as Membership)))
  const names = held.filter((name) => name !== undefined)
  if (names.length)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `You are the only owner of ${names.join(', ')}, which has other members; make one of them an owner first.`,
    )
  const nobody = {
    email: anonymizedEmail(id),
    firstName: '',
    country: null,
    marketingOptIn: false,
    phone: null,
    passwordHash: '',
    verifiedAt: null,
    endedUpTo: END,
    kept: null,
    deletedAt: unit.now.toISOString(),
  }
  changeIdentity(unit, id, nobody, identity)
  unit.add({ delete: emailKey(identity.email), when: '#identity = :id', values: { ':id': id } })
  voidEmailTokens(unit, id)
  unit.add(endSessionsAtGate(id, END, null, unit.now))
  const task = { identityId: id, emailDigest: hashEmail(identity.email) }
  unit.schedule('iam.account.erase', task)
}
