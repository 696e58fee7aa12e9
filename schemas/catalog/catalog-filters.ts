import { id, oneOf, text } from '../types.ts'
import { PRODUCT_STATES } from './product.ts'

const words = (of: string) => text(255, { description: `Words with which words of ${of} begin`, examples: ['tea'] })

const gtin = (of: string) =>
  text(30, { description: `GTIN of ${of}; numbers of all lengths are compared as one`, examples: ['7300011000017'] })

const ofProduct = {
  status: oneOf(PRODUCT_STATES, { description: 'State of the product' }),
  tag: text(50, { description: 'Tag of the product, however it is spelled', examples: ['gift'] }),
  categoryId: id({ description: 'Category of the product; those below it count' }),
  brand: text(255, { description: 'Brand of the product, however it is spelled', examples: ['Demo Trading'] }),
}

/** Filters of the list of products. */
export const productFilters = {
  search: words('the name, the brand and the tags'),
  sku: text(100, { description: 'SKU of a variant, however it is spelled', examples: ['TRAY-SMALL'] }),
  gtin: gtin('a variant'),
  ...ofProduct,
}

/** Filters of the list of variants. */
export const variantFilters = {
  productId: id(),
  search: words('the SKU, the name, the GTIN and the part number'),
  sku: text(100, { description: 'The SKU, however it is spelled', examples: ['TRAY-SMALL'] }),
  gtin: gtin('the variant'),
  mpn: text(100, { description: 'Part number of the manufacturer, however it is spelled', examples: ['OC-45-W'] }),
  ...ofProduct,
}
