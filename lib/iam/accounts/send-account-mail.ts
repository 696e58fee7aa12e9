import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type Identity, identityUri, requireIdentity } from '../identity-store.ts'
import { addEmailToken, type EmailTokenPurpose, sealEmailToken } from './email-token.ts'

/** Whom an account's mail is sent to. */
type Addressee = Pick<Identity, 'id' | 'rev' | 'email' | 'firstName'>

/** Issues a token and the event that has it mailed. */
export type SendAccountMail = (app: App, unit: Unit, to: Addressee) => Promise<void>

/** Issues a token; returns what the event of every such mail says. */
const issueToken = async (app: App, unit: Unit, to: Addressee, purpose: EmailTokenPurpose) => {
  const { id, email, firstName } = to
  requireIdentity(unit, to)
  const { token, sealedToken } = await sealEmailToken(app, id)
  addEmailToken(unit, id, purpose, token)
  return { tenant: null, subject: identityUri(id), data: { identityId: id, email, firstName, sealedToken } }
}

export const sendVerificationMail: SendAccountMail = async (app, unit, to) => {
  const { data, ...event } = await issueToken(app, unit, to, 'verification')
  unit.emit('iam.identity.email_verification', { ...event, data: { ...data, purpose: 'registration' } })
}

export const sendPasswordResetMail: SendAccountMail = async (app, unit, to) =>
  unit.emit('iam.identity.password_reset', await issueToken(app, unit, to, 'password-reset'))
