import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeIdentity, findAccount, type Identity } from '../identity-store.ts'
import { refuseUnreachablePhone } from './phone.ts'

/** Changes what a person says of themselves, and returns it with the revision. */
export const updateProfile = async (
  { db, config }: Pick<App, 'db' | 'config'>,
  unit: Unit,
  id: Id,
  changes: Pick<Identity, 'phone' | 'locale'>,
) => {
  const { identity } = orNotFound(await findAccount(db, id))
  const { phone } = changes
  if (phone !== null && phone !== identity.phone) refuseUnreachablePhone(phone, { config })
  unit.match(identity)
  changeIdentity(unit, id, changes, identity)
  return { ...changes, rev: identity.rev + 1, updatedAt: unit.now.toISOString() }
}
