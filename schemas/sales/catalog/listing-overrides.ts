import type { Static } from 'typebox'
import { variantFields } from '../../catalog/product.ts'
import { REVISED, resource } from '../../resource.ts'
import { input, nullable, optional, text, ulid } from '../../types.ts'

const { prices, localizations } = variantFields
const name = text(255, { examples: ['Oak chair, white'] })
const description = text(20_000)

export const ListingOverrides = resource(
  'ListingOverrides',
  '/api/sales/channels/{channelId}/catalog/variants/{variantId}/overrides',
  {
    channelId: ulid(),
    variantId: ulid(),
    name: nullable(name),
    description: nullable(description),
    prices,
    localizations,
  },
  REVISED,
)

export const SetListingOverridesInput = input(optional({ name, description, prices, localizations }))
export type SetListingOverridesInput = Static<typeof SetListingOverridesInput>
