import { judgeOrder, type OrderStates, type OrderWords } from '../order-states/order-states.ts'
import type { Hindrance } from './publish-parcel.ts'

/**
 * Tells why a shop must show no further parcel of an order that has these words, although most shops would take it and tell the
 * customer. An order that has ended refuses it; one whose payment failed, or that is none, may become an order again. No status
 * filter changes these meanings, so none is asked for.
 */
export const findEnd = (states: OrderStates, words: OrderWords): Hindrance | undefined => {
  const { meaning, reason } = judgeOrder(states, words)
  if (meaning === 'ended') return { refused: `${reason}.` }
  return meaning === 'failed' || meaning === 'none' ? { waits: `${reason}.` } : undefined
}
