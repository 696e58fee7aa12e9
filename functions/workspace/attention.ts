import { identityEndpoint } from '../../lib/platform/http/endpoint.ts'
import { Problem } from '../../lib/platform/problem.ts'
import { readAttention } from '../../lib/workspace/read-attention.ts'
import { Attention } from '../../schemas/workspace/attention.ts'

export const getAttention = identityEndpoint({
  route: 'GET /api/workspace/attention',
  summary: 'Get what somebody has to look after',
  description:
    'Each entry counts what waits and leads to the list that has it. Entries are of lists that you have the scope for, such as `sales:order:read`; those of channels and custodians that are not worked with are left out. What waits for longest comes first.',
  allowsServiceAccounts: true,
  returns: Attention,
  problems: ['TENANT_REQUIRED'],
  run(app, { caller, now, shared }) {
    const { tenant } = caller
    if (!tenant) throw new Problem('TENANT_REQUIRED', 'Select a tenant first.')
    return readAttention(app, { ...caller, tenant }, { now, shared })
  },
})
