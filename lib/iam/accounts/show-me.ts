import type { SignedIn } from '../../platform/http/call.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findAccount } from '../identity-store.ts'

export const showMe = async (db: Table, caller: SignedIn) => {
  const { identity, tenants } = orNotFound(await findAccount(db, caller.identity))
  const own = tenants.map(({ tenant: id, name, role }) => ({ id, name, role }))
  return {
    ...identity,
    phone: identity.phone,
    emailVerified: identity.verifiedAt !== null,
    sessionId: caller.session,
    tenant: own.find(({ id }) => id === caller.tenant) ?? null,
    tenants: own,
    scopes: [...caller.scopes],
  }
}
