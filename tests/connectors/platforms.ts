import {
  type Connector,
  ConnectorError,
  isBadRecord,
  type OrderQuery,
  type Shop,
} from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { makeShopHttp } from '../../lib/connectors/shop-http.ts'
import { makeOutbound, type Outbound } from '../../lib/platform/outbound/outbound.ts'
import type { ChannelType } from '../../schemas/sales/channel.ts'
import type { StoreServer } from './servers/server.ts'
import { startShopify } from './servers/shopify.ts'
import { startSylius } from './servers/sylius.ts'
import { startVendure } from './servers/vendure.ts'
import { startWooCommerce } from './servers/woocommerce.ts'

export const PLATFORMS = {
  woocommerce: startWooCommerce,
  shopify: startShopify,
  sylius: startSylius,
  vendure: startVendure,
}

interface Reached {
  type: ChannelType
  /** Public URL that is mapped to the server on this machine. */
  address: string
  server: StoreServer
  credentials: Record<string, string>
  config: Record<string, string>
}

let connections = 0

/** The connector of a platform and its shop, with the real outbound client; waits only advance the clock. */
export const connect = (
  platform: Reached,
  more: {
    credentials?: Record<string, string>
    config?: Record<string, string>
    patienceMs?: number
    token?: Shop['token']
  } = {},
) => {
  const { type, address, server, config } = platform
  let now = Date.UTC(2026, 2, 2)
  const waited: number[] = []
  const real = makeOutbound({ allowPrivate: true })
  const outbound: Outbound = {
    send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }),
  }
  const connector = getConnector(type) as Connector & Required<Pick<Connector, 'test' | 'discover' | 'orders'>>
  const http = makeShopHttp({
    outbound,
    clock: () => new Date(now),
    connection: `${type} ${++connections}`,
    pace: connector.pace,
    ...(more.patienceMs !== undefined && { patienceMs: more.patienceMs }),
    wait: async (ms) => {
      waited.push(ms)
      now += ms
    },
  })
  const store: Shop = {
    credentials: connector.prepare(more.credentials ?? platform.credentials),
    config: more.config ?? config,
    http,
    ...(more.token && { token: more.token }),
  }
  return { connector, store, waited }
}

/** Returns the error of a call. Fails if there is none, or if it reveals a secret. */
export const refusalOf = async (call: Promise<unknown>, secrets: readonly string[] = []): Promise<ConnectorError> => {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    for (const secret of secrets)
      if (error.message.includes(secret)) throw new Error('the refusal tells a secret', { cause: error })
    return error
  }
  throw new Error('the call is not refused')
}

/** Reads all orders from the first to the last page. */
export const walk = async ({ connector, store }: ReturnType<typeof connect>, query: Partial<OrderQuery> = {}) => {
  const pages = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof connector.orders.page>> = await connector.orders.page(store, {
      since: new Date(0),
      statuses: null,
      cursor,
      ...query,
      ...(cursor !== null && { cursor }),
    })
    pages.push(page.orders)
    if (pages.length > 500) throw new Error('the walk does not end')
    cursor = page.next
  } while (cursor !== null)
  const records = pages.flat()
  return {
    pages: pages.length,
    records,
    orders: records.flatMap((record) => (isBadRecord(record) ? [] : record)),
    bad: records.filter(isBadRecord),
  }
}
