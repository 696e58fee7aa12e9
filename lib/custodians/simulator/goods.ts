import { foldSku, isSameSku } from '../../platform/identifiers/sku.ts'
import type { CustodianSystem, InboundAnnouncement, RemoteStock } from '../custodian-connector.ts'
import { addGoods, listChanges, openCustodianState, readChanges } from './custodian-state.ts'
import { openSimulation } from './simulation.ts'

const PAGE_SIZE = 50
const OPENING = 'opening#'

/** The SKUs of the initial variants of a simulated shop, of which a simulated custodian has stock from the beginning. */
const buildSku = (index: number) => `SIM-${index}`
const isInitial = (sku: string, products: number) => {
  const [, index] = /^sim-(\d{1,9})$/.exec(foldSku(sku)) ?? []
  return index !== undefined && isSameSku(buildSku(Number(index)), sku) && Number(index) < products
}

/** Returns a page of the stock: first of the initial SKUs, then of all others that came or went. */
export const readStockPage = async (
  system: CustodianSystem,
  cursor: string | null,
): Promise<{ stock: RemoteStock[]; next: string | null }> => {
  const { seed, products, on_hand: initial } = openSimulation(system)
  const state = openCustodianState(system, seed)
  const from = cursor === null ? 0 : cursor.startsWith(OPENING) ? Number(cursor.slice(OPENING.length)) : products
  if (from < products) {
    const end = Math.min(products, from + PAGE_SIZE)
    const skus = Array.from({ length: end - from }, (_, i) => buildSku(from + i))
    const changes = await readChanges(state, skus)
    return {
      stock: skus.map((sku) => ({ sku, onHand: initial + (changes.get(foldSku(sku)) ?? 0) })),
      next: `${OPENING}${end}`,
    }
  }
  const after = cursor === null || cursor.startsWith(OPENING) ? '' : cursor
  const items = await listChanges(state, after, PAGE_SIZE)
  const others = items.filter(({ sku }) => !isInitial(sku, products))
  return {
    stock: others.map(({ sku, change }) => ({ sku, onHand: change })),
    next: items.length < PAGE_SIZE ? null : (items.at(-1)?.sk ?? null),
  }
}

/** Announced goods arrive at once. */
export const announce = async (system: CustodianSystem, { reference, lines }: InboundAnnouncement): Promise<string> => {
  const { seed } = openSimulation(system)
  await addGoods(openCustodianState(system, seed), reference, lines)
  return `SIM-${reference}`
}
