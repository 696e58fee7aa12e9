import type { ExternalVariant, RemoteVariant, Shop, VariantPage } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { readText } from '../reading.ts'
import { buildCursorError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { CHANNEL, parseFacts, readVariant, readVariants, VARIANT } from './variant.ts'

const PAGE_SIZE = 100
/** Variants that are read again, so that a variant deleted meanwhile does not hide another one. */
const OVERLAP = 5

const LIST = `query Variants($o: ProductVariantListOptions) { productVariants(options: $o) { items { ${VARIANT} } } ${CHANNEL} }`

interface Position {
  skip: number
  /** The last id that was read. */
  last: string
}

const parseCursor = (cursor: string): Position => {
  const [, skip, last] = /^(\d{1,9}) (\S{1,255})$/.exec(cursor) ?? []
  if (!skip || !last) throw buildCursorError()
  return { skip: Number(skip), last }
}

const isNumber = (id: string) => /^\d+$/.test(id)

/** Compares ids as shops sort them: numbers by value, others as text. */
const isAfter = (id: string, last: string) =>
  isNumber(id) && isNumber(last) ? BigInt(id) > BigInt(last) : id.toLowerCase() > last.toLowerCase()

const readId = (item: unknown) => readText(readPath(item, 'id')) ?? ''

export const readCatalogPage = async (shop: Shop, cursor: string | null): Promise<VariantPage> => {
  const position = cursor === null ? undefined : parseCursor(cursor)
  const isNew = (item: unknown) => !position || isAfter(readId(item), position.last)
  let back = OVERLAP
  for (;;) {
    const skip = Math.max(0, (position?.skip ?? 0) - back)
    const data = await askShop(shop, LIST, { o: { skip, take: PAGE_SIZE, sort: { id: 'ASC' } } })
    const items = requireList(readPath(data, 'productVariants', 'items'))
    // If all items are new, so many were deleted that unread ones may lie before them.
    if (skip > 0 && items.every(isNew)) {
      back = back * 10
      continue
    }
    const facts = parseFacts(data)
    const last = items.length ? readId(items.at(-1)) : ''
    const fresh = items.filter(isNew)
    return {
      variants: fresh.flatMap((item) => readVariant(item, facts) ?? []),
      next: items.length === PAGE_SIZE ? `${skip + items.length} ${fresh.length ? last : position?.last}` : null,
    }
  }
}

export const findVariants = async (shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  if (!wanted.length) return []
  const ids = wanted.map(({ externalVariantId }) => externalVariantId)
  const data = await askShop(shop, LIST, { o: { take: PAGE_SIZE, filter: { id: { in: ids } } } })
  return readVariants(readPath(data, 'productVariants'), parseFacts(data))
}
