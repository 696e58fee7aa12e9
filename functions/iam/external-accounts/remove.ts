import { unlinkAccount } from '../../../lib/iam/external/unlink-account.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const unlinkExternalAccount = identityEndpoint({
  route: 'DELETE /api/iam/external-accounts/{id}',
  summary: 'Unlink an account',
  description:
    'The account of the other provider can no longer sign in to yours, and you are notified by mail. Sessions that it started continue until you end them. Signing in with it again links it again if both sides have verified the same address. If your account has no password, request a password reset.',
  run: ({ db }, request) =>
    unlinkAccount(db, request.unit, request.caller.identity, request.params.id, readOrigin(request)),
})
