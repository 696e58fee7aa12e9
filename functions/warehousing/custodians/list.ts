import * as Type from 'typebox'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { listCustodians as list } from '../../../lib/warehousing/custodian-store.ts'
import { id, oneOf } from '../../../schemas/types.ts'
import { CUSTODIAN_STATES, CUSTODIAN_TYPES, Custodian } from '../../../schemas/warehousing/custodian.ts'

export const listCustodians = listEndpoint({
  route: 'GET /api/warehousing/custodians',
  scope: 'warehousing:custodian:read',
  summary: 'List custodians, newest first',
  query: {
    type: oneOf(CUSTODIAN_TYPES),
    status: oneOf(CUSTODIAN_STATES),
    partnerId: id(),
    search: Type.String({
      maxLength: 255,
      description: "Words of the name or of the partner's name, or their beginnings",
    }),
  },
  of: Custodian,
  itemsPerPage: 20,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
