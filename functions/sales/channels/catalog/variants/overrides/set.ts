import { endpoint } from '../../../../../../lib/platform/http/endpoint.ts'
import { setOverrides } from '../../../../../../lib/sales/listings/listing-overrides.ts'
import { ListingOverrides, SetListingOverridesInput } from '../../../../../../schemas/sales/listing-overrides.ts'

export const setListingOverrides = endpoint({
  route: 'PUT /api/sales/channels/{channelId}/catalog/variants/{variantId}/overrides',
  scope: 'sales:sync:write',
  summary: 'Set what a channel says of a variant in place of the catalog',
  description: 'As a whole: what is absent is as the catalog says. Prices are in minor units, one a currency.',
  body: SetListingOverridesInput,
  returns: ListingOverrides,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: ({ db }, { params, body, unit }) => setOverrides(db, unit, params.channelId, params.variantId, body),
})
