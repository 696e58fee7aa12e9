import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { originOf } from '../../../lib/identity/device.ts'
import { spendEmailToken, tokenRefused } from '../../../lib/identity/email-token.ts'
import { changeIdentity, findIdentity } from '../../../lib/identity/identity-store.ts'
import { rememberAddress } from '../../../lib/identity/known-devices.ts'
import { TokenInput } from '../../../schemas/identity.ts'

export const verifyEmail = publicEndpoint({
  route: 'POST /api/v1/iam/auth/verify-email',
  summary: 'Verify an e-mail address with the token from the mail',
  description: 'The token is good once, for 24 hours, and not after a newer one was mailed. Sign in afterwards.',
  body: TokenInput,
  async run({ db }, request) {
    const { body, unit, now } = request
    const identity = await findIdentity(db, await spendEmailToken(db, unit, 'verification', body.token))
    if (!identity) throw tokenRefused()
    changeIdentity(unit, identity.id, { verifiedAt: now.toISOString() }, identity)
    rememberAddress(unit, identity, originOf(request))
  },
})
