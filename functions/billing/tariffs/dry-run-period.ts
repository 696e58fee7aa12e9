import { dryRunPeriod } from '../../../lib/billing/tariffs/dry-runs/dry-run-period.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { TariffPeriod, TariffPeriodInput } from '../../../schemas/billing/tariffs/tariff-dry-run.ts'

export const dryRunTariffPeriod = endpoint({
  route: 'POST /api/billing/tariffs/{id}/dry-run-period',
  scope: 'billing:tariff:read',
  summary: 'Compute what a period would have cost by a tariff',
  description:
    'Prices again what tariffs of the same partner and basis charged in the period. To try a new tariff, create it for a ' +
    'day to come. Rates of custodians are not considered. Nothing is changed.',
  body: TariffPeriodInput,
  success: 200,
  returns: TariffPeriod,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, body }) => dryRunPeriod(app, caller.tenant, params.id, body),
})
