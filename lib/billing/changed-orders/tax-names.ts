import type { LineItem } from '../../../schemas/billing/invoice.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { type LineTax, nameTax, type TaxRates } from '../tax.ts'
import { addOrderSupply } from '../taxes/order-supply.ts'
import { type Charge, nameCharge, UNKNOWN_CHARGE } from '../taxes/rate-shares.ts'
import type { LeavesFrom } from '../taxes/read-dispatch.ts'
import { decideTaxOfLine, type SupplyPlace } from '../taxes/supply-place.ts'
import type { Billed } from './read-billed.ts'

/** Amounts with tax, by the names of their taxes. */
export type AmountsByTax = ReadonlyMap<string, number>

export const sumByTax = (parts: readonly { name: string; amount: number }[]): AmountsByTax => {
  const groups = Map.groupBy(parts, ({ name }) => name)
  return new Map([...groups].map(([name, own]) => [name, sumAmounts(own.map(({ amount }) => amount))]))
}

/** Adds the amounts of the second ones times `sign`; those of nothing are left out. */
export const addByTax = (one: AmountsByTax, other: AmountsByTax, sign: 1 | -1 = 1): AmountsByTax => {
  const names = new Set([...one.keys(), ...other.keys()])
  const sums = [...names].map(
    (name) => [name, sumAmounts([one.get(name) ?? 0, sign * (other.get(name) ?? 0)])] as const,
  )
  return new Map(sums.filter(([, amount]) => amount !== 0))
}

/** Picks the amounts above 0, or with a sign of -1 what those below 0 lack. */
export const pickByTax = (amounts: AmountsByTax, sign: 1 | -1): AmountsByTax =>
  new Map([...amounts].flatMap(([name, amount]) => (amount * sign > 0 ? [[name, amount * sign] as const] : [])))

const readCharge = ({ supply }: Pick<LineItem, 'supply'>): string => nameCharge(supply ?? UNKNOWN_CHARGE)

/**
 * Names the taxes of an order as the invoices that bill it do. What a shop charged, or did not tell, has the tax of the first
 * line of which it says the same, so that no later change of the settings looks like a change of the order.
 */
export const nameTaxes = (invoices: readonly Billed[], orderId: string, decide: (charge: Charge) => LineTax) => {
  const lines = invoices.flatMap((billed) => billed.lines.filter((line) => line.orderId === orderId))
  const firstCharge = new Map<string, string>()
  const firstTax = new Map<string, string>()
  for (const line of lines) {
    if (!firstCharge.has(nameTax(line))) firstCharge.set(nameTax(line), readCharge(line))
    if (!firstTax.has(readCharge(line))) firstTax.set(readCharge(line), nameTax(line))
  }
  const ofTax = (tax: LineTax): string => {
    const name = nameTax(tax)
    const charge = firstCharge.get(name)
    return charge === undefined ? name : (firstTax.get(charge) ?? name)
  }
  return {
    /** Returns the name of the tax of an invoice's line, or of a credit note's. */
    ofLine: ofTax,
    /** Returns the name of the tax that a charge of the shop has. */
    ofCharge: (charge: Charge): string => firstTax.get(nameCharge(charge)) ?? ofTax(decide(charge)),
    /** Adds up what an invoice bills of the order, less what credit notes take off. */
    sumBilled: ({ rests, refunds }: Billed): AmountsByTax =>
      addByTax(
        sumByTax(rests.map(({ line, rest }) => ({ name: ofTax(line), amount: rest.amount + rest.taxAmount }))),
        sumByTax(refunds.map((line) => ({ name: ofTax(line), amount: line.amount + line.taxAmount }))),
        -1,
      ),
  }
}

export type TaxNames = ReturnType<typeof nameTaxes>

/** By what the lines of an invoice are taxed. */
export interface Pricing {
  taxRates: TaxRates
  place: SupplyPlace
}

/** Decides on the tax of a charge of an order as a new line would have it. */
export const decideTaxOfCharge = (
  order: StoredOrder,
  leavesFrom: LeavesFrom,
  { chargedRatePercent, lineKind }: Charge,
  { place, taxRates }: Pricing,
): LineTax => {
  const [line] = addOrderSupply([{ chargedRatePercent, lineKind, orderId: order.id }], order, leavesFrom)
  return decideTaxOfLine(line ?? {}, place, taxRates).tax
}
