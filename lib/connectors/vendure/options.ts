import type { Shop, VariantToPush } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { readText } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askShop, make } from './ask-shop.ts'
import type { StandingProduct } from './product.ts'
import { type Facts, isOurGroup, type VendureVariant } from './variant.ts'

const CREATE_GROUP = `mutation CreateGroup($input: CreateProductOptionGroupInput!) {
  createProductOptionGroup(input: $input) { id code name options { id code name } } }`
const ADD_GROUP =
  'mutation AddGroup($product: ID!, $group: ID!) { addOptionGroupToProduct(productId: $product, optionGroupId: $group) { id } }'
const CREATE_OPTION =
  'mutation CreateOption($input: CreateProductOptionInput!) { createProductOption(input: $input) { id code name } }'
const CHOOSE = 'mutation Choose($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }'

const RENAME = 'mutation RenameOption($input: UpdateProductOptionInput!) { updateProductOption(input: $input) { id } }'

type Group = StandingProduct['optionGroups'][number]
type Option = Group['options'][number]
type Kind = StandingProduct['variantList']['items'][number]

/** The name that our group has where people choose. */
const GROUP_NAME = 'Variant'

const toCode = (id: string) => id.toLowerCase()
/** Of a variant that the store had before. */
const toForeignCode = (id: string) => `store-${id}`

const readId = (value: unknown): string => {
  const id = readText(readPath(value, 'id'))
  if (!id) throw buildUnreadableError()
  return id
}

const parseOption = (value: unknown): Option => ({
  id: readId(value),
  code: readText(readPath(value, 'code')) ?? '',
  name: readText(readPath(value, 'name')) ?? '',
})

/** What people choose has the name of its variant. */
export const renameOptions = async (
  shop: Shop,
  { language: languageCode }: Facts,
  pushed: readonly (VariantToPush & { held: VendureVariant })[],
): Promise<void> => {
  for (const { content, held } of pushed) {
    const { name } = content
    const option = held.options.find((each) => isOurGroup(each.group) && each.name !== name)
    if (option) await askShop(shop, RENAME, { input: { id: option.id, translations: [{ languageCode, name }] } })
  }
}

interface Choice {
  code: string
  name: string
}

const translateChoice = (facts: Facts, { code, name }: Choice) => ({
  code,
  translations: [{ languageCode: facts.language, name }],
})

const makeOption = async (shop: Shop, facts: Facts, group: Group, choice: Choice): Promise<Option> => {
  const input = { productOptionGroupId: group.id, ...translateChoice(facts, choice) }
  const { createProductOption } = await make(shop, CREATE_OPTION, { input })
  const option = parseOption(createProductOption)
  group.options.push(option)
  return option
}

const makeGroup = async (shop: Shop, facts: Facts, product: StandingProduct, choices: Choice[]): Promise<Group> => {
  const input = {
    ...translateChoice(facts, { code: `variant-${product.id}`, name: GROUP_NAME }),
    options: choices.map((choice) => translateChoice(facts, choice)),
  }
  const { createProductOptionGroup: made } = await make(shop, CREATE_GROUP, { input })
  const id = readId(made)
  await askShop(shop, ADD_GROUP, { product: product.id, group: id })
  return { id, code: input.code, name: GROUP_NAME, options: requireList(readPath(made, 'options')).map(parseOption) }
}

/** Variants that the store had before it told them apart get what they are told apart by. */
const chooseForStanding = async (shop: Shop, facts: Facts, group: Group, standing: readonly Kind[]) => {
  const without = standing.filter(({ options }) => !options.some((option) => option.group.id === group.id))
  const input = []
  for (const { id, name, options } of without) {
    const choice = { code: toForeignCode(id), name }
    const { id: option } =
      group.options.find(({ code }) => code === choice.code) ?? (await makeOption(shop, facts, group, choice))
    input.push({ id, optionIds: [...options.map((each) => each.id), option] })
  }
  if (input.length) await askShop(shop, CHOOSE, { input })
}

/** What people choose to get this variant, in a group that somebody else made. */
const chooseValue = ({ name }: Group, { content }: VariantToPush) => {
  const alike = Object.entries(content.attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())
  return alike?.[1] ?? content.name
}

const findOrCreateOption = async (shop: Shop, facts: Facts, group: Group, variant: VariantToPush): Promise<string> => {
  const isOurs = isOurGroup(group)
  const name = isOurs ? variant.content.name : chooseValue(group, variant)
  const code = toCode(variant.id)
  const known = group.options.find((option) => (isOurs ? option.code === code : option.name === name))
  return (known ?? (await makeOption(shop, facts, group, { code, name }))).id
}

/**
 * The options of each new variant of a product, by our id. A store tells the variants of a product apart by options alone:
 * a product without them gets a group of ours with its second variant.
 */
export const resolveOptions = async (
  shop: Shop,
  facts: Facts,
  product: StandingProduct,
  fresh: readonly VariantToPush[],
): Promise<Map<string, string[]>> => {
  const standing = product.variantList.items
  const groups = [...product.optionGroups]
  if (!groups.length && standing.length + fresh.length > 1)
    groups.push(
      await makeGroup(shop, facts, product, [
        ...standing.map(({ id, name }) => ({ code: toForeignCode(id), name })),
        ...fresh.map(({ id, content }) => ({ code: toCode(id), name: content.name })),
      ]),
    )
  for (const group of groups) if (isOurGroup(group)) await chooseForStanding(shop, facts, group, standing)
  const chosen = new Map<string, string[]>()
  for (const variant of fresh) {
    const ids: string[] = []
    for (const group of groups) ids.push(await findOrCreateOption(shop, facts, group, variant))
    chosen.set(variant.id, ids)
  }
  return chosen
}
