import * as Type from 'typebox'
import { country } from '../country.ts'
import { nullable, text } from '../types.ts'

const MAX_GRAMS = 10_000_000
const MAX_MILLIMETRES = 100_000

const millimetres = (which: string) =>
  nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_MILLIMETRES,
      description: `${which} of a piece with its packing, in millimetres`,
      examples: [450],
    }),
  )

/** Facts about the goods of a variant, apart from the texts and prices by which channels sell them. */
export const goodsFields = {
  gtin: nullable(
    text(30, {
      description:
        'Number of the goods by GS1, printed as an EAN or UPC: 8, 12, 13 or 14 digits with a right check digit. Spaces and hyphens are left out. Variants may share one, because the same goods can have several SKUs',
      examples: ['7300011000017'],
    }),
  ),
  mpn: nullable(text(100, { description: 'Part number of the manufacturer', examples: ['OC-45-W'] })),
  hsCode: nullable(
    text(20, {
      description:
        'Code of the goods in the Harmonized System or a tariff based on it: 6 to 13 digits. Dots and spaces are left out',
      examples: ['940169'],
    }),
  ),
  countryOfOrigin: nullable(country({ description: 'Country in which the goods were made' })),
  weightGrams: nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_GRAMS,
      description:
        'Weight of a piece with its packing, in grams. It counts before the attributes `weightGrams` and `weightKg`',
      examples: [6500],
    }),
  ),
  lengthMm: millimetres('Length'),
  widthMm: millimetres('Width'),
  heightMm: millimetres('Height'),
}
