import type { CustodianConnector } from './custodian-connector.ts'
import { readNotice } from './read-notice.ts'
import { isSignedWebhook } from './standard-webhook.ts'

type PartOf<Part extends keyof CustodianConnector> = NonNullable<CustodianConnector[Part]>

/** Functions of a system's modules, which are loaded with the first call. */
interface Loaded {
  test: PartOf<'test'>
  dispatch: PartOf<'orders'>['dispatch']
  find: PartOf<'orders'>['find']
  cancel: NonNullable<PartOf<'orders'>['cancel']>
  readStockPage: PartOf<'inventory'>['page']
  announce: PartOf<'inbound'>['announce']
}

/** Builds the parts of a system that speaks the platform's own format and signs its webhooks by the standard. */
export const buildOwnParts = (load: () => Promise<Loaded>) =>
  ({
    test: async (system) => (await load()).test(system),
    orders: {
      dispatch: async (system, dispatch) => (await load()).dispatch(system, dispatch),
      find: async (system, reference) => (await load()).find(system, reference),
      cancel: async (system, order) => (await load()).cancel(system, order),
    },
    inventory: { page: async (system, cursor) => (await load()).readStockPage(system, cursor) },
    inbound: { announce: async (system, announcement) => (await load()).announce(system, announcement) },
    webhooks: {
      verify: (delivery, { webhookSecret }, now) => isSignedWebhook(delivery, webhookSecret, now),
      read: readNotice,
    },
  }) satisfies Omit<CustodianConnector, 'type' | 'capabilities'>
