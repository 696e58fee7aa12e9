import type { Commission } from '../../../schemas/billing/tariff.ts'
import type { OrderSettings } from '../../../schemas/sales/order-settings.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Due } from '../../platform/store/table/due.ts'

/** The agreement with the seller of an order on the day on which the order was accepted. */
export interface SellerTerms {
  earnsWhen: OrderSettings['sellerEarnsWhen']
  earnsAfterDays: number
  currency: OrderSettings['sellerCurrency']
  /** The commission on the order; its fixed amount is in `currency`. Null without one. */
  commission: (Omit<Commission, 'channelId'> & { currency: string }) | null
}

/** Pieces by the index of their line in the order. */
export type PiecesByOrderLine = Readonly<Record<number, number>>

/** Pieces that were handed over or delivered together. */
export interface SuppliedPieces {
  /** The hand-off, or a name of its own for pieces that others sent. */
  id: string
  /** Time of what the terms wait for, from which the days count. */
  at: string
  pieces: PiecesByOrderLine
}

/** A refund that a return gave the customer. */
export interface ReturnRefund {
  returnId: Id
  returnNumber: string
  amount: number
  currency: string
  /** The id of the refund at whoever moved the money, if it is known. */
  reference: string | null
  refundedAt: string
  pieces: PiecesByOrderLine
}

/** The amounts that were charged for one reason. */
export interface Charged {
  /** Share of the seller; below 0 if it was taken back. */
  sales: number
  /** Commission on it; below 0 if the seller owes it. */
  commission: number
}

/** The charges of an order's seller, and the progress that they follow from; it has the id of the order. */
export interface StoredSellerAccount extends Stored, Due {
  currency: string
  /** By reason: `order`, `refund:<id in the shop>`, `return:<id>`, or `ended`. */
  charged: Readonly<Record<string, Charged>>
  /** True once pieces were handed over. */
  hasLeft: boolean
  /** Pieces that nobody will fulfil. */
  cancelled: PiecesByOrderLine
  /** Empty for orders that are earned when they are accepted. */
  supplies: readonly SuppliedPieces[]
  returns: readonly ReturnRefund[]
}

/** The progress of an order as far as its seller is concerned. */
export type Progress = Pick<StoredSellerAccount, 'hasLeft' | 'cancelled' | 'supplies' | 'returns'>

export const NO_PROGRESS: Progress = { hasLeft: false, cancelled: {}, supplies: [], returns: [] }
