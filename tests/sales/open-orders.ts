import { app, makeApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Id } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import type { PLATFORMS } from '../connectors/platforms.ts'
import type { startShopify } from '../connectors/servers/shopify.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { later, simulating } from './sync.ts'

export const HOUR_MS = 3600_000
export const DAY = 24
/** A channel is read each quarter of an hour; to read it less often only delays what is seen. */
export const STEP = 2

export type Shop = Awaited<ReturnType<(typeof PLATFORMS)[keyof typeof PLATFORMS]>>

export const now = () => app().clock().toISOString()

/** Lets hours pass, in which nothing but the reading of the channel and the workers run. */
export const pass = async (hours: number, { tenant }: Member, { id }: { id: string }) => {
  for (let at = 0; at < hours; at += STEP) {
    later(STEP * HOUR_MS)
    await syncChannel(app(), tenant, id as Id, createLog({}))
    await drainEvents()
  }
}

/** Connects a channel to the shop of a stand-in. */
export const connectTo = async (shop: Shop) => {
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server, type, credentials, config: connectorConfig } = shop
  simulating({ outbound: { send: (asked) => real.send({ ...asked, url: asked.url.replace(address, server.url) }) } })
  const owner = await aMember()
  const channel = await aChannel(owner, { type, credentials, connectorConfig })
  return { owner, channel }
}

/** Lets an app of Shopify see orders of any age. */
export const letSeeAll = (shop: Shop) => {
  if (shop.type === 'shopify') (shop as Awaited<ReturnType<typeof startShopify>>).mode.scopes.push('read_all_orders')
}
