import { readPageOfSettlements } from '../../../lib/billing/settlements/settlement-store.ts'
import { showSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { PERIOD_TYPES, SETTLEMENT_STATES, Settlement } from '../../../schemas/billing/settlement.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listSettlements = listEndpoint({
  route: 'GET /api/billing/settlements',
  scope: 'billing:settlement:read',
  summary: 'List settlements, newest first',
  query: { partnerId: id(), status: oneOf(SETTLEMENT_STATES), periodType: oneOf(PERIOD_TYPES) },
  of: Settlement,
  itemsPerPage: 25,
  async run({ db }, { caller, query, page }) {
    const { items, totalItems } = await readPageOfSettlements(db, caller.tenant, page, query)
    return { items: items.map((settlement) => showSettlement(caller.tenant, settlement)), totalItems }
  },
})
