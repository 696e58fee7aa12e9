import type { Connector, ExternalVariant, Shop } from '../../connectors/connector.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import type { CandidateBatch } from './existing-variants.ts'

/** Lists the variants of the shop that are linked here with a variant whose SKU another one of the shop has now. */
const listReplaced = ({ candidates, existing }: CandidateBatch): ExternalVariant[] =>
  candidates.flatMap((candidate) => {
    if ('error' in candidate || existing.linked.has(candidate.externalId)) return []
    const ours = existing.bySku.get(foldSku(candidate.incoming.variant.sku))
    const { externalProductId = null, externalVariantId = null } = (ours && existing.listings.get(ours.id)) ?? {}
    return externalVariantId === null ? [] : [{ externalProductId: externalProductId ?? '', externalVariantId }]
  })

const MAX_ASKED = 50

/** Remembers which linked variants a shop was asked for, and which of them it does not have any more. */
export interface MissingVariants {
  asked: Set<string>
  missing: Set<string>
}

/** Asks the shop by id for linked variants whose SKUs variants of the batch have, unless it was asked before. */
export const findMissing = async (
  { find }: NonNullable<Connector['catalog']>,
  openShop: () => Promise<Shop>,
  batch: CandidateBatch,
  known: MissingVariants,
): Promise<void> => {
  const wanted = listReplaced(batch).filter(({ externalVariantId }) => !known.asked.has(externalVariantId))
  for (let start = 0; start < wanted.length; start += MAX_ASKED) {
    const some = wanted.slice(start, start + MAX_ASKED)
    const found = new Set((await find(await openShop(), some)).map(({ externalVariantId }) => externalVariantId))
    for (const { externalVariantId } of some) {
      known.asked.add(externalVariantId)
      if (!found.has(externalVariantId)) known.missing.add(externalVariantId)
    }
  }
}
