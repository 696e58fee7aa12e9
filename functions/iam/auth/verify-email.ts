import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { spendEmailToken } from '../../../lib/identity/email-token.ts'
import { changeIdentity } from '../../../lib/identity/identity-store.ts'
import { TokenInput } from '../../../schemas/identity.ts'

export const verifyEmail = publicEndpoint({
  route: 'POST /api/v1/iam/auth/verify-email',
  summary: 'Verify an e-mail address with the token from the mail',
  description: 'The token is good once, for 24 hours, and not after a newer one was mailed. Sign in afterwards.',
  body: TokenInput,
  async run({ db }, { body, unit, now }) {
    const identity = await spendEmailToken(db, unit, 'verification', body.token)
    changeIdentity(unit, identity, { verifiedAt: now.toISOString() })
  },
})
