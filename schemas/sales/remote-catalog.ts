import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { nullable, ulid } from '../types.ts'

export const RemoteCatalogPage = resource('RemoteCatalogPage', '/api/sales/channels/{id}/catalog/remote', {
  id: ulid({ description: "The channel's" }),
  supported: Type.Boolean({ description: 'False where the store cannot say what it sells' }),
  nextCursor: nullable(Type.String({ description: 'Where the next page begins' })),
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
