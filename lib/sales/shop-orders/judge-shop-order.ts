import type { OrderRow } from '../../../schemas/sales/order.ts'
import type { RemoteOrder } from '../../connectors/connector.ts'
import { judgeOrder, type Verdict } from '../../connectors/order-states/order-states.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { judgeByPayment } from '../order-changes/judge-by-payment.ts'
import { assignElsewhere } from '../order-parts/assign-elsewhere.ts'
import { readFulfilments } from '../order-parts/read-fulfilments.ts'
import { readParts } from '../order-parts/read-parts.ts'
import type { StoredOrder } from '../orders/order.ts'

/** The decision of a channel about a version of an order, however that version was read. */
export interface Judgement {
  verdict: Verdict
  /** Why the version is not imported if the order is not known yet; undefined if it is. */
  leftOut: string | undefined
}

/** Counts the pieces that the shop expects to be sent from here, now or later. */
const countToSend = (row: OrderRow): number =>
  assignElsewhere(readParts(row).lineItems, readFulfilments(row), [], false).reduce(
    (sum, { kind, quantity, fulfilledElsewhereQuantity: elsewhere }) =>
      sum + (kind === 'goods' ? quantity - elsewhere : 0),
    0,
  )

/**
 * Judges whether an order that its shop releases can be sent: not without an address, and not while the shop has sent pieces
 * without telling which. A hold is told with what the shop says of it.
 */
const judgeDelivery = (verdict: Verdict, { order, hold }: RemoteOrder): Verdict => {
  if (verdict.meaning === 'wait') return hold ? { ...verdict, reason: `${verdict.reason} (${hold})` } : verdict
  if (verdict.meaning === 'part_sent' && !order.fulfilments)
    return { ...verdict, meaning: 'wait', reason: `${verdict.reason}, and it does not tell which` }
  if (!['ship', 'part_sent'].includes(verdict.meaning) || order.shippingAddress || !countToSend(order)) return verdict
  return { meaning: 'wait', word: 'no address', reason: 'The order has no delivery address' }
}

const EXCLUDED = 'The status filters of the channel exclude the order, so it was not imported yet.'

/**
 * Judges an order of the channel's shop by the platform's words and the status filters of the channel. Ended orders are
 * imported whatever the filters are. Throws `ConnectorError` if the platform does not know a filter.
 */
export const judgeShopOrder = async (
  { type, syncSettings, orderSettings }: Pick<StoredChannel, 'type' | 'syncSettings' | 'orderSettings'>,
  order: RemoteOrder,
): Promise<Judgement> => {
  const { orders } = getConnector(type)
  if (!orders) throw new Error(`orders of ${type} cannot be judged`)
  const { statusFilters } = syncSettings
  const byWords = judgeByPayment(orderSettings, order.order, (isPayable) =>
    judgeOrder(orders.states, order.words, { named: statusFilters, isPayable }),
  )
  const verdict = judgeDelivery(byWords, order)
  if (verdict.meaning === 'none') return { verdict, leftOut: `${verdict.reason}. It was not imported.` }
  const mustMatch = statusFilters !== null && verdict.meaning !== 'ended'
  const isExcluded = mustMatch && !(await orders.matches(order, statusFilters))
  return { verdict, leftOut: isExcluded ? EXCLUDED : undefined }
}

const DAY_MS = 24 * 3600_000

/** Tells whether the shop would show the order if it existed. */
export const isSurelyShown = (
  { type }: Pick<StoredChannel, 'type'>,
  { placedAt, createdAt }: Pick<StoredOrder, 'placedAt' | 'createdAt'>,
  now: Date,
): boolean => {
  const days = getConnector(type).orders?.shownForDays
  return days === undefined || now.getTime() - Date.parse(placedAt ?? createdAt) < days * DAY_MS
}
