import type { ExternalKind } from '../../../schemas/iam/external.ts'
import { normalizeEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { voidEmailTokens } from '../accounts/email-token.ts'
import { notifyOwnerOfChange } from '../accounts/notify-owner.ts'
import {
  addIdentity,
  changeIdentity,
  findAccount,
  findEmailOwner,
  findIdentity,
  type Identity,
} from '../identity-store.ts'
import type { Origin } from '../sessions/origin.ts'
import { recordCredentialChange } from '../sessions/record-security-event.ts'
import { addTenant } from '../tenant.ts'
import { findLink, listLinks, putLink } from './link-store.ts'
import type { ExternalPerson } from './provider.ts'
import { SignInFailed } from './sign-in-failed.ts'

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/
const NAME_LENGTH = 100

const chooseName = ({ name }: ExternalPerson, email: string) =>
  (name?.toWellFormed().trim() || (email.split('@')[0] ?? email)).slice(0, NAME_LENGTH)

/** Together with the rest, the removal of so many links fits one transaction. */
const MAX_LINKS = 20

/** Checks that an account without a link to the person may get one. The earlier address of an account is verified no longer. */
const checkMayLink = async (db: Table, { id, email }: Identity, verifiedEmail: string): Promise<void> => {
  if (email !== verifiedEmail) throw new SignInFailed('email_not_verified')
  if ((await listLinks(db, id)).length >= MAX_LINKS) throw new SignInFailed('access_denied')
}

/**
 * Finds or creates the account of the person who signed in at the provider. Without a link, the address decides, and
 * only if the provider has verified it and the account has it now. An unverified account with this address may be
 * somebody else's attempt, so its password and its mailed tokens are invalidated.
 */
export const findOrCreateAccount = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  kind: ExternalKind,
  person: ExternalPerson,
  from: Origin,
): Promise<Id> => {
  const linked = await findLink(db, kind, person)
  const existing = linked && (await findIdentity(db, linked))
  if (existing) return existing.id
  const email = normalizeEmail(person.email ?? '')
  if (!person.emailVerified || !EMAIL.test(email)) throw new SignInFailed('email_not_verified')
  const owner = await findEmailOwner(db, email, unit.now)
  const account = owner ? await findAccount(db, owner) : undefined
  const known = account?.identity
  if (known) await checkMayLink(db, known, email)
  const verifiedAt = unit.now.toISOString()
  const firstName = chooseName(person, email)
  const id = known?.id ?? unit.newId()
  const provider = putLink(unit, kind, person, id, linked)
  if (account) {
    recordCredentialChange(unit, account, from)
    notifyOwnerOfChange(unit, account.identity, from, 'linked', { provider })
  }
  // The identity changes too, so that concurrent links are counted, and none escapes an undone change of the address.
  if (known?.verifiedAt) changeIdentity(unit, id, {}, known)
  else if (known) {
    changeIdentity(
      unit,
      id,
      { passwordHash: '', firstName, country: null, locale: null, marketingOptIn: false, verifiedAt },
      known,
    )
    voidEmailTokens(unit, id)
  } else {
    // No password matches an empty hash; the owner can set one with a password reset.
    const identity = addIdentity(unit, { id, email, firstName, passwordHash: '', verifiedAt })
    addTenant(unit, identity, firstName)
  }
  return id
}
