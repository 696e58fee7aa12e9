import { type Connector, ConnectorError, type Shop, type VariantPage } from '../../connectors/connector.ts'

/** A page of what the store sells. */
export const readRemotePage = async (
  catalog: NonNullable<Connector['catalog']>,
  shop: Shop,
  cursor: string | null,
): Promise<VariantPage> => {
  const page = await catalog.page(shop, cursor)
  if (page.next !== null && page.next === cursor)
    throw new ConnectorError('UPSTREAM_ERROR', 'The store goes on with the same page for ever.')
  return page
}
