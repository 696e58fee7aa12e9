import type { Shelf, Sold } from '../connectors/servers/goods.ts'
import { runPartitions } from '../sales/runs.ts'
import type { Member } from '../support/client.ts'
import { type BookOrder, isEnded, wantedOf } from './book.ts'
import { SKUS } from './new-order.ts'
import type { Side, SideChannel } from './side.ts'

const run = async (owner: Member, { id }: { id: string }, path: string): Promise<void> => {
  const { status, text } = await owner.post(`/api/sales/channels/${id}/${path}`)
  if (status !== 202) throw new Error(text)
  await runPartitions(owner)
}

/** The only channel of a shop that has no further ones. */
export const wholeShop = (shelf: Shelf, fields: object): SideChannel => ({
  ...{ fields, currency: 'EUR', isGross: null },
  priceOf: (sku) => shelf.priceOf(sku).paid,
  reprice: (sku, price) => shelf.reprice(sku, price),
})

export const runCatalog = (owner: Member, channel: { id: string }, work: 'import' | 'publish'): Promise<void> =>
  run(owner, channel, `catalog/${work}`)

/** Puts the goods on sale in the shop, and takes them over from there; returns the ids of the variants by SKU. */
export const importGoods = async (
  owner: Member,
  side: Side,
  channels: readonly { id: string }[],
): Promise<Map<string, string>> => {
  const variants = SKUS.map((sku) => ({ sku, name: sku, price: '10.00' }))
  side.shelf.sell({ name: 'Goods', description: null, variants })
  for (const [at, channel] of side.channels.entries()) for (const sku of SKUS) channel.reprice(sku, `${10 + at}.00`)
  for (const channel of channels) await runCatalog(owner, channel, 'import')
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
