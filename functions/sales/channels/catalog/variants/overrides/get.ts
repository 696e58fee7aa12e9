import { endpoint } from '../../../../../../lib/platform/http/endpoint.ts'
import { readListingOverrides } from '../../../../../../lib/sales/listings/listing-overrides.ts'
import { ListingOverrides } from '../../../../../../schemas/sales/catalog/listing-overrides.ts'

export const getListingOverrides = endpoint({
  route: 'GET /api/sales/channels/{channelId}/catalog/variants/{variantId}/overrides',
  scope: 'sales:sync:read',
  summary: "Get a channel's overrides of a variant",
  returns: ListingOverrides,
  run: ({ db }, { caller, params }) => readListingOverrides(db, caller.tenant, params.channelId, params.variantId),
})
