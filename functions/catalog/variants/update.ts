import { changeVariant } from '../../../lib/catalog/variant-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { UpdateVariantInput, Variant } from '../../../schemas/catalog/product.ts'

export const updateVariant = endpoint({
  route: 'PATCH /api/catalog/variants/{id}',
  scope: 'catalog:variant:write',
  summary: 'Update a variant; absent members stay unchanged',
  description: 'If given, `attributes`, `prices` and `localizations` are replaced as a whole.',
  body: UpdateVariantInput,
  returns: Variant,
  problems: ['ALREADY_EXISTS'],
  run: (_app, { params, body, unit }) => changeVariant(unit, params.id, body),
})
