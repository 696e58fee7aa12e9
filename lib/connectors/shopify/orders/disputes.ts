import * as Type from 'typebox'
import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { readPath } from '../../graphql.ts'
import { takePart } from '../../order-parts/split-amount.ts'
import { parseList, parseObject, readInstant, readMoney, readText } from '../../reading.ts'
import { maybe, readId } from './money.ts'

type DisputeRow = NonNullable<OrderRow['disputes']>[number]

export const Dispute = Type.Object({
  id: Type.String(),
  initiatedAs: Type.String(),
  status: Type.String(),
  /** The dispute as Shopify Payments knows it, if the app may see that. */
  details: maybe(Type.Unknown()),
})

/** The words of `DisputeStatus`. What was prevented or refunded is among the refunds of the order. */
const STATES: Readonly<Record<string, DisputeRow['status']>> = {
  NEEDS_RESPONSE: 'open',
  UNDER_REVIEW: 'open',
  WON: 'won',
  LOST: 'lost',
  ACCEPTED: 'lost',
  PREVENTED: 'closed',
  CHARGE_REFUNDED: 'closed',
}

export interface OrderMoney {
  currency: string
  shopCurrency: string
  /** The total that was ordered is given in both currencies. */
  ordered: number
  orderedInShop: number
}

/** Reads what is disputed in the currency of the order; undefined if the app may not see it. */
const readAmount = (details: unknown, money: OrderMoney): number | undefined => {
  const { amount, currencyCode } = parseObject(readPath(details, 'amount'))
  const currency = readText(currencyCode)
  if (typeof amount !== 'string' || (currency !== money.currency && currency !== money.shopCurrency)) return undefined
  const read = Math.max(0, readMoney(amount, currency, 'disputes.amount'))
  return currency === money.currency ? read : takePart(money.ordered, read, money.orderedInShop)
}

/**
 * Reads the disputes about the payments of an order. A state that is not known counts as open, since somebody has to look at
 * it.
 */
export const readDisputes = (disputes: unknown, money: OrderMoney): DisputeRow[] =>
  parseList(disputes).map((dispute) => {
    const { id, initiatedAs, status, details } = parseObject(dispute)
    const word = readText(status) ?? ''
    const kind = readText(readPath(details, 'type')) ?? readText(initiatedAs)
    return {
      externalDisputeId: readId(id) ?? '',
      kind: kind === 'INQUIRY' ? 'inquiry' : 'chargeback',
      status: (Object.hasOwn(STATES, word) && STATES[word]) || 'open',
      amount: readAmount(details, money) ?? null,
      endedAt: readInstant(readPath(details, 'finalizedOn')),
    }
  })
