import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { notifyOwnerOfChange } from '../accounts/notify-owner.ts'
import { findAccount, requireIdentity } from '../identity-store.ts'
import type { Origin } from '../sessions/origin.ts'
import { recordCredentialChange } from '../sessions/record-security-event.ts'
import { listLinks, removeLink } from './link-store.ts'

/** Unlinks a provider's account. Its sessions continue; the owner can set a password by mail. */
export const unlinkAccount = async (db: Table, unit: Unit, identity: Id, id: string, from: Origin): Promise<void> => {
  const account = orNotFound(await findAccount(db, identity))
  const owner = account.identity
  const link = orNotFound((await listLinks(db, identity)).find((each) => each.id === id))
  requireIdentity(unit, owner)
  removeLink(unit, identity, link)
  recordCredentialChange(unit, account, from)
  notifyOwnerOfChange(unit, owner, from, 'unlinked', { provider: link.provider })
}
