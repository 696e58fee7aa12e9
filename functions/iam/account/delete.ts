import { deleteAccount } from '../../../lib/iam/erasure/delete-account.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteOwnAccount = identityEndpoint({
  route: 'DELETE /api/iam/account',
  summary: 'Delete your account',
  description:
    'Erases your name, address, credentials, sessions, memberships and notifications, revokes all tokens and frees the address. Business records keep an anonymous id. A tenant without other members is closed. An account with a second factor needs a proof from the last five minutes. The request is refused if you are the only owner of a tenant with other members.',
  problems: ['OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  run: ({ db }, { caller, unit }) => deleteAccount(db, unit, caller),
})
