import { deleteAccount } from '../../../lib/iam/erasure/delete-account.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteOwnAccount = identityEndpoint({
  route: 'DELETE /api/iam/account',
  summary: 'Delete your account for good; no token works any more, and the address is free',
  description:
    'Names, address, credentials, sessions, memberships and notifications are erased; what you did stays in the books under an id that leads to nobody. A tenant that has no other member is closed. The only owner of a tenant with other members is refused.',
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { caller, unit }) => deleteAccount(db, unit, caller.identity),
})
