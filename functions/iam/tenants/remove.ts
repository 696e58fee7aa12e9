import { leaveTenant as leave } from '../../../lib/iam/members/change-member.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const leaveTenant = identityEndpoint({
  route: 'DELETE /api/iam/tenants/{id}',
  summary: 'Leave a tenant, whatever your role; its only active owner cannot',
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { caller, params, unit }) => leave(db, unit, caller.identity, params.id),
})
