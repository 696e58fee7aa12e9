import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { unlinkAssortment } from '../../../../lib/sales/connections/link-channel.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'

export const clearCatalogLink = endpoint({
  route: 'DELETE /api/sales/channels/{id}/catalog-links/{direction}',
  scope: 'sales:channel:write',
  summary: 'Clear the assortment of a direction, `pull` or `push`; nothing changes where none is bound',
  returns: SalesChannel,
  async run({ db }, { params, unit }) {
    return await presentChannel(db, unit.tenant, await unlinkAssortment(unit, params.id, params.direction))
  },
})
