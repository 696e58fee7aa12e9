import { ConnectorError, type ExternalVariant, type RemoteVariant, type Shop, type VariantPage } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { CHANNEL, parseFacts, readVariant, readVariants, VARIANT } from './variant.ts'

const PAGE_SIZE = 100
/** Read twice, so that variants which go away meanwhile do not hide others. */
const OVERLAP = 5

const LIST = `query Variants($o: ProductVariantListOptions) { productVariants(options: $o) { items { ${VARIANT} } } ${CHANNEL} }`

interface Place {
  skip: number
  /** The last id that was seen. */
  last: string
}

const parseCursor = (cursor: string): Place => {
  const [, skip, last] = /^(\d{1,9}) (\S{1,255})$/.exec(cursor) ?? []
  if (!skip || !last) throw new ConnectorError('INVALID_CONFIG', 'The cursor is none of this store.')
  return { skip: Number(skip), last }
}

const isNumber = (id: string) => /^\d+$/.test(id)

/** In the order in which stores sort ids: as numbers where they are, as text otherwise. */
const isAfter = (id: string, last: string) =>
  isNumber(id) && isNumber(last) ? BigInt(id) > BigInt(last) : id.toLowerCase() > last.toLowerCase()

const readId = (item: unknown) => readText(readPath(item, 'id')) ?? ''

export const readCatalogPage = async (shop: Shop, cursor: string | null): Promise<VariantPage> => {
  const place = cursor === null ? undefined : parseCursor(cursor)
  const isNew = (item: unknown) => !place || isAfter(readId(item), place.last)
  let back = OVERLAP
  for (;;) {
    const skip = Math.max(0, (place?.skip ?? 0) - back)
    const data = await askShop(shop, LIST, { o: { skip, take: PAGE_SIZE, sort: { id: 'ASC' } } })
    const items = requireList(readPath(data, 'productVariants', 'items'))
    // Where all is new, as many have gone that there may be more new ones before.
    if (skip > 0 && items.every(isNew)) {
      back = back * 10
      continue
    }
    const facts = parseFacts(data)
    const last = items.length ? readId(items.at(-1)) : ''
    const fresh = items.filter(isNew)
    return {
      variants: fresh.flatMap((item) => readVariant(item, facts) ?? []),
      next: items.length === PAGE_SIZE ? `${skip + items.length} ${fresh.length ? last : place?.last}` : null,
    }
  }
}

export const findVariants = async (shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  if (!wanted.length) return []
  const ids = wanted.map(({ externalVariantId }) => externalVariantId)
  const data = await askShop(shop, LIST, { o: { take: PAGE_SIZE, filter: { id: { in: ids } } } })
  return readVariants(readPath(data, 'productVariants'), parseFacts(data))
}
