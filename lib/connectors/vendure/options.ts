import type { Shop, VariantToPush } from '../connector.ts'
import { isChanged } from '../content/is-changed.ts'
import { readPath } from '../graphql.ts'
import { readText } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askOnce, askShop } from './ask-shop.ts'
import type { ExistingProduct } from './product.ts'
import { type Facts, isOurGroup, type VendureVariant } from './variant.ts'

const CREATE_GROUP = `mutation CreateGroup($input: CreateProductOptionGroupInput!) {
  createProductOptionGroup(input: $input) { id code name options { id code name } } }`
const ADD_GROUP =
  'mutation AddGroup($product: ID!, $group: ID!) { addOptionGroupToProduct(productId: $product, optionGroupId: $group) { id } }'
const CREATE_OPTION =
  'mutation CreateOption($input: CreateProductOptionInput!) { createProductOption(input: $input) { id code name } }'
const CHOOSE = 'mutation Choose($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }'

const RENAME = 'mutation RenameOption($input: UpdateProductOptionInput!) { updateProductOption(input: $input) { id } }'

type Group = ExistingProduct['optionGroups'][number]
type Option = Group['options'][number]
type ListedVariant = ExistingProduct['variantList']['items'][number]

/** The name of our option group, which buyers see. */
const GROUP_NAME = 'Variant'

const toCode = (id: string) => id.toLowerCase()
/** Returns the option code for a variant that was not created here. */
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

/** Renames options of our group after their variants. */
export const renameOptions = async (
  shop: Shop,
  { language: languageCode }: Facts,
  pushed: readonly (VariantToPush & { existing: VendureVariant })[],
): Promise<void> => {
  for (const variant of pushed) {
    const { content, existing } = variant
    const { name } = content
    const option = existing.options.find((each) => isOurGroup(each.group) && each.name !== name)
    if (!isChanged(variant, '/name')) continue
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

const createOption = async (shop: Shop, facts: Facts, group: Group, choice: Choice): Promise<Option> => {
  const input = { productOptionGroupId: group.id, ...translateChoice(facts, choice) }
  const { createProductOption } = await askOnce(shop, CREATE_OPTION, { input })
  const option = parseOption(createProductOption)
  group.options.push(option)
  return option
}

const createGroup = async (shop: Shop, facts: Facts, product: ExistingProduct, choices: Choice[]): Promise<Group> => {
  const input = {
    ...translateChoice(facts, { code: `variant-${product.id}`, name: GROUP_NAME }),
    options: choices.map((choice) => translateChoice(facts, choice)),
  }
  const { createProductOptionGroup: created } = await askOnce(shop, CREATE_GROUP, { input })
  const id = readId(created)
  await askShop(shop, ADD_GROUP, { product: product.id, group: id })
  return { id, code: input.code, name: GROUP_NAME, options: requireList(readPath(created, 'options')).map(parseOption) }
}

/** Assigns options of the group to variants that have none. */
const chooseForExisting = async (shop: Shop, facts: Facts, group: Group, existing: readonly ListedVariant[]) => {
  const without = existing.filter(({ options }) => !options.some((option) => option.group.id === group.id))
  const input = []
  for (const { id, name, options } of without) {
    const choice = { code: toForeignCode(id), name }
    const { id: option } =
      group.options.find(({ code }) => code === choice.code) ?? (await createOption(shop, facts, group, choice))
    input.push({ id, optionIds: [...options.map((each) => each.id), option] })
  }
  if (input.length) await askShop(shop, CHOOSE, { input })
}

/** Returns the option name of a variant in a group of the merchant. */
const findValue = ({ name }: Group, { content }: VariantToPush): string | undefined =>
  Object.entries(content.attributes).find(([key, value]) => value && key.toLowerCase() === name.toLowerCase())?.[1]

/** Returns the merchant's option group for which a variant has no attribute. */
export const findMissingGroup = (
  { optionGroups }: Pick<ExistingProduct, 'optionGroups'>,
  variant: VariantToPush,
): string | undefined =>
  optionGroups.find((group) => !isOurGroup(group) && findValue(group, variant) === undefined)?.name

const findOrCreateOption = async (shop: Shop, facts: Facts, group: Group, variant: VariantToPush): Promise<string> => {
  const isOurs = isOurGroup(group)
  const name = isOurs ? variant.content.name : (findValue(group, variant) ?? '')
  const code = toCode(variant.id)
  const known = group.options.find((option) => (isOurs ? option.code === code : option.name === name))
  return (known ?? (await createOption(shop, facts, group, { code, name }))).id
}

/**
 * Returns the option ids of each new variant, by our id. A shop distinguishes the variants of a product by options only, so
 * a product without options gets our group with its second variant.
 */
export const resolveOptions = async (
  shop: Shop,
  facts: Facts,
  product: ExistingProduct,
  toCreate: readonly VariantToPush[],
): Promise<Map<string, string[]>> => {
  const existing = product.variantList.items
  const groups = [...product.optionGroups]
  if (!groups.length && existing.length + toCreate.length > 1)
    groups.push(
      await createGroup(shop, facts, product, [
        ...existing.map(({ id, name }) => ({ code: toForeignCode(id), name })),
        ...toCreate.map(({ id, content }) => ({ code: toCode(id), name: content.name })),
      ]),
    )
  for (const group of groups) if (isOurGroup(group)) await chooseForExisting(shop, facts, group, existing)
  const chosen = new Map<string, string[]>()
  for (const variant of toCreate) {
    const ids: string[] = []
    for (const group of groups) ids.push(await findOrCreateOption(shop, facts, group, variant))
    chosen.set(variant.id, ids)
  }
  return chosen
}
