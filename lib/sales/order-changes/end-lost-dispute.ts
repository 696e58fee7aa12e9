import type { OrderSettings } from '../../../schemas/sales/order-settings.ts'
import type { Verdict } from '../../connectors/order-states/order-states.ts'
import type { StoredOrder } from '../orders/order.ts'

/**
 * Ends an order of which a lost dispute has given back everything, like one that its shop refunded in full, unless the channel
 * holds those. It is for orders of which nothing has left.
 */
export const endLostDispute = (
  { cancelsRefunded }: Pick<OrderSettings, 'cancelsRefunded'>,
  verdict: Verdict,
  { keptAmount }: Pick<StoredOrder, 'keptAmount'>,
): Verdict =>
  cancelsRefunded && verdict.word === 'dispute_lost' && keptAmount === 0 ? { ...verdict, meaning: 'ended' } : verdict
