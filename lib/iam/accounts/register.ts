import type { Static } from 'typebox'
import type { RegisterInput } from '../../../schemas/iam/identity.ts'
import { normalizeEmail } from '../../platform/access/email.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, newId } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { addIdentity, findEmailOwner, findIdentity, type Identity, requireIdentity } from '../identity-store.ts'
import { addTenant } from '../tenant.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { addEmailToken, sealEmailToken } from './email-token.ts'
import { hashPassword } from './password.ts'

type Given = Static<typeof RegisterInput>

/** The mail with which an address is verified. */
export const askForVerification = async (app: App, unit: Unit, identity: Identity): Promise<void> => {
  const { id, email, firstName } = identity
  requireIdentity(unit, identity)
  const { token, sealedToken } = await sealEmailToken(app, id)
  addEmailToken(unit, id, 'verification', token)
  unit.emit('iam.identity.email_verification', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, sealedToken },
  })
}

export const identityUri = (id: Id) => `commerce:///iam/identities/${id}`

/**
 * A new identity that owns a tenant, once its address is verified. An address that is known already gets the same
 * answer, and a mail that tells its owner.
 */
export const registerIdentity = async (app: App, unit: Unit, given: Given): Promise<{ id: Id; email: string }> => {
  await refuseCommonPassword('password', given.password)
  const email = normalizeEmail(given.email)
  const [owner, passwordHash] = await Promise.all([findEmailOwner(app.db, email), hashPassword(given.password)])
  const id = newId(unit.now)
  if (owner) {
    const known = await findIdentity(app.db, owner)
    if (known) await remind(app, unit, known)
    return { id, email }
  }
  const identity = addIdentity(unit, { ...given, id, email, passwordHash })
  await askForVerification(app, unit, identity)
  addTenant(unit, identity, given.company ?? given.firstName)
  return { id, email }
}

const remind = async (app: App, unit: Unit, known: Identity): Promise<void> => {
  if (!known.verifiedAt) return await askForVerification(app, unit, known)
  // Sealed all the same, so that a known address does not answer faster.
  await sealEmailToken(app, known.id)
  const { id, email, firstName } = known
  unit.emit('iam.identity.email_verification', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, sealedToken: null },
  })
}
