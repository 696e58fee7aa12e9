import * as Type from 'typebox'
import { goodsFields } from '../catalog/goods.ts'
import { CreateProductInput, variantFields } from '../catalog/product.ts'
import { CorrectStockInput } from '../inventory/stock-item.ts'
import { amount, currency, id, input, optional, text } from '../types.ts'

const ofVariant = {
  ...optional(goodsFields),
  attributes: Type.Optional(variantFields.attributes),
  localizations: Type.Optional(variantFields.localizations),
}

/** Rows that stand for no single request. Their members have the schemas of the endpoints that they stand for. */
export const ProductRowInput = input({
  sku: variantFields.sku,
  name: Type.Optional(variantFields.name),
  product: Type.Optional(text(255)),
  productId: Type.Optional(id()),
  description: Type.Optional(Type.String({ maxLength: 20_000 })),
  brand: Type.Optional(text(255)),
  tags: CreateProductInput.properties.tags,
  categories: Type.Optional(Type.Array(text(64), { maxItems: 20 })),
  status: CreateProductInput.properties.status,
  ...ofVariant,
})

export const VariantRowInput = input({
  sku: variantFields.sku,
  name: Type.Optional(variantFields.name),
  productId: Type.Optional(id()),
  ...ofVariant,
})

export const PriceRowInput = input({
  sku: variantFields.sku,
  currency: currency(),
  amount: Type.Optional(amount({ minimum: 0 })),
  price: Type.Optional(Type.String({ maxLength: 30 })),
})

export const StockRowInput = input({
  sku: variantFields.sku,
  custodianId: id(),
  onHand: CorrectStockInput.properties.onHand,
  reason: Type.Optional(text(500)),
})
