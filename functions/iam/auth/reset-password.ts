import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { refuseCommonPassword } from '../../../lib/identity/common-passwords.ts'
import { originOf } from '../../../lib/identity/device.ts'
import { spendEmailToken } from '../../../lib/identity/email-token.ts'
import { rememberAddress } from '../../../lib/identity/known-devices.ts'
import { hashPassword } from '../../../lib/identity/password.ts'
import { endSessions } from '../../../lib/identity/session.ts'
import { ResetPasswordInput } from '../../../schemas/identity.ts'

export const resetPassword = publicEndpoint({
  route: 'POST /api/v1/iam/auth/reset-password',
  summary: 'Set a new password with the token from the mail; ends all sessions',
  description:
    'The token is good once, for one hour, and not after a newer one was mailed. Every session ends, those of satellites too.',
  body: ResetPasswordInput,
  async run({ db }, request) {
    const { body, unit, now } = request
    await refuseCommonPassword('newPassword', body.newPassword)
    const identity = await spendEmailToken(db, unit, 'password-reset', body.token)
    const passwordHash = await hashPassword(body.newPassword)
    // Who could read the mail owns the address, so a reset verifies it too.
    await endSessions(db, unit, identity, null, { passwordHash, verifiedAt: now.toISOString() })
    rememberAddress(unit, { id: identity, passwordHash }, originOf(request))
  },
})
