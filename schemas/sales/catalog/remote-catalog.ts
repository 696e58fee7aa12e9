import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { nullable, ulid } from '../../types.ts'

export const RemoteCatalogPage = resource('RemoteCatalogPage', '/api/sales/channels/{id}/catalog/remote', {
  id: ulid({ description: 'Id of the channel' }),
  supported: Type.Boolean({ description: 'False if the catalog of the shop cannot be read' }),
  nextCursor: nullable(Type.String({ description: 'Cursor of the next page' })),
  hasMore: Type.Boolean(),
  items: Type.Array(
    Type.Object({
      externalProductId: Type.String(),
      externalVariantId: Type.String(),
      sku: nullable(Type.String()),
      title: Type.String(),
    }),
  ),
})
