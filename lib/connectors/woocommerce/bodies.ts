import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { VariantToPush } from '../connector.ts'
import { choosePrice, mustWritePrice, type ShopPrices } from '../content/choose-price.ts'
import { isChanged, isProductChanged } from '../content/is-changed.ts'
import { requireList } from '../refusal.ts'
import { type Attribute, chooseOption, type Item, toStoredDescription, toStoredName, VARIANT } from './product.ts'

type Body = Readonly<Record<string, unknown>>

const NAMES: Attribute = {
  id: 0,
  name: VARIANT,
  isVariation: true,
  options: [],
  raw: { name: VARIANT, visible: false, variation: true, options: [] },
}

/** Returns the attributes that distinguish the variations of a product. */
const listDistinguishingAttributes = (product: Item | undefined): Attribute[] => {
  const known = product?.attributes.filter(({ isVariation }) => isVariation) ?? []
  return known.length ? known : [NAMES]
}

/** Returns the name of an attribute that a variant lacks but needs in its product. */
export const findMissingAttribute = (product: Item | undefined, { content }: VariantToPush): string | undefined =>
  listDistinguishingAttributes(product).find((attribute) => !chooseOption(attribute, content))?.name

const withOptions = (attribute: Attribute, group: readonly VariantToPush[]) => {
  const wanted = group.flatMap(({ content }) => chooseOption(attribute, content) ?? [])
  const more = [...new Set(wanted)].filter((option) => !attribute.options.includes(option))
  const options = [...requireList(attribute.raw.options), ...more.map(toStoredName)]
  return { isChanged: more.length > 0, body: { ...attribute.raw, options } }
}

/** Returns the full list, because WooCommerce deletes omitted attributes; undefined if unchanged. */
const buildAttributesBody = (product: Item | undefined, group: readonly VariantToPush[]) => {
  const distinguishing = listDistinguishingAttributes(product)
  const others = product?.attributes.filter((attribute) => !distinguishing.includes(attribute)) ?? []
  const written = distinguishing.map((attribute) => withOptions(attribute, group))
  const isChanged = written.some((each) => each.isChanged)
  return isChanged ? [...others.map(({ raw }) => raw), ...written.map(({ body }) => body)] : undefined
}

/**
 * Returns the variant's description if it is the only one; otherwise the product's, because they share one page. Undefined if
 * the shop keeps its own.
 */
const chooseDescription = (
  product: Item | undefined,
  group: readonly VariantToPush[],
  isNew: (variant: VariantToPush) => boolean,
) => {
  const isAlone = (product?.variations.length ?? 0) + group.filter(isNew).length === 1
  const isMeant = (variant: VariantToPush) =>
    isAlone ? isChanged(variant, '/description') : isProductChanged(variant, 'description')
  // A new variant changes nothing of a product that the shop has.
  const source = product ? group.find((variant) => !isNew(variant) && isMeant(variant)) : group[0]
  return source && ((isAlone ? source.content.description : source.product.description) || null)
}

/** Tells whether a variation of a product needs its options in it. */
const needsOptions = (variant: VariantToPush, isNew: boolean) =>
  isNew || isChanged(variant, '/name') || isChanged(variant, '/attributes')

/** Returns the body that creates or updates a product with variations; `isNew` tells which of the group are new. */
export const buildProductBody = (
  product: Item | undefined,
  group: readonly VariantToPush[],
  isNew: (variant: VariantToPush) => boolean,
): Body => {
  const { id, name } = (group[0] as VariantToPush).product
  const description = chooseDescription(product, group, isNew)
  const isRenamed =
    !product || (product.name !== name && group.some((each) => !isNew(each) && isProductChanged(each, 'name')))
  const attributes = buildAttributesBody(
    product,
    group.filter((variant) => needsOptions(variant, isNew(variant))),
  )
  return {
    ...(isRenamed && { name: toStoredName(name) }),
    ...(description !== undefined &&
      (product?.description ?? null) !== description && {
        description: toStoredDescription(description, product?.html),
      }),
    ...(attributes && { attributes }),
    // Our id as the SKU lets the product be found again and prevents duplicates.
    ...(!product && {
      type: 'variable',
      status: 'publish',
      sku: id,
      meta_data: [{ key: '_entrepot_product', value: id }],
    }),
  }
}

/** Returns why a variant cannot have the price that it needs; undefined if it can, or needs none. */
export const findMissingPrice = (variant: VariantToPush, isNew: boolean, prices: ShopPrices): string | undefined => {
  const price = mustWritePrice(variant, isNew, prices.currency) ? choosePrice(variant, prices) : undefined
  return typeof price === 'string' ? price : undefined
}

/** A sale that runs in the shop stays, since only the regular price is written. */
const formatPrice = (variant: VariantToPush, isNew: boolean, prices: ShopPrices) => {
  const price = mustWritePrice(variant, isNew, prices.currency) ? choosePrice(variant, prices) : undefined
  return price && typeof price !== 'string' ? { regular_price: formatDecimal(price.amount, prices.currency) } : {}
}

export const buildVariationBody = (product: Item, variant: VariantToPush, isNew: boolean, prices: ShopPrices): Body => {
  const { id, content } = variant
  const choices = listDistinguishingAttributes(product).map(({ id: attribute, raw, ...named }) => ({
    ...(attribute ? { id: attribute } : { name: raw.name }),
    option: toStoredName(chooseOption(named, content) ?? ''),
  }))
  return {
    ...((isNew || isChanged(variant, '/sku')) && { sku: content.sku }),
    ...formatPrice(variant, isNew, prices),
    ...(needsOptions(variant, isNew) && !findMissingAttribute(product, variant) && { attributes: choices }),
    ...(isNew && { meta_data: [{ key: '_entrepot_variant', value: id }] }),
  }
}

/** Returns the changes of a product without variations. Markup stays as long as its text is the same. */
export const buildSingleBody = (product: Item, variant: VariantToPush, prices: ShopPrices): Body => {
  const { content } = variant
  const isOther = product.description !== (content.description || null)
  return {
    ...(isChanged(variant, '/sku') && { sku: content.sku }),
    ...(isChanged(variant, '/name') && product.name !== content.name && { name: toStoredName(content.name) }),
    ...(isChanged(variant, '/description') &&
      isOther && { description: toStoredDescription(content.description, product.html) }),
    ...formatPrice(variant, false, prices),
  }
}
