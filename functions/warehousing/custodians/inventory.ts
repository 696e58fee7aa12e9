import * as Type from 'typebox'
import { compareWithCustodian } from '../../../lib/inventory/compare-with-custodian.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CustodianInventory } from '../../../schemas/warehousing/custodian-inventory.ts'

export const getCustodianInventory = endpoint({
  route: 'GET /api/warehousing/custodians/{id}/inventory',
  scope: 'warehousing:custodian:read',
  summary: "Compare a custodian's stock with the stock here",
  description:
    'Shows what differs, or everything with `all=true`, of the SKUs that the custodian lists. A page can be empty even if there are more pages. The custodian needs the capability `list_inventory`. Nothing is changed here or there.',
  query: {
    all: Type.Boolean(),
    cursor: Type.String({ minLength: 1, maxLength: 4096, description: '`nextCursor` of the previous page' }),
  },
  waitsForGate: true,
  returns: CustodianInventory,
  problems: [
    'PROVIDER_NOT_CONFIGURED',
    'CONNECTION_FAILED',
    'UPSTREAM_FAILED',
    'UPSTREAM_TIMEOUT',
    'OPERATION_NOT_ALLOWED',
  ],
  run: (app, { caller, params, query: { all = false, cursor } }) =>
    compareWithCustodian(app, caller.tenant, params.id, { cursor, isComplete: all }),
})
