import { normalizeEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { voidEmailTokens } from '../accounts/email-token.ts'
import { addIdentity, changeIdentity, findEmailOwner, findIdentity, requireIdentity } from '../identity-store.ts'
import type { Origin } from '../sessions/device.ts'
import { addTenant } from '../tenant.ts'
import { SignInFailed } from './failure.ts'
import { findLink, putLink } from './link-store.ts'
import { tellOfLink } from './links.ts'
import type { ExternalKind, ExternalPerson } from './provider.ts'

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/
const NAME_LENGTH = 100

const chooseName = ({ name }: ExternalPerson, email: string) =>
  (name?.toWellFormed().trim() || (email.split('@')[0] as string)).slice(0, NAME_LENGTH)

/**
 * The account of whoever signed in at the provider. Where there is no link yet, the address decides, and only one that
 * the provider has verified. An account under it that was never verified may be somebody else's attempt: it is taken
 * over, and its password and the tokens mailed for it open nothing any more.
 */
export const findOrCreateAccount = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  kind: ExternalKind,
  person: ExternalPerson,
  from: Origin,
): Promise<Id> => {
  const linked = await findLink(db, kind, person)
  const standing = linked && (await findIdentity(db, linked))
  if (standing) return standing.id
  const email = normalizeEmail(person.email ?? '')
  if (!person.emailVerified || !EMAIL.test(email)) throw new SignInFailed('email_not_verified')
  const owner = await findEmailOwner(db, email)
  const known = owner ? await findIdentity(db, owner) : undefined
  const verifiedAt = unit.now.toISOString()
  const firstName = chooseName(person, email)
  const id = known?.id ?? unit.newId()
  const provider = putLink(unit, kind, person, id, linked)
  if (known) tellOfLink(unit, known, from, { change: 'linked', provider })
  if (known?.verifiedAt) requireIdentity(unit, known)
  else if (known) {
    changeIdentity(unit, id, { passwordHash: '', firstName, country: null, marketingOptIn: false, verifiedAt }, known)
    voidEmailTokens(unit, id)
  } else {
    // No password fits an empty hash; one can be set by the mail for who has forgotten theirs.
    const identity = addIdentity(unit, { id, email, firstName, passwordHash: '', verifiedAt })
    addTenant(unit, identity, firstName)
  }
  return id
}
