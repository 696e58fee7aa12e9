import { type Connector, ConnectorError, type Shop, type VariantPage } from '../../connectors/connector.ts'

/** Reads a page of the shop's variants. */
export const readRemotePage = async (
  catalog: NonNullable<Connector['catalog']>,
  shop: Shop,
  cursor: string | null,
): Promise<VariantPage> => {
  const page = await catalog.page(shop, cursor)
  if (page.next !== null && page.next === cursor)
    throw new ConnectorError('UPSTREAM_ERROR', 'The shop returned the same page of products again.')
  return page
}
