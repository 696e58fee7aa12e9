import { unlinkAccount } from '../../../lib/iam/external/unlink-account.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const unlinkExternalAccount = identityEndpoint({
  route: 'DELETE /api/iam/external-accounts/{id}',
  summary: 'Unlink an account',
  description:
    'The account of the other provider can no longer sign in to yours, and you are notified by mail. Sessions that it started continue until you end them. Signing in with it again links it again if both sides have verified the same address. If your account has no password, request a password reset.',
  run({ db }, request) {
    const { caller, unit, params } = request
    return unlinkAccount(db, unit, caller.identity, params.id, readOrigin(request))
  },
})
