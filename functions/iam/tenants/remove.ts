import { identityEndpoint } from '../../../lib/http/endpoint.ts'
import { leave } from '../../../lib/identity/change-member.ts'

export const leaveTenant = identityEndpoint({
  route: 'DELETE /api/iam/tenants/{id}',
  summary: 'Leave a tenant, whatever your role; its only active owner cannot',
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { caller, params, unit }) => leave(db, unit, caller.identity, params.id),
})
