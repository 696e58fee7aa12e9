import type { Shop } from '../connector.ts'
import type { OrderInShop, PublicationOutcome } from '../fulfilments/fulfilment.ts'
import type { OrderNote } from '../fulfilments/order-note.ts'
import { writeNote } from '../fulfilments/write-note.ts'
import { readPath } from '../graphql.ts'
import { readText } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askOnce, askShop } from './ask-shop.ts'

/** The latest of the order's notes that are read. */
const MAX_NOTES = 100

const NOTES = `query OrderNotes($code: String!) { orders(options: { take: 1, filter: { code: { eq: $code } } }) { items {
  id history(options: { take: ${MAX_NOTES}, sort: { createdAt: DESC }, filter: { type: { eq: "ORDER_NOTE" } } }) {
    items { id data } } } } }`
const ADD = `mutation AddOrderNote($input: AddNoteToOrderInput!) { addNoteToOrder(input: $input) { id } }`
const CHANGE = `mutation ChangeOrderNote($input: UpdateOrderNoteInput!) { updateOrderNote(input: $input) { id } }`

/** Notes are entries of the order's history; those that are not public are for the staff. */
export const writeOrderNote = (
  shop: Shop,
  { externalOrderId: code }: OrderInShop,
  note: OrderNote,
): Promise<PublicationOutcome> => {
  let orderId: string | null = null
  return writeNote(
    {
      async list() {
        const [order] = requireList(readPath(await askShop(shop, NOTES, { code }), 'orders', 'items'))
        if (order === undefined) return undefined
        orderId = readText(readPath(order, 'id'))
        if (!orderId) throw buildUnreadableError()
        const entries = requireList(readPath(order, 'history', 'items')).toReversed()
        return entries.flatMap((entry) => {
          const externalId = readText(readPath(entry, 'id'))
          return externalId ? [{ externalId, text: readText(readPath(entry, 'data', 'note'), 10_000) ?? '' }] : []
        })
      },
      async add(text) {
        await askOnce(shop, ADD, { input: { id: orderId, note: text, isPublic: false } })
        return undefined
      },
      async change(noteId, text) {
        await askShop(shop, CHANGE, { input: { noteId, note: text, isPublic: false } })
        return undefined
      },
    },
    note,
  )
}
