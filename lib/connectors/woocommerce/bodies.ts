import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { VariantToPush } from '../connector.ts'
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

/** Returns the variant's description if it is the only one; otherwise the product's, because they share one page. */
const chooseDescription = (product: Item | undefined, group: readonly VariantToPush[], created: number) => {
  const [first] = group
  const isAlone = (product?.variations.length ?? 0) + created === 1
  return (isAlone ? first?.content.description : first?.product.description) || null
}

/** Returns the body that creates or updates a product with variations; `created` of the group are new. */
export const buildProductBody = (product: Item | undefined, group: readonly VariantToPush[], created: number): Body => {
  const { id, name } = (group[0] as VariantToPush).product
  const description = chooseDescription(product, group, created)
  const attributes = buildAttributesBody(product, group)
  return {
    ...(product?.name !== name && { name: toStoredName(name) }),
    ...((product?.description ?? null) !== description && { description: toStoredDescription(description) }),
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

const formatPrice = ({ prices }: VariantToPush['content'], currency: string) => {
  const amount = prices[currency]
  return { regular_price: amount === undefined ? '' : formatDecimal(amount, currency) }
}

export const buildVariationBody = (product: Item, variant: VariantToPush, isNew: boolean, currency: string): Body => {
  const { id, content } = variant
  const choices = listDistinguishingAttributes(product).map(({ id: attribute, raw, ...named }) => ({
    ...(attribute ? { id: attribute } : { name: raw.name }),
    option: toStoredName(chooseOption(named, content) ?? ''),
  }))
  return {
    sku: content.sku,
    ...formatPrice(content, currency),
    ...(!findMissingAttribute(product, variant) && { attributes: choices }),
    ...(isNew && { meta_data: [{ key: '_entrepot_variant', value: id }] }),
  }
}

/** Returns the changes of a product without variations. Markup stays as long as its text is the same. */
export const buildSingleBody = (product: Item, { content }: VariantToPush, currency: string): Body => ({
  sku: content.sku,
  ...(product.name !== content.name && { name: toStoredName(content.name) }),
  ...(product.description !== (content.description || null) && {
    description: toStoredDescription(content.description),
  }),
  ...formatPrice(content, currency),
})
