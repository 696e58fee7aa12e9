import { isDeepStrictEqual } from 'node:util'
import { CORRECTABLE, type StoredOrder } from '../orders/order.ts'
import type { RowFields } from '../orders/order-row.ts'

/**
 * Returns the fields of a newer version with what people corrected here. A correction ends as soon as the shop says something
 * else than what was corrected, because somebody has decided anew there.
 */
export const keepCorrections = (
  { corrected, ...before }: StoredOrder,
  fields: RowFields,
): RowFields & Pick<StoredOrder, 'corrected'> => {
  const kept = CORRECTABLE.filter((name) => name in corrected && isDeepStrictEqual(fields[name], corrected[name]))
  const pick = (from: Pick<StoredOrder, (typeof CORRECTABLE)[number]>) =>
    Object.fromEntries(kept.map((name) => [name, from[name]]))
  return { ...fields, ...pick(before), corrected: pick(fields) }
}
