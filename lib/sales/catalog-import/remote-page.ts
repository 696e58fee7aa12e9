import { type Connector, ConnectorError, type Store, type VariantPage } from '../../connectors/connector.ts'

/** A page of what the store sells. */
export const readRemotePage = async (
  catalog: NonNullable<Connector['catalog']>,
  store: Store,
  cursor: string | null,
): Promise<VariantPage> => {
  const page = await catalog.page(store, cursor)
  if (page.next !== null && page.next === cursor)
    throw new ConnectorError('UPSTREAM_ERROR', 'The store goes on with the same page for ever.')
  return page
}
