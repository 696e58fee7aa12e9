import type { Goods } from '../../catalog/goods/goods.ts'
import type { RemoteVariant } from '../connector.ts'
import { measureGrams, measureMillimetres } from '../content/measure.ts'
import { parseObject, readText } from '../reading.ts'

/** Fields of a product or a variation that tell of the goods. */
export const GOODS_FIELDS = 'global_unique_id,weight,dimensions'

/** The units of the shop's measures; null where its settings cannot be read. */
export interface Units {
  weight: string | null
  length: string | null
}

/** Facts that a record has about its goods, in the units of the shop. */
export type RawGoods = Readonly<Record<'gtin' | 'weight' | 'length' | 'width' | 'height', string | null>>

export const parseGoods = (record: Readonly<Record<string, unknown>>): RawGoods => {
  const { length, width, height } = parseObject(record.dimensions)
  return {
    gtin: readText(record.global_unique_id),
    weight: readText(record.weight),
    ...{ length: readText(length), width: readText(width), height: readText(height) },
  }
}

/** Reads the goods of a variation of a product, or of the product itself. A variation without measures shows those of it. */
export const readGoods = (product: RawGoods, item: RawGoods, units: Units): NonNullable<RemoteVariant['goods']> => {
  // The number of all variations is none of one of them.
  const gtin = item !== product && item.gtin === product.gtin ? null : item.gtin
  const measures = {
    weightGrams: measureGrams(item.weight, units.weight),
    lengthMm: measureMillimetres(item.length, units.length),
    widthMm: measureMillimetres(item.width, units.length),
    heightMm: measureMillimetres(item.height, units.length),
  }
  const known = Object.entries({ ...measures, gtin: gtin ?? undefined }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as Partial<Goods>
}
