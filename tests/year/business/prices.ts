/** A line as the business sells it. */
export interface Line {
  category: string
  /** Thousandths of a piece. */
  thousandths: number
  /** Cents; below 0 for a discount. */
  price: number
}

/** Kinds of tax in the settings of the business, with their rates and their accounts in SKR03. */
export const CATEGORIES: Readonly<Record<string, { rate: bigint; account: string }>> = {
  standard: { rate: 19n, account: '8400' },
  reduced: { rate: 7n, account: '8300' },
  zero: { rate: 0n, account: '8200' },
  exempt: { rate: 0n, account: '8100' },
  eu_services: { rate: 0n, account: '8336' },
  eu_goods: { rate: 0n, account: '8125' },
  export: { rate: 0n, account: '8120' },
  abroad: { rate: 0n, account: '8338' },
}

const getCategory = (name: string) => CATEGORIES[name] as (typeof CATEGORIES)[string]

/** Divides and rounds half a cent away from zero. */
export const divide = (dividend: bigint, divisor: bigint): bigint => {
  const size = ((dividend < 0n ? -dividend : dividend) * 2n + divisor) / (2n * divisor)
  return dividend < 0n ? -size : size
}

export const priceLine = ({ thousandths, price }: Line): number =>
  Number(divide(BigInt(thousandths) * BigInt(price), 1000n))

export const taxOf = (net: number, rate: bigint): number => Number(divide(BigInt(net) * rate, 100n))

/** The tax that a price contains. */
export const taxIn = (gross: number, rate: bigint): number => Number(divide(BigInt(gross) * rate, 100n + rate))

export interface Total {
  net: number
  tax: number
  gross: number
  /** Gross amounts by revenue account. */
  byAccount: ReadonlyMap<string, number>
}

/** Adds lines up as an invoice has to: the tax of each rate, which prices may contain, is rounded once. */
export const addUp = (lines: readonly Line[], pricesIncludeTax = false): Total => {
  const prices = new Map<string, number>()
  for (const line of lines) prices.set(line.category, (prices.get(line.category) ?? 0) + priceLine(line))
  const byAccount = new Map<string, number>()
  let [net, tax] = [0, 0]
  for (const [name, part] of prices) {
    const { rate, account } = getCategory(name)
    const own = pricesIncludeTax ? taxIn(part, rate) : taxOf(part, rate)
    const gross = pricesIncludeTax ? part : part + own
    net += gross - own
    tax += own
    byAccount.set(account, gross)
  }
  return { net, tax, gross: net + tax, byAccount }
}

export const rateOf = (category: string): bigint => getCategory(category).rate
export const accountOf = (category: string): string => getCategory(category).account
