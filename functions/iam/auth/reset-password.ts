import { refuseCommonPassword } from '../../../lib/iam/accounts/common-passwords.ts'
import { consumeEmailToken } from '../../../lib/iam/accounts/email-token.ts'
import { hashPassword } from '../../../lib/iam/accounts/password.ts'
import { readOrigin } from '../../../lib/iam/sessions/device.ts'
import { rememberAddress } from '../../../lib/iam/sessions/known-devices.ts'
import { endSessions } from '../../../lib/iam/sessions/session.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { ResetPasswordInput } from '../../../schemas/iam/identity.ts'

export const resetPassword = publicEndpoint({
  route: 'POST /api/v1/iam/auth/reset-password',
  summary: 'Set a new password with the token from the mail; ends all sessions',
  description:
    'The token is good once, for one hour, and not after a newer one was mailed. Every session ends, those of satellites too.',
  body: ResetPasswordInput,
  async run({ db }, request) {
    const { body, unit, now } = request
    await refuseCommonPassword('newPassword', body.newPassword)
    const identity = await consumeEmailToken(db, unit, 'password-reset', body.token)
    const passwordHash = await hashPassword(body.newPassword)
    // Who could read the mail owns the address, so a reset verifies it too.
    await endSessions(db, unit, identity, null, { passwordHash, verifiedAt: now.toISOString() })
    rememberAddress(unit, { id: identity, passwordHash }, readOrigin(request))
  },
})
