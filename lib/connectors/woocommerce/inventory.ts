import type { PushOutcome, Shop } from '../connector.ts'
import { collectOutcomes, groupItems, type Outcomes } from '../outcomes.ts'
import { parseObject, readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { decideOffer, isUncounted, keepsBackorders, UNCOUNTED } from '../stock/decide-offer.ts'
import { type ConfirmedLevel, type LevelToPush, MISSING } from '../stock/level-to-push.ts'
import { askShop } from './ask-shop.ts'
import { type Writing, writeAll } from './batch.ts'
import { isExternalId } from './catalog.ts'

/** The stock of a product or variation as the shop tells it. */
interface Kept {
  /** False if the shop does not count it, or counts it together with the other variations of its product. */
  isManaged: boolean
  quantity: number
  backorders: string | null
}

const FIELDS = { context: 'edit', _fields: 'id,manage_stock,stock_quantity,backorders', per_page: '100', status: 'any' }

const readKept = async (shop: Shop, path: string, ids: readonly string[]): Promise<Map<string, Kept>> => {
  const { status, json } = await askShop(shop, path, { query: { ...FIELDS, include: ids.join() } }, 404)
  const records = status === 404 ? [] : requireList(json).map(parseObject)
  return new Map(
    records.map(({ id, manage_stock: isManaged, stock_quantity: quantity, backorders }) => [
      String(id),
      {
        isManaged: isManaged === true,
        quantity: typeof quantity === 'number' ? Math.floor(quantity) : 0,
        backorders: readText(backorders),
      },
    ]),
  )
}

const confirmLevel = (
  outcomes: Outcomes,
  { id, externalProductId, externalVariantId }: LevelToPush,
  level: ConfirmedLevel,
) => outcomes.confirm(id, { externalProductId, externalVariantId }, level)

/** Returns what to write; undefined if the shop is right already or the level has its outcome. */
const buildWriting = (outcomes: Outcomes, level: LevelToPush, kept: Kept | undefined): Writing | undefined => {
  const { id, backorders, externalVariantId } = level
  if (!kept) return void outcomes.miss(id)
  if (isUncounted(level, kept.isManaged)) return void outcomes.refuse(id, UNCOUNTED)
  const found = kept.isManaged ? kept.quantity : null
  const offer = decideOffer(level, { free: found })
  const choice = keepsBackorders(level) ? undefined : backorders === 'allow' ? 'yes' : 'no'
  if (found === offer.offered && (choice === undefined || choice === kept.backorders)) {
    confirmLevel(outcomes, level, { found, ...offer })
    return undefined
  }
  return {
    id: Number(externalVariantId),
    body: { manage_stock: true, stock_quantity: offer.offered, ...(choice && { backorders: choice }) },
    variants: [id],
    written: ({ manage_stock: isManaged }) =>
      // A shop without stock management ignores the quantity silently.
      isManaged === true
        ? confirmLevel(outcomes, level, { found, ...offer })
        : outcomes.refuse(id, 'The shop does not manage stock. Enable stock management in its settings.'),
    instead: (code) => (code.endsWith('_invalid_id') ? MISSING.refused : undefined),
  }
}

export const pushLevels = (shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]> =>
  collectOutcomes(levels, async (outcomes) => {
    for (const { id, externalProductId, externalVariantId } of levels)
      if (!isExternalId(externalProductId) || !isExternalId(externalVariantId)) outcomes.miss(id)
    const open = levels.filter(outcomes.isOpen)
    const isSingle = (level: LevelToPush) => level.externalProductId === level.externalVariantId
    const buildPath = (level: LevelToPush) =>
      isSingle(level) ? '/products' : `/products/${level.externalProductId}/variations`
    for (const group of groupItems(open, buildPath)) {
      const path = buildPath(group[0])
      await outcomes.part(
        group.map(({ id }) => id),
        async () => {
          const ids = group.map(({ externalVariantId }) => externalVariantId)
          const kept = await readKept(shop, path, ids)
          const writings = group.flatMap(
            (level) => buildWriting(outcomes, level, kept.get(level.externalVariantId)) ?? [],
          )
          await writeAll(shop, outcomes, path, writings)
        },
      )
    }
  })
