import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import { buildOwnParts } from '../build-own-parts.ts'
import type { CustodianConnector } from '../custodian-connector.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./goods.ts')) }))

/**
 * A system that the tenant, or its warehouse, writes for this platform. `integrationId` is the https address that receives
 * signed requests, and `webhookSecret` signs these and the webhooks that come back.
 */
export const custom: CustodianConnector = {
  type: 'custom',
  capabilities: CAPABILITY_CATALOG.custom,
  ...buildOwnParts(load),
}
