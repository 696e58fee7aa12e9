import type { OrderRow } from '../../../schemas/sales/order.ts'
import { readDisputeWord } from '../../connectors/order-states/dispute-words.ts'
import { IMPORTED_ORDER_STATES } from '../../connectors/order-states/imported-order-states.ts'
import { ENDED, judgeOrder, type Verdict } from '../../connectors/order-states/order-states.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { judgeByPayment } from '../order-changes/judge-by-payment.ts'

/** Every other status is a word of the sender, which acceptance rules can refer to. */
const CANCELLED = /^\s*cancell?ed\s*$/i

/** Judges an order that no shop has, by its status, its disputes and its payment. */
export const judgeRow = ({ orderSettings }: Pick<StoredChannel, 'orderSettings'>, row: Partial<OrderRow>): Verdict => {
  const { status, paymentStatus, disputes } = row
  if (CANCELLED.test(status ?? '')) return ENDED
  const words = {
    dispute: readDisputeWord(disputes),
    paymentStatus: paymentStatus === 'unknown' ? null : paymentStatus,
  }
  return judgeByPayment(orderSettings, row, (isPayable) => judgeOrder(IMPORTED_ORDER_STATES, words, { isPayable }))
}
