import type { Shelf, Sold } from '../connectors/servers/goods.ts'
import { runPartitions } from '../sales/runs.ts'
import type { Member } from '../support/client.ts'
import { type BookOrder, isEnded, wantedOf } from './book.ts'
import { SKUS } from './new-order.ts'
import type { Side } from './side.ts'

const run = async (owner: Member, { id }: { id: string }, path: string): Promise<void> => {
  const { status, text } = await owner.post(`/api/sales/channels/${id}/${path}`)
  if (status !== 202) throw new Error(text)
  await runPartitions(owner)
}

/** Puts the goods on sale in the shop, and takes them over from there; returns the ids of the variants by SKU. */
export const importGoods = async (owner: Member, side: Side, channel: { id: string }): Promise<Map<string, string>> => {
  const variants = SKUS.map((sku) => ({ sku, name: sku, price: '10.00' }))
  side.shelf.sell({ name: 'Goods', description: null, variants })
  await run(owner, channel, 'catalog/import')
  const { member } = (await owner.get('/api/catalog/variants')).body
  return new Map(member.map(({ sku, id }: { sku: string; id: string }) => [sku, id]))
}

/** Lets further workers end what the last ones left. */
export const continueRuns = (owner: Member): Promise<void> => runPartitions(owner)

export const publishStock = (owner: Member, channel: { id: string }): Promise<void> =>
  run(owner, channel, 'inventory/publish')

/** Returns what the shop sells with this SKU. */
export const findSold = (shelf: Shelf, sku: string): Sold => {
  const sold = shelf.sold().find((each) => each.sku === sku)
  if (!sold) throw new Error(`the shop does not sell ${sku}`)
  return sold
}

export const offeredOf = (side: Side, sku: string): number => findSold(side.shelf, sku).quantity ?? Number.NaN

/** Counts by SKU what the shop has sold in an order, and does not sell again. */
const countSold = (side: Side, order: BookOrder): Map<string, number> => {
  const sent = side.countSent(order)
  return new Map(
    order.lines.map((line, at) => [line.sku, Math.max(sent[at] ?? 0, isEnded(order) ? 0 : wantedOf(line))]),
  )
}

/** The shop takes from its stock what was sold, and puts back what is not sold any more; returns the SKUs of that. */
export const keepShelf = (side: Side, order: BookOrder, sold: Map<string, number>): string[] => {
  const putBack: string[] = []
  for (const [sku, pieces] of countSold(side, order)) {
    const more = pieces - (sold.get(sku) ?? 0)
    if (more > 0) side.shelf.buy(sku, more)
    if (more < 0) {
      side.shelf.restock(sku, offeredOf(side, sku) - more)
      putBack.push(sku)
    }
    sold.set(sku, pieces)
  }
  return putBack
}
