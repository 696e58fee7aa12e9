import { endTariff as end } from '../../../lib/billing/tariffs/create-tariff.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { EndTariffInput, Tariff } from '../../../schemas/billing/tariff.ts'

export const endTariff = endpoint({
  route: 'POST /api/billing/tariffs/{id}/end',
  scope: 'billing:tariff:write',
  summary: 'End a tariff after a day',
  description: 'Charges that were made already stay. A tariff that ends on the day before it begins is never used.',
  body: EndTariffInput,
  returns: Tariff,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (_app, { params, body, unit }) => end(unit, params.id, body.validUntil),
})
