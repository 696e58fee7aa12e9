import { unlinkAccount } from '../../../lib/iam/external/unlink-account.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const unlinkExternalAccount = identityEndpoint({
  route: 'DELETE /api/iam/external-accounts/{id}',
  summary: 'Unlink an account of another provider: it does not sign in to yours any more',
  description:
    'You are told by mail. Sessions that began with it go on until you end them. Signing in with it again links it again while both sides hold the same address verified. Where your account has no password, ask for a new one by mail.',
  run: ({ db }, request) =>
    unlinkAccount(db, request.unit, request.caller.identity, request.params.id, readOrigin(request)),
})
