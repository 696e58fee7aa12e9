import type { SignedIn } from '../../platform/http/call.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findAccount } from '../identity-store.ts'

/** Who is signed in, as they see themselves. */
export const showMe = async (db: Table, caller: SignedIn) => {
  const { identity, tenants } = orNotFound(await findAccount(db, caller.identity))
  const shown = tenants.map(({ tenant: id, name, role }) => ({ id, name, role }))
  return {
    ...identity,
    phone: identity.phone ?? null,
    emailVerified: identity.verifiedAt !== null,
    sessionId: caller.session,
    tenant: shown.find(({ id }) => id === caller.tenant) ?? null,
    tenants: shown,
    scopes: [...caller.scopes],
  }
}
