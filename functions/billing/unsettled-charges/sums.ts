import { readUnsettledSums } from '../../../lib/billing/unsettled-charges/read-unsettled.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { UnsettledChargeSums } from '../../../schemas/billing/charge.ts'

export const getUnsettledSums = endpoint({
  route: 'GET /api/billing/unsettled-charges/sums',
  scope: 'billing:charge:read',
  summary: 'Get the sums of the charges that no settlement has, by currency and age',
  returns: UnsettledChargeSums,
  run: (app, { caller, now }) => readUnsettledSums(app, caller.tenant, now),
})
