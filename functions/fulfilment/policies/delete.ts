import { deletePolicy } from '../../../lib/fulfilment/policies/policy-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteFulfilmentPolicy = endpoint({
  route: 'DELETE /api/fulfilment/policies/{id}',
  scope: 'fulfilment:policy:write',
  summary: 'Delete a fulfilment policy',
  description:
    'Channels that name it use the default policy from then on. Without one, people decide who fulfils their orders.',
  ifMatch: true,
  run: ({ db }, { params, unit }) => deletePolicy(db, unit, params.id),
})
