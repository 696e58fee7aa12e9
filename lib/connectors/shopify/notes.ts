import { ConnectorError, type Shop } from '../connector.ts'
import type { OrderInShop, PublicationOutcome } from '../fulfilments/fulfilment.ts'
import type { OrderNote } from '../fulfilments/order-note.ts'
import { GONE } from '../fulfilments/publish-parcel.ts'
import { readPath } from '../graphql.ts'
import { readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { listUserErrors } from './user-errors.ts'

const NAMESPACE = 'platform_notes'
const MAX_TAG_LENGTH = 40

const NOTE = `query OrderNote($id: ID!, $namespace: String!, $key: String!) { order(id: $id) {
  id tags metafield(namespace: $namespace, key: $key) { id value } } }`
const WRITE = `mutation WriteOrderNote($id: ID!, $tags: [String!]!, $metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { metafields { id } userErrors { field message } }
  tagsAdd(id: $id, tags: $tags) { node { id } userErrors { field message } } }`

const isSameTag = (tag: string) => (other: unknown) => readText(other)?.toLowerCase() === tag.toLowerCase()

/**
 * Writes a metafield with the text and a tag with the title, which staff sees in the list of orders. Both replace
 * themselves. The order's own note is left alone: it is one text, which may be the customer's, and two writers lose one.
 */
export const writeOrderNote = async (
  shop: Shop,
  { externalOrderId }: OrderInShop,
  { mark, title, text }: OrderNote,
): Promise<PublicationOutcome> => {
  if (!/^\d{1,20}$/.test(externalOrderId)) return GONE
  const id = `gid://shopify/Order/${externalOrderId}`
  const key = mark.toLowerCase()
  const tag = title.slice(0, MAX_TAG_LENGTH).trim()
  const read = async () => (await askShop(shop, NOTE, { variables: { id, namespace: NAMESPACE, key } })).order
  const order = await read()
  if (!order) return GONE
  const before = readPath(order, 'metafield', 'value')
  const metafieldId = readText(readPath(order, 'metafield', 'id'))
  if (metafieldId && before === text && requireList(readPath(order, 'tags')).some(isSameTag(tag)))
    return { published: 'unchanged', externalIds: [metafieldId] }
  const field = { ownerId: id, namespace: NAMESPACE, key, type: 'multi_line_text_field', value: text }
  const data = await askShop(shop, WRITE, { variables: { id, tags: [tag], metafields: [field] } })
  const [error] = [...listUserErrors(data.metafieldsSet), ...listUserErrors(data.tagsAdd)]
  if (error) return { refused: `The shop rejects it: ${error.message}` }
  const after = readText(readPath(await read(), 'metafield', 'id'))
  if (!after) throw new ConnectorError('UPSTREAM_ERROR', 'The shop accepted the note but does not show it.')
  return { published: metafieldId ? 'updated' : 'created', externalIds: [after] }
}
