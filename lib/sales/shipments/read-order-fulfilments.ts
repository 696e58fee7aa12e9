import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { findChannel } from '../channels/channel-store.ts'
import { toShopProblem } from '../channels/shop-problem.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findOrder } from '../orders/order-store.ts'
import type { Publications } from './publication.ts'
import { findPublications } from './publication-store.ts'
import { readOrderInShop } from './read-order-in-shop.ts'

const presentParcels = ({ parcels }: Publications) =>
  Object.entries(parcels)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([shipmentId, parcel]) => {
      const { status, externalIds, numbers, tries, nextAttemptAt, errorCode, message, publishedAt, runId } = parcel
      return {
        ...{ shipmentId, status, externalIds: [...externalIds], trackingNumber: numbers.at(-1) ?? null },
        ...{ attempts: tries, nextAttemptAt, errorCode, message, publishedAt, syncRunId: runId },
      }
    })

/** Asks the shop; null if it has no such order or cannot be asked. */
const askShop = async (app: App, tenant: Id, channel: StoredChannel, order: StoredOrder) => {
  const { fulfilments } = getConnector(channel.type)
  if (!fulfilments || channel.status === 'disconnected') return null
  try {
    const orderInShop = await readOrderInShop(app, tenant, order)
    const found = await fulfilments.list(await openShop(app, tenant, channel), orderInShop)
    return found?.map(({ lines, mark: _mark, ...shown }) => ({ ...shown, lines: [...lines] })) ?? null
  } catch (error) {
    throw toShopProblem(error)
  }
}

/** Returns what the shop shows of an order's parcels now, and what the platform knows of them. */
export const readOrderFulfilments = async (app: App, tenant: Id, id: string) => {
  const order = orNotFound(await findOrder(app.db, tenant, id))
  const channel = orNotFound(await findChannel(app.db, tenant, order.channelId))
  const publications = await findPublications(app.db, tenant, order.id)
  return {
    id: order.id,
    channelId: channel.id,
    supported: getConnector(channel.type).fulfilments !== undefined,
    fulfilments: await askShop(app, tenant, channel, order),
    parcels: publications ? presentParcels(publications) : [],
  }
}
