import { leaveTenant as leave } from '../../../lib/iam/members/change-member.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const leaveTenant = identityEndpoint({
  route: 'DELETE /api/iam/tenants/{id}',
  summary: 'Leave a tenant',
  description: 'Members of any role and status can leave, except the only active owner.',
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { caller, params, unit }) => leave(db, unit, caller.identity, params.id),
})
