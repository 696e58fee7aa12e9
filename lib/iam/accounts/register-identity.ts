import type { Static } from 'typebox'
import type { RegisterInput } from '../../../schemas/iam/identity.ts'
import { normalizeEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, newId } from '../../platform/id.ts'
import { imitateWork } from '../../platform/store/imitate-work.ts'
import type { Unit } from '../../platform/store/unit.ts'
import {
  addIdentity,
  changeIdentity,
  findEmailOwner,
  findIdentity,
  type Identity,
  identityUri,
} from '../identity-store.ts'
import { addTenant } from '../tenant.ts'
import { hashPassword } from './password.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import { sendVerificationMail } from './send-account-mail.ts'

type Given = Static<typeof RegisterInput>

/**
 * Adds an unverified identity and a tenant that it owns. If the address is registered already, returns the same response
 * after as many reads and writes, and mails its owner instead. An account that was never verified gets the credentials of
 * the newer registration. An address that gets no further mail for now (`isMailed` is false) registers without one, and
 * nothing changes for a known account.
 */
export const registerIdentity = async (
  app: App,
  unit: Unit,
  given: Given,
  isMailed: boolean,
): Promise<{ id: Id; email: string }> => {
  await refuseCommonPassword('password', given.password)
  const email = normalizeEmail(given.email)
  const [owner, passwordHash] = await Promise.all([
    findEmailOwner(app.db, email, unit.now),
    hashPassword(given.password),
  ])
  const id = newId(unit.now)
  const known = await findIdentity(app.db, owner ?? id)
  const register = async (into: Unit, withMail = true) => {
    const identity = addIdentity(into, { ...given, id, email, passwordHash })
    if (withMail) await sendVerificationMail(app, into, identity)
    addTenant(into, identity, given.company ?? given.firstName)
  }
  // Both seal a token; at the same time, they take no longer than one.
  const { firstName, country = null, marketingOptIn = false, locale = null } = given
  const replaced = { passwordHash, firstName, country, marketingOptIn, locale }
  const notifyMeanwhile = (into: Unit) =>
    Promise.all([register(into), isMailed && known && notifyOwner(app, unit, known, replaced)])
  if (!owner) await register(unit, isMailed)
  if (owner || !isMailed) await imitateWork(unit, notifyMeanwhile)
  return { id, email }
}

type Registration = Pick<Identity, 'passwordHash' | 'firstName' | 'country' | 'marketingOptIn' | 'locale'>

const notifyOwner = async (app: App, unit: Unit, known: Identity, given: Registration): Promise<void> => {
  const { id, email, firstName, verifiedAt } = known
  if (!verifiedAt) {
    // The earlier registration may be somebody else's. A link confirms the registration with which it was mailed.
    changeIdentity(unit, id, given, known)
    return await sendVerificationMail(app, unit, { ...known, ...given })
  }
  unit.emit('iam.identity.email_verification', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, purpose: 'registration', sealedToken: null },
  })
}
