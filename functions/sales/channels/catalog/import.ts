import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { requestImport } from '../../../../lib/sales/catalog-import/import-catalog.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'

export const importCatalog = endpoint({
  route: 'POST /api/sales/channels/{channelId}/catalog/import',
  scope: 'sales:sync:write',
  summary: 'Import the catalog of the shop',
  description:
    'Starts a sync run of type `products` in the background. Variants whose SKU exists are linked, all others are created and added to the `pull` assortment if the channel has one. If an import is running, another one starts after it.',
  success: 202,
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    return await presentChannel(app.db, unit.tenant, await requestImport(app, unit, params.channelId))
  },
})
