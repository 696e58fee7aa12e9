import type { Static } from 'typebox'
import { VariantRowInput } from '../../../schemas/data-exchange/import-rows.ts'
import { importVariantRow } from '../../catalog/rows/import-variant-row.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { checkGiven } from './check-given.ts'
import type { RowKind } from './row-kind.ts'

/** Columns with the values of a variant that products can have too. */
export const VARIANT_COLUMNS = {
  ...{ gtin: 'text', mpn: 'text', hsCode: 'text', countryOfOrigin: 'text' },
  ...{ weightGrams: 'integer', lengthMm: 'integer', widthMm: 'integer', heightMm: 'integer' },
  'attributes.*': 'text',
  'localizations.*.name': 'text',
  'localizations.*.description': 'text',
} as const satisfies RowKind['columns']

/** Variants of existing products, found by their SKU. */
export const variantRows: RowKind = {
  columns: { sku: 'text', name: 'text', productId: 'text', ...VARIANT_COLUMNS },
  required: ['sku'],
  scopes: ['catalog:variant:write'],
  keyColumn: 'sku',
  listKeys: ({ sku = '' }) => [foldSku(sku)],
  apply: async ({ db }, unit, given) =>
    importVariantRow(db, unit, await checkGiven<Static<typeof VariantRowInput>>(VariantRowInput, given)),
}
