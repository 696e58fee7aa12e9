import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import { buildOwnParts } from '../build-own-parts.ts'
import type { CustodianConnector } from '../custodian-connector.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./goods.ts')) }))

/**
 * A simulated custodian for developers and tests: it needs no network, and everything that happens to an order follows from
 * the time at which it was placed and the seed. Its state is in the table, so that all processes share it. `accountId` is
 * the seed, `integrationId` its settings as a query, such as `step_seconds=5&lost_percent=10`, and `webhookSecret` signs
 * its webhooks. The `apiKey` `refused` is rejected.
 */
export const simulator: CustodianConnector = {
  type: 'simulator',
  capabilities: CAPABILITY_CATALOG.simulator,
  isSimulated: true,
  ...buildOwnParts(load),
}
