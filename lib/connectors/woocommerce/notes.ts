import type { Shop } from '../connector.ts'
import { toPlainText } from '../content/html.ts'
import type { OrderInShop, PublicationOutcome } from '../fulfilments/fulfilment.ts'
import type { OrderNote } from '../fulfilments/order-note.ts'
import { writeNote } from '../fulfilments/write-note.ts'
import { parseObject, readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { sendChange } from './parcel-records.ts'

/** WooCommerce cannot change a note, so a later one follows it. Notes that are none for the customer mail nobody. */
export const writeOrderNote = (
  shop: Shop,
  { externalOrderId }: OrderInShop,
  note: OrderNote,
): Promise<PublicationOutcome> => {
  const path = `/orders/${externalOrderId}/notes`
  return writeNote(
    {
      async list() {
        if (!/^\d{1,18}$/.test(externalOrderId)) return undefined
        const { status, json } = await askShop(shop, path, {}, 404)
        if (status === 404) return undefined
        const notes = requireList(json).map(parseObject)
        return notes
          .toSorted((one, other) => Number(one.id) - Number(other.id))
          .flatMap(({ id, note: html }) => {
            const externalId = readText(id)
            return externalId ? [{ externalId, text: toPlainText(readText(html, 10_000) ?? '') }] : []
          })
      },
      async add(text) {
        const refused = await sendChange(shop, path, { json: { note: text, customer_note: false } })
        return refused === undefined ? undefined : { refused }
      },
    },
    note,
  )
}
