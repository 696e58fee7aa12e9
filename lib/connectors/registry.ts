import type { ChannelType } from '../../schemas/sales/channel.ts'
import type { Connector } from './connector.ts'
import { manual } from './manual/manual.ts'
import { shopify } from './shopify/shopify.ts'
import { simulator } from './simulator/simulator.ts'
import { sylius } from './sylius/sylius.ts'
import { vendure } from './vendure/vendure.ts'
import { woocommerce } from './woocommerce/woocommerce.ts'

// Connectors are small: the modules that call a platform are loaded on demand.
const CONNECTORS: Readonly<Record<ChannelType, Connector>> = {
  manual,
  woocommerce,
  shopify,
  sylius,
  vendure,
  simulator,
}

const hasOAuth = (connector: Connector): connector is Connector & Required<Pick<Connector, 'oauth'>> =>
  connector.oauth !== undefined

export const getConnector = (type: ChannelType): Connector => CONNECTORS[type]

/** Returns the connectors of platforms on whose pages a shop's owner authorizes a channel. */
export const listOAuthConnectors = () => Object.values(CONNECTORS).filter(hasOAuth)
