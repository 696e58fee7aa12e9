import type { App } from '../../platform/app/app.ts'
import { deriveId } from '../../platform/id.ts'
import { imitateWork } from '../../platform/store/imitate-work.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findEmailOwner, findIdentity, type Identity, requireIdentity } from '../identity-store.ts'
import { addEmailToken, sealEmailToken } from './email-token.ts'
import { type Addressee, identityUri, sendVerificationMail } from './register-identity.ts'

type Send = (app: App, unit: Unit, to: Addressee) => Promise<void>

/**
 * Sends a mail to the owner of the address, if there is one who may get it. Otherwise it does as many reads and writes, so
 * that neither the response nor its duration reveals whether an account exists.
 */
const sendToOwner = async (app: App, unit: Unit, email: string, send: Send, mayGetIt: (owner: Identity) => boolean) => {
  // An unknown address has the same id each time, since the vault seals for a known id without a call of KMS.
  const id = (await findEmailOwner(app.db, email)) ?? deriveId(new Date(0), 'no account', email)
  const owner = await findIdentity(app.db, id)
  if (owner && mayGetIt(owner)) return await send(app, unit, owner)
  await imitateWork(unit, (imitated) => send(app, imitated, { id, rev: 1, email, firstName: '' }))
}

export const requestVerificationMail = (app: App, unit: Unit, email: string): Promise<void> =>
  sendToOwner(app, unit, email, sendVerificationMail, ({ verifiedAt }) => !verifiedAt)

const sendPasswordResetMail: Send = async (app, unit, to) => {
  const { id, email, firstName } = to
  requireIdentity(unit, to)
  const { token, sealedToken } = await sealEmailToken(app, id)
  addEmailToken(unit, id, 'password-reset', token)
  unit.emit('iam.identity.password_reset', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, sealedToken },
  })
}

export const requestPasswordResetMail = (app: App, unit: Unit, email: string): Promise<void> =>
  sendToOwner(app, unit, email, sendPasswordResetMail, () => true)
