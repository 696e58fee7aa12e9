import { hashPassword } from '../lib/iam/accounts/password.ts'
import { addIdentity, changeIdentity, findEmailOwner } from '../lib/iam/identity-store.ts'
import { addTenant } from '../lib/iam/tenant.ts'
import { addPartner } from '../lib/partner/add-partner.ts'
import { app } from '../lib/platform/app/app.ts'
import { newId } from '../lib/platform/id.ts'
import { runInUnit } from '../lib/platform/store/unit.ts'
import { addCustodian } from '../lib/warehousing/add-custodian.ts'

const DEMO = { email: 'demo@entrepot.example', password: 'demo-password', tenant: 'Demo Trading' }

/** Creates a verified owner with a tenant and some data at the first start, and returns how to sign in. */
export const seed = async () => {
  const using = app()
  if (await findEmailOwner(using.db, DEMO.email)) return DEMO
  const now = using.clock()
  const id = newId(now)
  const passwordHash = await hashPassword(DEMO.password)
  const scope = { tenant: undefined, actor: id, now }
  const tenant = await runInUnit(using.db, scope, async (unit) => {
    const owner = addIdentity(unit, { id, email: DEMO.email, firstName: 'Demo', passwordHash, country: 'DE' })
    return addTenant(unit, owner, DEMO.tenant)
  })
  await runInUnit(using.db, scope, async (unit) => changeIdentity(unit, id, { verifiedAt: now.toISOString() }))
  await fill({ tenant, actor: id })
  return DEMO
}

const fill = async (by: { tenant: string; actor: string }) => {
  const using = app()
  for (const [name, countryCode] of [
    ['Nordlicht Logistik', 'DE'],
    ['Fenwick & Sons', 'GB'],
    ['Almacenes Sol', 'ES'],
  ] as const) {
    const partner = await runInUnit(using.db, { ...by, now: using.clock() }, async (unit) =>
      addPartner(unit, { name, countryCode }),
    )
    await runInUnit(using.db, { ...by, now: using.clock() }, (unit) =>
      addCustodian(using, unit, { partnerId: partner.id, type: 'internal', name: `${name}, main hall` }),
    )
  }
}
