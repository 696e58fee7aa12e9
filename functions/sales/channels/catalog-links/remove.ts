import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { unlinkAssortment } from '../../../../lib/sales/connections/link-merchant.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'

export const clearCatalogLink = endpoint({
  route: 'DELETE /api/sales/channels/{id}/catalog-links/{direction}',
  scope: 'sales:channel:write',
  summary: 'Remove the assortment that a channel uses for `pull` or `push`',
  description: 'Changes nothing if there is none.',
  returns: SalesChannel,
  async run({ db }, { params, unit }) {
    return await presentChannel(db, unit.tenant, await unlinkAssortment(unit, params.id, params.direction))
  },
})
