import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { lazyTest } from '../vendor/lazy-connector.ts'
import { getLabelLimits } from './label-limits.ts'
import { read, verify } from './webhooks.ts'

const load = makeOnce(() => import('./labels.ts'))

/**
 * EasyPost: labels and tracking of parcels that the tenant ships itself. `integrationId` is `easypost`, `secretKey` holds
 * the API key, `publicKey` the carrier account to buy from or `any`. A label is cancelled by asking for the money back.
 */
export const shippingApi: CustodianConnector = {
  type: 'shipping_api',
  capabilities: CAPABILITY_CATALOG.shipping_api,
  test: lazyTest(load),
  labels: {
    getLimits: getLabelLimits,
    offer: async (system, parcel) => (await load()).offerLabel(system, parcel),
    buy: async (system, offer, format) => (await load()).buyLabel(system, offer, format),
    find: async (system, remoteId, format) => (await load()).findLabel(system, remoteId, format),
    void: async (system, remoteId) => (await load()).voidLabel(system, remoteId),
    track: async (system, parcel) => (await load()).trackParcel(system, parcel),
  },
  webhooks: { verify, read },
}
