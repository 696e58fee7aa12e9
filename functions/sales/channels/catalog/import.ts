import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { requestImport } from '../../../../lib/sales/catalog-import/import-catalog.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'

export const importCatalog = endpoint({
  route: 'POST /api/sales/channels/{channelId}/catalog/import',
  scope: 'sales:sync:write',
  summary: 'Take in what the store sells',
  description:
    'A sync run of type `products` does it behind the answer: variants of a SKU that is there are linked with it, the others are created, into the assortment of the pull direction where one is bound. While one runs, another begins after it.',
  success: 202,
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    return await presentChannel(app.db, unit.tenant, await requestImport(app, unit, params.channelId))
  },
})
