import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { identityUri } from '../accounts/register-identity.ts'
import { findIdentity, type Identity, requireIdentity } from '../identity-store.ts'
import type { Origin } from '../sessions/origin.ts'
import { listLinks, removeLink } from './link-store.ts'

interface Changed {
  change: 'linked' | 'unlinked'
  provider: string
}

/** Mails the owner that an account of a provider was linked or unlinked. */
export const notifyOwnerOfLink = (
  unit: Unit,
  { id, email, firstName }: Identity,
  { device }: Origin,
  changed: Changed,
): void => {
  const at = unit.now.toISOString()
  unit.emit('iam.identity.new_device_login', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, device, at, ...changed },
  })
}

/** Unlinks a provider's account. Its sessions continue; the owner can set a password by mail. */
export const unlinkAccount = async (db: Table, unit: Unit, identity: Id, id: string, from: Origin): Promise<void> => {
  const owner = orNotFound(await findIdentity(db, identity))
  const link = orNotFound((await listLinks(db, identity)).find((each) => each.id === id))
  requireIdentity(unit, owner)
  removeLink(unit, identity, link)
  notifyOwnerOfLink(unit, owner, from, { change: 'unlinked', provider: link.provider })
}
