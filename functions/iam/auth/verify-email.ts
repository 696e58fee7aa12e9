import { buildTokenProblem, consumeEmailToken } from '../../../lib/iam/accounts/email-token.ts'
import { changeIdentity, findIdentity } from '../../../lib/iam/identity-store.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { rememberAddress } from '../../../lib/iam/sessions/remember-device.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { TokenInput } from '../../../schemas/iam/identity.ts'

export const verifyEmail = publicEndpoint({
  route: 'POST /api/v1/iam/auth/verify-email',
  summary: 'Verify your e-mail address',
  description: 'The token works once, for 24 hours, until a newer one is mailed. Sign in afterwards.',
  body: TokenInput,
  async run({ db }, request) {
    const { body, unit, now } = request
    const identity = await findIdentity(db, await consumeEmailToken(db, unit, 'verification', body.token))
    if (!identity) throw buildTokenProblem()
    changeIdentity(unit, identity.id, { verifiedAt: now.toISOString() }, identity)
    rememberAddress(unit, identity, readOrigin(request))
  },
})
