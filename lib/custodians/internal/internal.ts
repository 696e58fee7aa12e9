import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { CustodianConnector } from '../custodian-connector.ts'

/**
 * A warehouse of the tenant's own: it has no system, so people work its orders over the API. An order is cancelled there by
 * cancelling it here.
 */
export const internal: CustodianConnector = { type: 'internal', capabilities: CAPABILITY_CATALOG.internal }
