import type { Connector } from '../connector.ts'
import { TEST_ORDERS } from '../order-states/test-orders.ts'

/** A channel without a shop: orders come from bulk imports only. */
export const manual: Connector = {
  type: 'manual',
  keys: { required: [], secret: [] },
  pace: { burst: 1, perSecond: 1 },
  prepare: () => ({}),
  choices: TEST_ORDERS,
}
