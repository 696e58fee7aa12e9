import type { LevelToPush, PushOutcome, Shop } from '../connector.ts'
import { collectOutcomes, groupItems, type Outcomes } from '../outcomes.ts'
import { type Writing, writeAll } from './batch.ts'
import { isExternalId } from './catalog.ts'

const GONE = 'The shop no longer has this variant.'

const buildWriting = (outcomes: Outcomes, level: LevelToPush): Writing => {
  const { id, quantity, backorders, externalProductId, externalVariantId } = level
  return {
    id: Number(externalVariantId),
    body: {
      manage_stock: true,
      stock_quantity: Math.floor(quantity),
      backorders: backorders === 'allow' ? 'yes' : 'no',
    },
    variants: [id],
    written: ({ manage_stock: isManaged }) =>
      // A shop without stock management ignores the quantity silently.
      isManaged === true
        ? outcomes.confirm(id, { externalProductId, externalVariantId })
        : outcomes.refuse(id, 'The shop does not manage stock. Enable stock management in its settings.'),
    instead: (code) => (code.endsWith('_invalid_id') ? GONE : undefined),
  }
}

export const pushLevels = (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(levels, async (outcomes) => {
    for (const { id, externalProductId, externalVariantId } of levels)
      if (!isExternalId(externalProductId) || !isExternalId(externalVariantId)) outcomes.refuse(id, GONE)
    const open = levels.filter(outcomes.isOpen)
    const isSingle = (level: LevelToPush) => level.externalProductId === level.externalVariantId
    const buildPath = (level: LevelToPush) =>
      isSingle(level) ? '/products' : `/products/${level.externalProductId}/variations`
    for (const group of groupItems(open, buildPath)) {
      const writings = group.map((level) => buildWriting(outcomes, level))
      await writeAll(shop, outcomes, buildPath(group[0]), writings)
    }
  })
