import type { RemoteOrder } from '../../connectors/connector.ts'
import { judgeOrder, type Verdict } from '../../connectors/order-states/order-states.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { judgeByPayment } from '../order-changes/judge-by-payment.ts'
import type { StoredOrder } from '../orders/order.ts'

/** The decision of a channel about a version of an order, however that version was read. */
export interface Judgement {
  verdict: Verdict
  /** Why the version is not imported if the order is not known yet; undefined if it is. */
  leftOut: string | undefined
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
  const verdict = judgeByPayment(orderSettings, order.order.paymentStatus, (isPayable) =>
    judgeOrder(orders.states, order.words, { named: statusFilters, isPayable }),
  )
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
