import { endpoint } from '../../../../../../lib/platform/http/endpoint.ts'
import { setOverrides } from '../../../../../../lib/sales/listings/listing-overrides.ts'
import {
  ListingOverrides,
  SetListingOverridesInput,
} from '../../../../../../schemas/sales/catalog/listing-overrides.ts'

export const setListingOverrides = endpoint({
  route: 'PUT /api/sales/channels/{channelId}/catalog/variants/{variantId}/overrides',
  scope: 'sales:sync:write',
  summary: "Replace a channel's overrides of a variant",
  description:
    'The channel shows overrides instead of the values of the catalog; absent members are taken from the catalog, also those of a text in a locale, which `de-DE` and `de_DE` name alike. Prices are in minor units, one for each currency.',
  body: SetListingOverridesInput,
  returns: ListingOverrides,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: ({ db }, { params, body, unit }) => setOverrides(db, unit, params.channelId, params.variantId, body),
})
