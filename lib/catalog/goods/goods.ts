import type { goodsFields } from '../../../schemas/catalog/goods.ts'
import type { Variant } from '../../../schemas/catalog/product.ts'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { findInvisible } from '../../platform/identifiers/find-invisible.ts'
import { cleanGtin, findGtinFault } from '../../platform/identifiers/gtin.ts'
import type { Violation } from '../../platform/problem.ts'

/** Facts about the goods of a variant; null where one is not known. */
export type Goods = Pick<Variant, keyof typeof goodsFields>

type GivenGoods = { [name in keyof Goods]?: Goods[name] | undefined }

export const NO_GOODS: Goods = {
  ...{ gtin: null, mpn: null, hsCode: null, countryOfOrigin: null },
  ...{ weightGrams: null, lengthMm: null, widthMm: null, heightMm: null },
}

const cleanHsCode = (text: string): string => text.replace(/[\s.]/g, '')

const HS_CODE = /^\d{6,13}$/

/** Returns the given fields as they are stored. */
export const cleanGoods = <G extends GivenGoods>(given: G): G => ({
  ...given,
  ...(given.gtin && { gtin: cleanGtin(given.gtin) }),
  ...(given.mpn && { mpn: cleanText(given.mpn) }),
  ...(given.hsCode && { hsCode: cleanHsCode(given.hsCode) }),
})

/** Finds what no schema tells of the given fields. */
export const findGoodsViolations = ({ gtin, mpn, hsCode }: GivenGoods): Violation[] => {
  const fault = gtin ? findGtinFault(cleanGtin(gtin)) : undefined
  const isBad = !!hsCode && !HS_CODE.test(cleanHsCode(hsCode))
  return [
    ...(fault ? [{ propertyPath: 'gtin', message: fault }] : []),
    ...(mpn ? findInvisible('mpn', mpn) : []),
    ...(isBad ? [{ propertyPath: 'hsCode', message: 'must have 6 to 13 digits, beside dots and spaces' }] : []),
  ]
}
