import type { CustodianType } from '../../schemas/warehousing/custodian.ts'
import type { CustodianConnector } from './custodian-connector.ts'
import { custom } from './custom/custom.ts'
import { amazonMcf } from './fba-marketplace/amazon-mcf.ts'
import { flexport } from './freight-platform/flexport.ts'
import { shipBob } from './fulfilment-api-a/shipbob.ts'
import { shipHero } from './fulfilment-api-b/shiphero.ts'
import { internal } from './internal/internal.ts'
import { bolLvb } from './retailer-fbb/bol-lvb.ts'
import { shippingApi } from './shipping-api/easypost.ts'
import { simulator } from './simulator/simulator.ts'

// Connectors are small: the modules that call a system are loaded on demand.
const CONNECTORS: Readonly<Record<CustodianType, CustodianConnector>> = {
  internal,
  fba_marketplace: amazonMcf,
  retailer_fbb: bolLvb,
  fulfilment_api_a: shipBob,
  fulfilment_api_b: shipHero,
  freight_platform: flexport,
  shipping_api: shippingApi,
  custom,
  simulator,
}

export const getCustodianConnector = (type: CustodianType): CustodianConnector => CONNECTORS[type]
