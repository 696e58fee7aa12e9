import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { linkAssortment } from '../../../../lib/sales/connections/link-merchant.ts'
import { BindCatalogLinkInput, SalesChannel } from '../../../../schemas/sales/channel.ts'

export const bindCatalogLink = endpoint({
  route: 'PUT /api/sales/channels/{id}/catalog-links',
  scope: 'sales:channel:write',
  summary: 'Set the assortment that a channel uses for `pull` or `push`',
  description: 'Replaces the previous one. An assortment cannot be used for both.',
  body: BindCatalogLinkInput,
  returns: SalesChannel,
  problems: ['CATALOG_LINK_LOOP'],
  async run({ db }, { params, body, unit }) {
    return await presentChannel(db, unit.tenant, await linkAssortment(db, unit, params.id, body))
  },
})
