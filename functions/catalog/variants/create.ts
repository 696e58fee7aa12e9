import { addVariant } from '../../../lib/catalog/variant-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateVariantInput, Variant } from '../../../schemas/catalog/product.ts'

export const createVariant = endpoint({
  route: 'POST /api/catalog/variants',
  scope: 'catalog:variant:write',
  summary: 'Create a variant of a product',
  idempotent: true,
  body: CreateVariantInput,
  success: 201,
  returns: Variant,
  problems: ['ALREADY_EXISTS'],
  run: ({ db }, { body, unit }) => addVariant(db, unit, body),
})
