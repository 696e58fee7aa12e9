import { createTariff as create } from '../../../lib/billing/tariffs/create-tariff.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateTariffInput, Tariff } from '../../../schemas/billing/tariff.ts'

export const createTariff = endpoint({
  route: 'POST /api/billing/tariffs',
  scope: 'billing:tariff:write',
  summary: 'Create a tariff of a partner',
  description:
    'From then on each hand-off, received return and day of storage adds charges for the next settlement by itself. ' +
    'The tariffs of a partner with the same basis have no day in common: to change prices, end the present one and ' +
    'create another.',
  idempotent: true,
  body: CreateTariffInput,
  success: 201,
  returns: Tariff,
  problems: ['ALREADY_EXISTS'],
  run: (app, { body, unit }) => create(app, unit, body),
})
