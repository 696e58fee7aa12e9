import type { PushOutcome, Shop } from '../connector.ts'
import { collectOutcomes, type Outcomes } from '../outcomes.ts'
import { decideOffer, isUncounted, UNCOUNTED } from '../stock/decide-offer.ts'
import type { LevelToPush } from '../stock/level-to-push.ts'
import { write } from './ask-shop.ts'
import { findVariantsByCode } from './catalog.ts'
import { isCode, type Variant } from './product.ts'

const settle = async (shop: Shop, outcomes: Outcomes, level: LevelToPush, variant: Variant) => {
  const { id, backorders, before, isWithdrawn } = level
  const { onHand, onHold, tracked } = variant
  // What was published with backorders is not counted by our own choice.
  const wasCounted = before?.isSameChoice ? backorders === 'deny' : backorders === 'allow'
  if (wasCounted && isUncounted(level, tracked)) return outcomes.refuse(id, UNCOUNTED)
  const found = tracked ? onHand - onHold : null
  const offer = decideOffer(level, { free: found })
  // Pieces on hold count as on hand. A shop that allows backorders does not track the stock.
  const isTracked = before?.isSameChoice && !isWithdrawn ? tracked : backorders === 'deny'
  const wanted = { onHand: Math.max(0, offer.offered) + onHold, tracked: isTracked }
  if (onHand !== wanted.onHand || tracked !== wanted.tracked) {
    const written = await write(shop, 'PUT', `/product-variants/${variant.code}`, wanted)
    if (!written) return outcomes.miss(id)
    if ('refused' in written) return outcomes.refuse(id, written.refused)
  }
  outcomes.confirm(id, { externalProductId: variant.product, externalVariantId: variant.code }, { found, ...offer })
}

export const pushLevels = (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(levels, async (outcomes) => {
    const known = levels.filter(
      ({ externalProductId, externalVariantId }) => isCode(externalProductId) && isCode(externalVariantId),
    )
    const found = await findVariantsByCode(
      shop,
      known.map(({ externalProductId, externalVariantId }) => ({
        product: externalProductId,
        code: externalVariantId,
      })),
    )
    for (const level of levels) {
      const variant = found.get(level.externalVariantId)
      if (variant) await outcomes.part([level.id], () => settle(shop, outcomes, level, variant))
      else outcomes.miss(level.id)
    }
  })
