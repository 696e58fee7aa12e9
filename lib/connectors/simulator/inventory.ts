import { ConnectorError, type PushOutcome, type Shop } from '../connector.ts'
import { decideOffer, keepsBackorders } from '../stock/decide-offer.ts'
import { type LevelToPush, MISSING } from '../stock/level-to-push.ts'
import { findSold, type Sold } from './catalog.ts'
import { openShopState, type ShopState, writeStock } from './shop-state.ts'
import { openSimulation } from './simulation.ts'

const pushLevel = async (state: ShopState, level: LevelToPush, sold: Sold | undefined): Promise<PushOutcome> => {
  const { id, externalProductId, externalVariantId, backorders } = level
  if (!sold) return { id, ...MISSING }
  const free = sold.stock?.quantity ?? null
  const offer = decideOffer(level, { free })
  const confirmed = { id, confirmed: { externalProductId, externalVariantId }, level: { found: free, ...offer } }
  const kept = keepsBackorders(level) ? sold.stock?.backorders : undefined
  const stock = { quantity: offer.offered, backorders: kept ?? backorders }
  if (sold.stock?.quantity === stock.quantity && sold.stock.backorders === stock.backorders) return confirmed
  if (await writeStock(state, externalVariantId, stock, sold.stock)) return confirmed
  return { id, failed: new ConnectorError('UPSTREAM_ERROR', 'The quantity changed in the shop after it was read.') }
}

export const pushLevels = async (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> => {
  const simulation = openSimulation(shop)
  const state = openShopState(shop, simulation.seed)
  const ids = levels.map(({ externalVariantId }) => externalVariantId)
  const sold = await findSold(state, simulation, ids)
  return await Promise.all(levels.map((level) => pushLevel(state, level, sold.get(level.externalVariantId))))
}
