import { PriceRowInput } from '../../../schemas/data-exchange/import-rows.ts'
import { importPriceRow } from '../../catalog/rows/import-price-row.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { getMinorDigits, isCurrency } from '../../platform/money/currencies.ts'
import { parseMinorUnits } from '../../platform/money/minor-units.ts'
import { invalid } from '../../platform/problem.ts'
import { checkGiven } from './check-given.ts'
import type { RowKind } from './row-kind.ts'

interface PriceRow {
  sku: string
  currency: string
  amount?: number
  price?: string
}

/** Returns minor units. A decimal may have a comma, and only as many decimals as the currency has. */
const readAmount = ({ currency, amount, price }: PriceRow): number => {
  if (!isCurrency(currency)) throw invalid({ propertyPath: 'currency', message: 'must be an ISO 4217 currency code' })
  if ((amount === undefined) === (price === undefined))
    throw invalid({ propertyPath: 'amount', message: 'must be given, or price instead of it' })
  if (amount !== undefined) return amount
  const decimal = (price as string).replace(',', '.')
  const found = parseMinorUnits(decimal, currency)
  const fraction = decimal.split('.')[1] ?? ''
  if (found === undefined || found < 0 || fraction.length > getMinorDigits(currency))
    throw invalid({ propertyPath: 'price', message: `must be a decimal from 0 with the decimals of ${currency}` })
  return found
}

/** Prices of variants, found by their SKU. */
export const priceRows: RowKind = {
  columns: { sku: 'text', currency: 'text', amount: 'integer', price: 'text' },
  required: ['sku', 'currency'],
  scopes: ['catalog:variant:write'],
  keyColumn: 'sku',
  listKeys: ({ sku = '', currency = '' }) => [`${foldSku(sku)}#${currency}`],
  async apply({ db }, unit, given) {
    const row = await checkGiven<PriceRow>(PriceRowInput, given)
    return await importPriceRow(db, unit, { sku: row.sku, currency: row.currency, amount: readAmount(row) })
  },
}
