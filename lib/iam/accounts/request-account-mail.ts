import type { App } from '../../platform/app/app.ts'
import { deriveId } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { emailKey, findEmailOwner, findIdentity, type Identity, requireIdentity } from '../identity-store.ts'
import { addEmailToken, sealEmailToken } from './email-token.ts'
import { identityUri, sendVerificationMail } from './register-identity.ts'

const ASKED_SECONDS = 3600

/**
 * Does the work for the owner of the address. For an unknown address it does as many reads and writes, so that neither
 * the response nor its duration reveals whether an account exists.
 */
const runForOwner = async (app: App, unit: Unit, email: string, work: (owner: Identity) => Promise<boolean>) => {
  // An unknown address has the same id each time, since the vault seals for a known id without a call of KMS.
  const id = (await findEmailOwner(app.db, email)) ?? deriveId(new Date(0), 'no account', email)
  const identity = await findIdentity(app.db, id)
  if (identity && (await work(identity))) return
  await sealEmailToken(app, id)
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + ASKED_SECONDS
  for (const sk of ['ASKED#1', 'ASKED#2']) unit.add({ put: { ...emailKey(email), sk, kind: 'asked', expiresAt } })
}

export const requestVerificationMail = (app: App, unit: Unit, email: string): Promise<void> =>
  runForOwner(app, unit, email, async (identity) => {
    if (identity.verifiedAt) return false
    await sendVerificationMail(app, unit, identity)
    return true
  })

export const requestPasswordResetMail = (app: App, unit: Unit, email: string): Promise<void> =>
  runForOwner(app, unit, email, async (identity) => {
    const { id, email: address, firstName } = identity
    requireIdentity(unit, identity)
    const { token, sealedToken } = await sealEmailToken(app, id)
    addEmailToken(unit, id, 'password-reset', token)
    unit.emit('iam.identity.password_reset', {
      tenant: null,
      subject: identityUri(id),
      data: { identityId: id, email: address, firstName, sealedToken },
    })
    return true
  })
