import type { CustodianConnector } from '../custodian-connector.ts'

type Orders = NonNullable<CustodianConnector['orders']>
type Part<Name extends 'inventory' | 'inbound' | 'labels'> = NonNullable<CustodianConnector[Name]>

/** Returns functions of a connector whose modules are loaded by the first call. */
export const lazyTest =
  (load: () => Promise<{ test: NonNullable<CustodianConnector['test']> }>): NonNullable<CustodianConnector['test']> =>
  async (system) =>
    (await load()).test(system)

export const lazyOrders = (
  load: () => Promise<{ dispatch: Orders['dispatch']; findOrder: Orders['find'] }>,
): Pick<Orders, 'dispatch' | 'find'> => ({
  dispatch: async (system, dispatch) => (await load()).dispatch(system, dispatch),
  find: async (system, reference, known) => (await load()).findOrder(system, reference, known),
})

export const lazyCancel =
  (load: () => Promise<{ cancelOrder: NonNullable<Orders['cancel']> }>): NonNullable<Orders['cancel']> =>
  async (system, order) =>
    (await load()).cancelOrder(system, order)

export const lazyInventory = (
  load: () => Promise<{ readStockPage: Part<'inventory'>['page'] }>,
): Part<'inventory'> => ({
  page: async (system, cursor) => (await load()).readStockPage(system, cursor),
})

export const lazyInbound = (load: () => Promise<{ announce: Part<'inbound'>['announce'] }>): Part<'inbound'> => ({
  announce: async (system, announcement) => (await load()).announce(system, announcement),
})
