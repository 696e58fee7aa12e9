import { ConnectorError, type ExternalVariant, type RemoteVariant, type Store, type VariantPage } from '../connector.ts'
import { at } from '../graphql.ts'
import { textOf } from '../reading.ts'
import { listIn } from '../refusal.ts'
import { ask } from './store.ts'
import { CHANNEL, factsIn, readVariant, VARIANT, variantsIn } from './variant.ts'

const PAGE_SIZE = 100
/** Read twice, so that variants which go away meanwhile do not hide others. */
const OVERLAP = 5

const LIST = `query Variants($o: ProductVariantListOptions) { productVariants(options: $o) { items { ${VARIANT} } } ${CHANNEL} }`

interface Place {
  skip: number
  /** The last id that was seen. */
  last: string
}

const placeAt = (cursor: string): Place => {
  const [, skip, last] = /^(\d{1,9}) (\S{1,255})$/.exec(cursor) ?? []
  if (!skip || !last) throw new ConnectorError('INVALID_CONFIG', 'The cursor is none of this store.')
  return { skip: Number(skip), last }
}

const isNumber = (id: string) => /^\d+$/.test(id)

/** In the order in which stores sort ids: as numbers where they are, as text otherwise. */
const isAfter = (id: string, last: string) =>
  isNumber(id) && isNumber(last) ? BigInt(id) > BigInt(last) : id.toLowerCase() > last.toLowerCase()

const idOf = (item: unknown) => textOf(at(item, 'id')) ?? ''

export const catalogPage = async (store: Store, cursor: string | null): Promise<VariantPage> => {
  const place = cursor === null ? undefined : placeAt(cursor)
  const isNew = (item: unknown) => !place || isAfter(idOf(item), place.last)
  let back = OVERLAP
  for (;;) {
    const skip = Math.max(0, (place?.skip ?? 0) - back)
    const data = await ask(store, LIST, { o: { skip, take: PAGE_SIZE, sort: { id: 'ASC' } } })
    const items = listIn(at(data, 'productVariants', 'items'))
    // Where all is new, as many have gone that there may be more new ones before.
    if (skip > 0 && items.every(isNew)) {
      back = back * 10
      continue
    }
    const facts = factsIn(data)
    const last = items.length ? idOf(items.at(-1)) : ''
    const fresh = items.filter(isNew)
    return {
      variants: fresh.flatMap((item) => readVariant(item, facts) ?? []),
      next: items.length === PAGE_SIZE ? `${skip + items.length} ${fresh.length ? last : place?.last}` : null,
    }
  }
}

export const findVariants = async (store: Store, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  if (!wanted.length) return []
  const ids = wanted.map(({ externalVariantId }) => externalVariantId)
  const data = await ask(store, LIST, { o: { take: PAGE_SIZE, filter: { id: { in: ids } } } })
  return variantsIn(at(data, 'productVariants'), factsIn(data))
}
