import { getSigningKey, loadVerificationKeys } from '../../lib/platform/access/signing-keys.ts'
import { publicEndpoint, reply } from '../../lib/platform/http/endpoint.ts'
import { KeySet } from '../../schemas/iam/identity.ts'

export const getKeySet = publicEndpoint({
  route: 'GET /.well-known/jwks.json',
  summary: 'The public keys with which access tokens are verified',
  description:
    'A key is published before it signs and for as long as tokens that it signed are valid; a token whose `kid` is not here is worth asking once more for. Whether a session still stands no token tells, only a request does.',
  returns: KeySet,
  async run(app) {
    await getSigningKey(app)
    const { keys } = await loadVerificationKeys(app)
    return reply(
      { keys: keys.map(({ publicJwk }) => publicJwk) },
      { headers: { 'Cache-Control': 'public, max-age=300' } },
    )
  },
})
