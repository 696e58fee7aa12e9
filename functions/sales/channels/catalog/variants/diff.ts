import { endpoint } from '../../../../../lib/platform/http/endpoint.ts'
import { diffVariant } from '../../../../../lib/sales/listings/drift.ts'
import { VariantDiff } from '../../../../../schemas/sales/drift.ts'

export const getVariantDiff = endpoint({
  route: 'GET /api/sales/channels/{channelId}/catalog/variants/{variantId}/diff',
  scope: 'sales:sync:read',
  summary: 'Get what differs between what the channel was last pushed of a variant and what it is to show',
  returns: VariantDiff,
  run: (app, { caller, params }) => diffVariant(app, caller.tenant, params.channelId, params.variantId),
})
