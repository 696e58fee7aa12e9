import { consumeEmailToken, voidEmailTokens } from '../../../lib/iam/accounts/email-token.ts'
import { hashPassword } from '../../../lib/iam/accounts/password.ts'
import { refuseCommonPassword } from '../../../lib/iam/accounts/refuse-common-password.ts'
import { findAccount } from '../../../lib/iam/identity-store.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { recordCredentialChange } from '../../../lib/iam/sessions/record-security-event.ts'
import { rememberAddress } from '../../../lib/iam/sessions/remember-device.ts'
import { endSessions } from '../../../lib/iam/sessions/session-store.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { ResetPasswordInput } from '../../../schemas/iam/identity.ts'

export const resetPassword = publicEndpoint({
  route: 'POST /api/v1/iam/auth/reset-password',
  summary: 'Reset your password',
  description:
    'The token works once, for one hour, until a newer one is mailed. All sessions end, those of satellites too, and other mailed links stop working, except one that undoes a change of the e-mail address.',
  body: ResetPasswordInput,
  async run({ db }, request) {
    const { body, unit, now } = request
    await refuseCommonPassword('newPassword', body.newPassword)
    const identity = await consumeEmailToken(db, unit, 'password-reset', body.token)
    const [passwordHash, account] = await Promise.all([hashPassword(body.newPassword), findAccount(db, identity)])
    // The token proves that the caller reads the address's mail, so a reset also verifies it.
    await endSessions(db, unit, identity, null, { passwordHash, verifiedAt: now.toISOString() })
    // Whoever knew the earlier password may have requested another address, which would read the mail of the account.
    voidEmailTokens(unit, identity, 'password-reset')
    rememberAddress(unit, { id: identity, passwordHash }, readOrigin(request))
    if (account) recordCredentialChange(unit, account, request)
  },
})
