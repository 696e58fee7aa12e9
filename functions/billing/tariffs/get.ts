import { findTariff } from '../../../lib/billing/tariffs/tariff-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Tariff } from '../../../schemas/billing/tariff.ts'

export const getTariff = endpoint({
  route: 'GET /api/billing/tariffs/{id}',
  scope: 'billing:tariff:read',
  summary: 'Get a tariff',
  returns: Tariff,
  async run({ db }, { caller, params }) {
    return orNotFound(await findTariff(db, caller.tenant, params.id))
  },
})
