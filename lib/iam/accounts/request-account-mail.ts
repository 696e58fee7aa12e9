import type { App } from '../../platform/app/app.ts'
import { deriveId } from '../../platform/id.ts'
import { imitateWork } from '../../platform/store/imitate-work.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findEmailOwner, findIdentity, type Identity } from '../identity-store.ts'
import { type SendAccountMail, sendPasswordResetMail, sendVerificationMail } from './send-account-mail.ts'

/**
 * Sends a mail to the owner of the address, if there is one who may get it and `isMailed`. Otherwise it does as many reads and
 * writes, so that neither the response nor its duration reveals whether an account exists.
 */
const sendToOwner = async (
  app: App,
  unit: Unit,
  email: string,
  isMailed: boolean,
  send: SendAccountMail,
  mayGetIt: (owner: Identity) => boolean,
) => {
  // An unknown address has the same id each time, since the vault seals for a known id without a call of KMS.
  const id = (await findEmailOwner(app.db, email, unit.now)) ?? deriveId(new Date(0), 'no account', email)
  const owner = await findIdentity(app.db, id)
  if (isMailed && owner && mayGetIt(owner)) return await send(app, unit, owner)
  await imitateWork(unit, (imitated) => send(app, imitated, { id, rev: 1, email, firstName: '' }))
}

export const requestVerificationMail = (app: App, unit: Unit, email: string, isMailed: boolean): Promise<void> =>
  sendToOwner(app, unit, email, isMailed, sendVerificationMail, ({ verifiedAt }) => !verifiedAt)

export const requestPasswordResetMail = (app: App, unit: Unit, email: string, isMailed: boolean): Promise<void> =>
  sendToOwner(app, unit, email, isMailed, sendPasswordResetMail, () => true)
