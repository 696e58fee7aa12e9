import type { Connector } from './connector.ts'
import type { Fulfilments } from './fulfilments/fulfilment.ts'
import type { OrderNotes } from './fulfilments/order-note.ts'
import type { OrderStates } from './order-states/order-states.ts'
import type { ShopWebhooks } from './webhooks/shop-webhooks.ts'

type Part<Name extends 'orders' | 'catalog' | 'inventory'> = NonNullable<Connector[Name]>

/** The functions of the modules that call a platform. */
interface Parts {
  test: NonNullable<Connector['test']>
  discover: NonNullable<Connector['discover']>
  readOrderPage: Part<'orders'>['page']
  getOrder: Part<'orders'>['get']
  getOrderRef(raw: unknown): string | undefined
  findOrders: Part<'orders'>['find']
  matchesStatuses(...given: Parameters<Part<'orders'>['matches']>): boolean
  readCatalogPage: Part<'catalog'>['page']
  findVariants: Part<'catalog'>['find']
  pushVariants: Part<'catalog'>['push']
  pushLevels: Part<'inventory'>['push']
}

/** Returns the parts of a connector whose modules are loaded by the first call. */
export const lazyParts = (load: () => Promise<Parts>, states: OrderStates, foundAtOnce: number) =>
  ({
    test: async (shop) => (await load()).test(shop),
    discover: async (shop) => (await load()).discover(shop),
    orders: {
      states,
      page: async (shop, query) => (await load()).readOrderPage(shop, query),
      get: async (shop, ref) => (await load()).getOrder(shop, ref),
      getRef: async (raw) => (await load()).getOrderRef(raw),
      foundAtOnce,
      find: async (shop, refs) => (await load()).findOrders(shop, refs),
      matches: async (order, statuses) => (await load()).matchesStatuses(order, statuses),
    },
    catalog: {
      page: async (shop, cursor) => (await load()).readCatalogPage(shop, cursor),
      find: async (shop, wanted) => (await load()).findVariants(shop, wanted),
      push: async (shop, variants) => (await load()).pushVariants(shop, variants),
    },
    inventory: { push: async (shop, levels) => (await load()).pushLevels(shop, levels) },
  }) satisfies Partial<Connector>

interface WebhookParts extends Pick<ShopWebhooks, 'subscribe' | 'read'> {
  listWebhooks: ShopWebhooks['list']
  removeWebhook: ShopWebhooks['remove']
}

/** Returns the parts of a connector's webhooks whose modules are loaded by the first call. */
export const lazyWebhooks = (load: () => Promise<WebhookParts>) =>
  ({
    subscribe: async (shop, wanted) => (await load()).subscribe(shop, wanted),
    list: async (shop) => (await load()).listWebhooks(shop),
    remove: async (shop, externalId) => (await load()).removeWebhook(shop, externalId),
    read: async (delivery, config) => (await load()).read(delivery, config),
  }) satisfies Partial<ShopWebhooks>

interface FulfilmentParts {
  listFulfilments: Fulfilments['list']
  publishFulfilment: Fulfilments['publish']
  withdrawFulfilment: Fulfilments['withdraw']
}

/** Returns the parts of a connector's fulfilments whose modules are loaded by the first call. */
export const lazyFulfilments = (load: () => Promise<FulfilmentParts>) =>
  ({
    list: async (shop, order) => (await load()).listFulfilments(shop, order),
    publish: async (shop, publication) => (await load()).publishFulfilment(shop, publication),
    withdraw: async (shop, withdrawal) => (await load()).withdrawFulfilment(shop, withdrawal),
  }) satisfies Partial<Fulfilments>

/** Returns the notes of a connector, whose module is loaded by the first call. */
export const lazyNotes = (load: () => Promise<{ writeOrderNote: OrderNotes['write'] }>): OrderNotes => ({
  write: async (shop, order, note) => (await load()).writeOrderNote(shop, order, note),
})
