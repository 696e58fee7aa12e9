import { dryRunTariff as dryRun } from '../../../lib/billing/tariffs/dry-runs/dry-run-tariff.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { TariffDryRun, TariffDryRunInput } from '../../../schemas/billing/tariffs/tariff-dry-run.ts'

export const dryRunTariff = endpoint({
  route: 'POST /api/billing/tariffs/dry-run',
  scope: 'billing:tariff:read',
  summary: 'Compute what a hand-off would cost',
  description: 'Uses the tariff of the partner that is valid on the day. Nothing is changed.',
  body: TariffDryRunInput,
  success: 200,
  returns: TariffDryRun,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, body, now }) => dryRun(app, caller.tenant, body, now),
})
