import type { Static } from 'typebox'
import * as Type from 'typebox'
import { amount, currency, nullable, oneOf } from '../types.ts'

const PATTERN = '^\\d{4}-Q[1-4]$'
const TITLE = 'a quarter such as 2026-Q4'

export const quarter = (description: string) =>
  Type.String({ pattern: PATTERN, title: TITLE, examples: ['2026-Q4'], description })

const member = (description: string) => Type.String({ description, examples: ['AT'] })

export const ONE_STOP_SHOP_ROW_TYPES = ['supply', 'correction'] as const

/** A sum of what was sold by the one-stop shop in a quarter. */
export const OneStopShopRow = Type.Object({
  quarter: quarter('The quarter in which the supplies or the corrections were made, in your time zone'),
  dispatchCountry: member('Country from which the goods left'),
  destinationCountry: member('Country whose tax is owed; XI for Northern Ireland'),
  ratePercent: Type.Number(),
  type: oneOf(ONE_STOP_SHOP_ROW_TYPES, {
    description: '`supply`: invoices. `correction`: credit notes, and invoices that were cancelled after their issue.',
  }),
  originalQuarter: nullable(quarter('The quarter of the supply that a correction lowers; null for supplies')),
  currency: currency(),
  netAmount: amount({ description: 'Minor units without tax; below 0 for corrections' }),
  taxAmount: amount({ description: 'Minor units; below 0 for corrections' }),
})
export type OneStopShopRow = Static<typeof OneStopShopRow>
