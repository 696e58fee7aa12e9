import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { listLinks } from '../external/link-store.ts'
import { findAccount, type Membership } from '../identity-store.ts'
import { listLiveSessions } from '../sessions/session-store.ts'
import { requireRecentProof } from '../sessions/step-up.ts'

const listSignIns = (marks: ReadonlyMap<string, string>) =>
  [...marks.values()].map((lastSignInAt) => ({ lastSignInAt }))

const showMembership = ({ tenant: tenantId, name, member: memberId, role, status }: Membership) => ({
  ...{ tenantId, name, memberId, role, status },
})

/** Shows what the account itself holds of its person, but no credentials. */
export const showAccountData = async (db: Table, caller: SignedIn, now: Date) => {
  const account = orNotFound(await findAccount(db, caller.identity))
  requireRecentProof(caller, account, now)
  const { identity, memberships, devices, addresses, mfa } = account
  const [sessions, externalAccounts] = await Promise.all([
    listLiveSessions(db, identity, now),
    listLinks(db, identity.id),
  ])
  return {
    ...identity,
    emailVerifiedAt: identity.verifiedAt,
    tenants: memberships.map(showMembership),
    sessions: sessions.map((each) => ({ ...each, current: each.id === caller.session })),
    knownDevices: listSignIns(devices),
    knownAddresses: listSignIns(addresses),
    factors: mfa.factors,
    externalAccounts,
  }
}

/** Finds the caller's membership in a tenant, also one that has ended. */
export const findOwnMembership = async (db: Table, caller: SignedIn, tenant: Id, now: Date) => {
  const account = orNotFound(await findAccount(db, caller.identity))
  requireRecentProof(caller, account, now)
  return showMembership(orNotFound(account.memberships.find((each) => each.tenant === tenant)))
}
