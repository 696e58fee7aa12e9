import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { id, input, nullable, oneOf, optional, text, timestamp, ulid } from '../types.ts'
import { goodsFields } from './goods.ts'

export const PRODUCT_STATES = ['draft', 'active', 'archived'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]

export const attributes = () =>
  Type.Record(Type.String({ pattern: '^\\S(.{0,98}\\S)?$' }), Type.String({ maxLength: 1000 }), {
    maxProperties: 100,
    additionalProperties: false,
    title: 'an object of up to 100 texts of at most 1000 characters, with names of at most 100 characters',
    examples: [{ material: 'Oak' }],
  })

const CATEGORIES = 'Categories of the product, the main one first'

const fields = {
  name: text(255, { examples: ['Oak chair'] }),
  description: nullable(Type.String({ maxLength: 20_000 })),
  brand: nullable(text(255)),
  tags: Type.Array(text(50), {
    maxItems: 50,
    description: 'Words of your own, by which products are found; channels do not show them',
    examples: [['gift']],
  }),
  categoryIds: Type.Array(id(), { maxItems: 20, uniqueItems: true, description: CATEGORIES }),
  attributes: attributes(),
}

export const Product = resource('Product', '/api/catalog/products/{id}', {
  id: ulid(),
  status: oneOf(PRODUCT_STATES, {
    description: 'Channels show the variants of active products only',
    examples: ['active'],
  }),
  ...fields,
  categoryIds: Type.Array(ulid(), { description: CATEGORIES }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Product = Static<typeof Product.fields>

const { name, ...rest } = fields

export const CreateProductInput = input({
  name,
  ...optional(rest),
  status: Type.Optional(oneOf(['draft', 'active'], { description: '`active` by default' })),
})
export type CreateProductInput = Static<typeof CreateProductInput>
export const UpdateProductInput = input(optional(fields), { minProperties: 1 })
export type UpdateProductInput = Static<typeof UpdateProductInput>

export const variantFields = {
  sku: text(100, {
    description:
      'Identifies the variant in the tenant, however it is spelled: case, Unicode form and runs of white space make no difference',
    examples: ['CHAIR-OAK'],
  }),
  name: text(255, { examples: ['Oak chair, white'] }),
  ...goodsFields,
  attributes: attributes(),
  prices: Type.Array(
    Type.Object(
      {
        currency: Type.String({ pattern: '^[A-Z]{3}$', title: 'an ISO 4217 currency code', examples: ['EUR'] }),
        amount: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [11900] }),
        includesTax: Type.Optional(
          nullable(
            Type.Boolean({
              description:
                'Whether the amount contains tax. A channel whose shop has the other kind of prices does not get it, since the rate between them is not known. Absent or null: as it was for the currency, and unknown for a new price, which every channel gets',
            }),
          ),
        ),
      },
      { additionalProperties: false },
    ),
    { maxItems: 100, description: 'Prices in minor units, one for each currency' },
  ),
  localizations: Type.Record(
    Type.String({ pattern: '^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8}){0,3}$' }),
    Type.Object(
      {
        name: Type.Optional(nullable(text(255))),
        description: Type.Optional(nullable(Type.String({ maxLength: 20_000 }))),
      },
      { additionalProperties: false },
    ),
    {
      maxProperties: 50,
      additionalProperties: false,
      title: 'names and descriptions by locale, such as de_DE',
      examples: [{ de_DE: { name: 'Eichenstuhl, weiß', description: null } }],
    },
  ),
}

export const Variant = resource('Variant', '/api/catalog/variants/{id}', {
  id: ulid(),
  productId: ulid(),
  ...variantFields,
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Variant = Static<typeof Variant.fields>

const { sku, name: variantName, ...restOfVariant } = variantFields

export const CreateVariantInput = input({ productId: id(), sku, name: variantName, ...optional(restOfVariant) })
export type CreateVariantInput = Static<typeof CreateVariantInput>
export const UpdateVariantInput = input(optional(variantFields), { minProperties: 1 })
export type UpdateVariantInput = Static<typeof UpdateVariantInput>
