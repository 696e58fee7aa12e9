import { getSigningKey, loadVerificationKeys } from '../../lib/platform/access/signing-keys.ts'
import { publicEndpoint, reply } from '../../lib/platform/http/endpoint.ts'
import { KeySet } from '../../schemas/iam/identity.ts'

export const getKeySet = publicEndpoint({
  route: 'GET /.well-known/jwks.json',
  summary: 'Get the public keys of access tokens',
  description:
    'A key is published before its first use and until the last token signed with it has expired. If a `kid` is missing, fetch the keys again. A valid signature does not prove that the session still exists; only a request does.',
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
