import * as Type from 'typebox'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { browseRemote } from '../../../../lib/sales/catalog-import/browse-remote.ts'
import { RemoteCatalogPage } from '../../../../schemas/sales/catalog/remote-catalog.ts'

export const browseRemoteCatalog = endpoint({
  route: 'GET /api/sales/channels/{channelId}/catalog/remote',
  scope: 'sales:sync:read',
  summary: 'List variants of the shop that the channel does not know yet',
  description: 'Import the catalog to add them. A page can be empty even if there are more pages.',
  query: { cursor: Type.String({ minLength: 1, maxLength: 4096, description: '`nextCursor` of the previous page' }) },
  waitsForGate: true,
  returns: RemoteCatalogPage,
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, query }) => browseRemote(app, caller.tenant, params.channelId, query.cursor),
})
