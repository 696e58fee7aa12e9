import type { CustodianType } from '../../schemas/warehousing/custodian.ts'
import { CAPABILITY_CATALOG } from '../warehousing/custodian.ts'
import type { CustodianConnector } from './custodian-connector.ts'
import { custom } from './custom/custom.ts'
import { internal } from './internal/internal.ts'
import { simulator } from './simulator/simulator.ts'

/** A type whose system is not connected: people work its orders over the API. */
const buildUnconnected = (type: CustodianType): CustodianConnector => ({ type, capabilities: CAPABILITY_CATALOG[type] })

// Connectors are small: the modules that call a system are loaded on demand.
const CONNECTORS: Readonly<Record<CustodianType, CustodianConnector>> = {
  internal,
  fba_marketplace: buildUnconnected('fba_marketplace'),
  retailer_fbb: buildUnconnected('retailer_fbb'),
  fulfilment_api_a: buildUnconnected('fulfilment_api_a'),
  fulfilment_api_b: buildUnconnected('fulfilment_api_b'),
  freight_platform: buildUnconnected('freight_platform'),
  shipping_api: buildUnconnected('shipping_api'),
  custom,
  simulator,
}

export const getCustodianConnector = (type: CustodianType): CustodianConnector => CONNECTORS[type]
