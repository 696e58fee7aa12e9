import type { Static } from 'typebox'
import { foldText } from '../../../platform/identifiers/fold-text.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import type { Shop } from '../../connector.ts'
import { parseObject, readText } from '../../reading.ts'
import { type Charge, type ReadAmount, readRefundedId } from './lines.ts'

type Fee = Static<typeof Charge>

/** The name by which other shops call a payment by gift card. */
export const GIFT_CARD = 'gift_card'

/** Extensions may put the code of the card behind the name, so a name may end with an asterisk. */
const matches = (name: string, wanted: string) =>
  wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted

const readFeeAmount = ({ total, total_tax }: Fee, read: ReadAmount) =>
  sumAmounts([read(total, 'fee_lines.total'), read(total_tax, 'fee_lines.total_tax')])

/** Gift cards with which an order was paid, and what was paid with them. */
export interface GiftCards {
  fees: ReadonlySet<Fee>
  /** Ids of the fees, which refunds name. */
  ids: ReadonlySet<string>
  amount: number
}

/**
 * Finds the fees below 0 with which extensions write that a part of an order was paid by gift card. Only the merchant knows how
 * the extension calls them; all others are discounts.
 */
export const findGiftCards = (
  given: readonly Fee[],
  { gift_card_fees: named = '' }: Shop['config'],
  read: ReadAmount,
): GiftCards => {
  const wanted = named.split(',').map(foldText).filter(Boolean)
  const fees = given.filter((fee) => {
    const name = foldText(readText(parseObject(fee).name) ?? '')
    return readFeeAmount(fee, read) < 0 && wanted.some((each) => matches(name, each))
  })
  return {
    fees: new Set(fees),
    ids: new Set(fees.flatMap((fee) => readText(parseObject(fee).id) ?? [])),
    amount: -sumAmounts(fees.map((fee) => readFeeAmount(fee, read))),
  }
}

/** Tells whether a refunded fee gives back a payment by gift card. */
export const isOfGiftCard = (fee: Record<string, unknown>, { ids }: GiftCards): boolean => {
  const id = readRefundedId(fee)
  return id !== null && ids.has(id)
}
