import { formatDecimal } from '../../../lib/platform/money/minor-units.ts'

/** A tax as a merchant sets it up. */
export interface Rate {
  name: string
  percent: number
}

/** A discount's share of a line, in the prices of the shop. */
export interface CartDiscount {
  code?: string
  name?: string
  amount: number
}

/** Amounts are in minor units, with taxes if `isGross`. */
export interface CartLine {
  /** The platform's ids of what is sold; otherwise ones that nothing is linked with. */
  sold?: { product: string; variant: string }
  sku: string | null
  name: string
  quantity: number
  /** Price of one piece before discounts. */
  price: number
  discounts?: CartDiscount[]
  rates?: Rate[]
  kind?: 'goods' | 'digital' | 'gift_card' | 'tip' | 'free_text'
  /** Index of the line of the bundle, or a name of it where bundles are no lines. */
  bundle?: string
}

export interface CartCharge {
  name: string
  price: number
  discounts?: CartDiscount[]
  rates?: Rate[]
}

export interface CartRefund {
  /** Pieces by index of their line; `left` tells what the shop says of them, if it says anything. */
  lines?: { line: number; quantity: number; left?: boolean; amount?: number }[]
  /** Of shipping, in the prices of the shop. */
  shipping?: number
  duties?: number
  /** Of fees by their index, with the sign of the fee. */
  fees?: { fee: number; amount: number }[]
  /** What the customer gets, if that is not what the parts cost. */
  amount?: number
  status?: 'SUCCESS' | 'PENDING' | 'FAILURE' | 'none'
  at?: string
  note?: string
}

/** An order with everything that it can consist of; each shop computes its amounts by its own arithmetic. */
export interface Cart {
  currency: string
  isGross: boolean
  lines: CartLine[]
  shipping?: CartCharge[]
  fees?: CartCharge[]
  duties?: number
  refunds?: CartRefund[]
  /** Pieces that an edit removed, by index of their line. */
  edited?: { line: number; quantity: number }[]
}

/** The exact quotient of whole numbers, rounded as a shop does. */
export const divide = (numerator: bigint, denominator: bigint, half: 'up' | 'down' = 'up'): number => {
  const negative = numerator < 0n
  const size = negative ? -numerator : numerator
  const [whole, rest] = [size / denominator, size % denominator]
  const isUp = half === 'up' ? 2n * rest >= denominator : 2n * rest > denominator
  return Number(whole + (isUp ? 1n : 0n)) * (negative ? -1 : 1)
}

/** A rate as a whole number of millionths. */
export const millionths = ({ percent }: Rate): bigint => BigInt(Math.round(percent * 10_000))

export const add = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

export const countRemoved = ({ edited = [] }: Cart, line: number): number =>
  add(edited.flatMap((each) => (each.line === line ? each.quantity : [])))

export const text = (amount: number, currency: string): string => formatDecimal(amount, currency)
