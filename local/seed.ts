import { hashPassword } from '../lib/iam/accounts/password.ts'
import { addIdentity, findEmailOwner } from '../lib/iam/identity-store.ts'
import { addTenant, findTenantsOfIdentity } from '../lib/iam/tenant.ts'
import { app } from '../lib/platform/app/app.ts'
import { newId } from '../lib/platform/id.ts'
import { runInUnit } from '../lib/platform/store/unit.ts'

const DEMO = { email: 'demo@entrepot.example', password: 'demo-password', tenant: 'Demo Trading' }

/** Creates a verified owner with a tenant at the first start, and returns how to sign in and the id of the tenant. */
export const seed = async () => {
  const using = app()
  const now = using.clock()
  const known = await findEmailOwner(using.db, DEMO.email, now)
  if (known) return { ...DEMO, tenantId: (await findTenantsOfIdentity(using.db, known)).at(-1)?.id ?? '' }
  const id = newId(now)
  const passwordHash = await hashPassword(DEMO.password)
  const tenantId = await runInUnit(using.db, { tenant: undefined, actor: id, now }, async (unit) => {
    const person = { id, email: DEMO.email, firstName: 'Demo', passwordHash, country: 'DE' }
    return addTenant(unit, addIdentity(unit, { ...person, verifiedAt: now.toISOString() }), DEMO.tenant)
  })
  return { ...DEMO, tenantId }
}
