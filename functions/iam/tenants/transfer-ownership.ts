import { transferOwnership as transfer } from '../../../lib/iam/members/transfer-ownership.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { TransferOwnershipInput } from '../../../schemas/iam/tenant.ts'

export const transferOwnership = identityEndpoint({
  route: 'POST /api/iam/tenants/{id}/transfer-ownership',
  stepUp: true,
  summary: 'Transfer the ownership of the selected tenant',
  description:
    'Another active member becomes an owner and you become an administrator, both at once. Earlier access tokens of both are refused with `TOKEN_EXPIRED`; refresh them. Only an owner can do so. Other owners stay owners.',
  body: TransferOwnershipInput,
  problems: ['SCOPE_MISSING', 'OPERATION_NOT_ALLOWED'],
  run: ({ db }, { caller, params, body, unit }) => transfer(db, unit, caller, params.id, body.memberId),
})
