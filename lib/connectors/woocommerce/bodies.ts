import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { VariantToPush } from '../connector.ts'
import { type Attribute, chooseOption, type Item, toStoredDescription, toStoredName, VARIANT } from './product.ts'

type Body = Readonly<Record<string, unknown>>

const NAMES: Attribute = {
  id: 0,
  name: VARIANT,
  isVariation: true,
  options: [],
  raw: { name: VARIANT, visible: false, variation: true, options: [] },
}

/** What tells the variations of a product apart. */
const listDistinguishingAttributes = (product: Item | undefined): Attribute[] => {
  const known = product?.attributes.filter(({ isVariation }) => isVariation) ?? []
  return known.length ? known : [NAMES]
}

/** The name of an attribute that a variant would need to stand beside the others of its product. */
export const findMissingAttribute = (product: Item | undefined, { content }: VariantToPush): string | undefined =>
  listDistinguishingAttributes(product).find((attribute) => !chooseOption(attribute, content))?.name

const withOptions = (attribute: Attribute, group: readonly VariantToPush[]) => {
  const wanted = group.flatMap(({ content }) => chooseOption(attribute, content) ?? [])
  const more = [...new Set(wanted)].filter((option) => !attribute.options.includes(option))
  const options = [...(attribute.raw.options as unknown[]), ...more.map(toStoredName)]
  return { isChanged: more.length > 0, body: { ...attribute.raw, options } }
}

/** All of them, since the store takes what is left out away; undefined where nothing is new. */
const buildAttributesBody = (product: Item | undefined, group: readonly VariantToPush[]) => {
  const telling = listDistinguishingAttributes(product)
  const others = product?.attributes.filter((attribute) => !telling.includes(attribute)) ?? []
  const written = telling.map((attribute) => withOptions(attribute, group))
  const isChanged = written.some((each) => each.isChanged)
  return isChanged ? [...others.map(({ raw }) => raw), ...written.map(({ body }) => body)] : undefined
}

/** The product's where several variants share its page, since it has one description only. */
const chooseDescription = (product: Item | undefined, group: readonly VariantToPush[], made: number) => {
  const [first] = group
  const isAlone = (product?.variations.length ?? 0) + made === 1
  return (isAlone ? first?.content.description : first?.product.description) || null
}

/** What is to change of a product with variations, or all of a new one; `made` of the group are new in it. */
export const buildProductBody = (product: Item | undefined, group: readonly VariantToPush[], made: number): Body => {
  const { id, name } = (group[0] as VariantToPush).product
  const description = chooseDescription(product, group, made)
  const attributes = buildAttributesBody(product, group)
  return {
    ...(product?.name !== name && { name: toStoredName(name) }),
    ...((product?.description ?? null) !== description && { description: toStoredDescription(description) }),
    ...(attributes && { attributes }),
    // Its SKU is ours, so that it is found again, and never made twice.
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

/** What is to change of a product without variations: markup of others stays as long as it says the same. */
export const buildSingleBody = (product: Item, { content }: VariantToPush, currency: string): Body => ({
  sku: content.sku,
  ...(product.name !== content.name && { name: toStoredName(content.name) }),
  ...(product.description !== (content.description || null) && {
    description: toStoredDescription(content.description),
  }),
  ...formatPrice(content, currency),
})
