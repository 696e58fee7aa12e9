import type { Static } from 'typebox'
import * as Type from 'typebox'
import { type LineTax, readRate } from '../../order-parts/line-taxes.ts'
import { readMoney, readText } from '../../reading.ts'

const Amount = Type.Object({ amount: Type.String() })

/** An amount in the currency in which the customer pays. */
export const Money = Type.Object({ presentmentMoney: Amount })
/** An amount in the customer's and the shop's currency, which are often the same. */
export const BothMoney = Type.Object({ presentmentMoney: Amount, shopMoney: Amount })

/** The schema, which the shop may leave null or absent. */
export const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))

/** Reads an amount in minor units of the customer's currency; an absent one is 0. */
export type ReadAmount = (money: Static<typeof Money> | null | undefined, name: string) => number

export const makeReadAmount =
  (currency: string): ReadAmount =>
  (money, name) =>
    money ? readMoney(money.presentmentMoney.amount, currency, name) : 0

/** Returns the part of a global id that the shop shows; null if it has none. */
export const readId = (gid: unknown): string | null =>
  typeof gid === 'string' ? readText(gid.split('?')[0]?.split('/').at(-1)) : null

export const TaxLine = Type.Object({
  title: maybe(Type.String()),
  rate: maybe(Type.Number()),
  ratePercentage: maybe(Type.Number()),
  priceSet: Money,
})

export const readTaxLines = (lines: readonly Static<typeof TaxLine>[], read: ReadAmount): LineTax[] =>
  lines.map(({ title, rate, ratePercentage, priceSet }) => ({
    name: readText(title, 100),
    ratePercent: readRate(ratePercentage ?? (typeof rate === 'number' ? rate * 100 : null)),
    amount: read(priceSet, 'taxLines.priceSet'),
  }))
