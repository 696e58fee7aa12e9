import { endpoint } from '../../../../../lib/platform/http/endpoint.ts'
import { diffVariant } from '../../../../../lib/sales/listings/drift.ts'
import { VariantDiff } from '../../../../../schemas/sales/catalog/drift.ts'

export const getVariantDiff = endpoint({
  route: 'GET /api/sales/channels/{channelId}/catalog/variants/{variantId}/diff',
  scope: 'sales:sync:read',
  summary: "Compare a variant's last pushed content with its current content",
  returns: VariantDiff,
  run: (app, { caller, params }) => diffVariant(app, caller.tenant, params.channelId, params.variantId),
})
