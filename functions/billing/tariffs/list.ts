import { readPageOfTariffs } from '../../../lib/billing/tariffs/tariff-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { TARIFF_BASES, Tariff } from '../../../schemas/billing/tariff.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listTariffs = listEndpoint({
  route: 'GET /api/billing/tariffs',
  scope: 'billing:tariff:read',
  summary: 'List tariffs, newest first',
  query: { partnerId: id(), basis: oneOf(TARIFF_BASES) },
  of: Tariff,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => readPageOfTariffs(db, caller.tenant, page, query),
})
