import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { actorType, id, input, nullable, oneOf, timestamp, ulid } from '../types.ts'

export const IMPORT_KINDS = ['partners', 'products', 'variants', 'stock', 'prices', 'orders'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const IMPORT_MODES = ['all_or_nothing', 'valid_rows'] as const

export const IMPORT_STATES = ['checking', 'writing', 'completed', 'rejected', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })
const kind = () =>
  oneOf(IMPORT_KINDS, {
    description:
      'The columns of `partners` are `id`, `name`, `roles` (separated by `|`), `countryCode`, `defaultCurrency`, `locale`, `taxId`, `vatId`, `address.line1` and so on, `billingContact.name`, `billingContact.email`, `electronicAddress.scheme` (an EAS code such as `0204`), `electronicAddress.id` and `buyerReference`; of `variants` `sku`, `name`, `productId` (for a new SKU), `attributes.` with the name of an attribute, such as `attributes.colour`, `localizations.de_DE.name` and `.description`, `gtin`, `mpn`, `hsCode`, `countryOfOrigin`, `weightGrams`, `lengthMm`, `widthMm` and `heightMm`; of `products` the same with `product`, `description`, `brand`, `tags` and codes of `categories` (separated by `|`) and, for a new product, `status`; of `stock` `sku`, `custodianId`, `onHand` and `reason`; of `prices` `sku`, `currency`, and `amount` in minor units or `price` in decimals; of `orders` those of `GET /api/sales/order-rows/export`: one row for each line, and rows with the same `channelId` and `externalOrderId` are one order.',
  })
const mode = (options: object = {}) =>
  oneOf(IMPORT_MODES, {
    description:
      '`all_or_nothing` checks all rows first and writes nothing if one is not valid. `valid_rows` writes those that are valid.',
    ...options,
  })
const mapping = () =>
  Type.Record(Type.String({ minLength: 1, maxLength: 255 }), Type.String({ maxLength: 120 }), {
    maxProperties: 100,
    description: 'Columns by the headers of the file; a header that is mapped to an empty text is ignored',
    examples: [{ Artikelnummer: 'sku' }],
  })

const RowError = Type.Object({
  line: Type.Integer({ minimum: 1, description: 'Line of the file in which the row begins', examples: [17] }),
  column: Type.String({ description: 'Header of the column; empty for the whole row', examples: ['currency'] }),
  message: Type.String({ examples: ['must be an ISO 4217 currency code'] }),
})
export type RowError = Static<typeof RowError>

export const DataImport = resource('DataImport', '/api/data-exchange/imports/{id}', {
  id: ulid(),
  kind: kind(),
  fileId: ulid(),
  mode: mode(),
  dryRun: Type.Boolean(),
  status: oneOf(IMPORT_STATES, {
    description:
      '`checking` and `writing` while rows are processed. Then `completed`, also if rows were not valid; `rejected` if nothing was written because one was not; or `failed` if the file cannot be read.',
  }),
  rowCount: nullable(Type.Integer({ minimum: 0, description: 'Rows of the file; null until it was read' })),
  processedCount: count('Rows that were checked, or written once all were checked'),
  createdCount: count('Resources that were created; in a dry run, that would be. 0 while rows are only checked'),
  updatedCount: count('Resources that were changed; in a dry run, that would be'),
  unchangedCount: count('Rows whose values were there already. All rows of an order count'),
  failedCount: count('Rows that are not valid'),
  errors: Type.Array(RowError, { description: 'The first errors. `errorsUrl` has all.' }),
  errorsUrl: nullable(
    Type.String({ description: 'Endpoint that answers with all errors as CSV; null if there are none' }),
  ),
  failureReason: nullable(Type.String({ examples: ['The header has the column sku twice.'] })),
  requestedBy: nullable(ulid()),
  requestedByType: actorType(),
  finishedAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type DataImport = Static<typeof DataImport.fields>

export const CreateImportInput = input(
  {
    fileId: id({ description: 'A file with the purpose `import` that is ready' }),
    kind: kind(),
    mapping: Type.Optional(mapping()),
    mode: Type.Optional(mode({ default: 'valid_rows' })),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Checks all rows and writes nothing' })),
  },
  { examples: [{ fileId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C', kind: 'partners', mode: 'all_or_nothing' }] },
)
export type CreateImportInput = Static<typeof CreateImportInput>
