import type { Static } from 'typebox'
import type { RegisterInput } from '../../../schemas/iam/identity.ts'
import { normalizeEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, newId } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { addIdentity, findEmailOwner, findIdentity, type Identity, requireIdentity } from '../identity-store.ts'
import { addTenant } from '../tenant.ts'
import { addEmailToken, sealEmailToken } from './email-token.ts'
import { hashPassword } from './password.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

type Given = Static<typeof RegisterInput>

/** Issues a verification token and the event that has it mailed. */
export const sendVerificationMail = async (app: App, unit: Unit, identity: Identity): Promise<void> => {
  const { id, email, firstName } = identity
  requireIdentity(unit, identity)
  const { token, sealedToken } = await sealEmailToken(app, id)
  addEmailToken(unit, id, 'verification', token)
  unit.emit('iam.identity.email_verification', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, purpose: 'registration', sealedToken },
  })
}

export const identityUri = (id: Id) => `commerce:///iam/identities/${id}`

/**
 * Adds an unverified identity and a tenant that it owns. If the address is registered already, returns the same response
 * and mails its owner instead.
 */
export const registerIdentity = async (app: App, unit: Unit, given: Given): Promise<{ id: Id; email: string }> => {
  await refuseCommonPassword('password', given.password)
  const email = normalizeEmail(given.email)
  const [owner, passwordHash] = await Promise.all([findEmailOwner(app.db, email), hashPassword(given.password)])
  const id = newId(unit.now)
  // An unknown address is answered after as many reads, so that the duration does not reveal accounts.
  const known = await findIdentity(app.db, owner ?? id)
  if (owner) {
    if (known) await notifyOwner(app, unit, known)
    return { id, email }
  }
  const identity = addIdentity(unit, { ...given, id, email, passwordHash })
  await sendVerificationMail(app, unit, identity)
  addTenant(unit, identity, given.company ?? given.firstName)
  return { id, email }
}

const notifyOwner = async (app: App, unit: Unit, known: Identity): Promise<void> => {
  if (!known.verifiedAt) return await sendVerificationMail(app, unit, known)
  // Seals a token that nobody gets, so that a known address does not answer faster.
  await sealEmailToken(app, known.id)
  const { id, email, firstName } = known
  unit.emit('iam.identity.email_verification', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, purpose: 'registration', sealedToken: null },
  })
}
