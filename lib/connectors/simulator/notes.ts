import { randomUUID } from 'node:crypto'
import type { Shop } from '../connector.ts'
import type { OrderInShop, PublicationOutcome } from '../fulfilments/fulfilment.ts'
import type { OrderNote } from '../fulfilments/order-note.ts'
import { writeNote } from '../fulfilments/write-note.ts'
import { findOrder } from './fulfilments.ts'
import { openShopState, readNotes, writeNoteItem } from './shop-state.ts'
import { loseAnswer, openSimulation } from './simulation.ts'

export const writeOrderNote = (shop: Shop, order: OrderInShop, note: OrderNote): Promise<PublicationOutcome> => {
  const { externalOrderId } = order
  const write = async (externalId: string, text: string) => {
    const simulation = openSimulation(shop)
    await writeNoteItem(openShopState(shop, simulation.seed), externalOrderId, { externalId, text })
    loseAnswer(simulation)
    return undefined
  }
  return writeNote(
    {
      async list() {
        const simulation = openSimulation(shop)
        if (!findOrder(order, simulation)) return undefined
        return await readNotes(openShopState(shop, simulation.seed), externalOrderId)
      },
      add: (text) => write(randomUUID(), text),
      change: write,
    },
    note,
  )
}
