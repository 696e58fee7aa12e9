const LOCATION = 'gid://shopify/Location/11'
const LOCATIONS = ['gid://shopify/Location/10', LOCATION]

interface Choice {
  name: string
  value: string
}
export interface Variant {
  id: string
  productId: string
  sku: string | null
  price: string
  selectedOptions: Choice[]
  compareAtPrice: string | null
  inventoryPolicy: string
  item: { id: string; tracked: boolean; levels: Map<string, number>; committed: number }
  /** Facts that the staff gave about the goods: members of the variant and of its item. */
  words: { barcode?: string | null; inventoryItem?: object }
}
interface Product {
  id: string
  title: string
  descriptionHtml: string
  vendor: string
  status: string
  options: string[]
  /** Our id, if it is known. */
  custom: string | null
  published: Set<string>
}
interface VariantInput {
  id?: string
  price?: string
  sku?: string
  compareAtPrice?: string | null
  inventoryPolicy?: string
  inventoryItem?: { sku?: string; tracked?: boolean }
  optionValues?: { optionName: string; name: string }[]
}
type Variables = Record<string, unknown>

export class ShopifyError extends Error {}

interface Wrong {
  code?: string
  field: string[]
  message: string
}

const DEFAULT: Choice[] = [{ name: 'Title', value: 'Default Title' }]

/** The catalog of Shopify's Admin API. */
export const shopifyCatalog = () => {
  const products = new Map<string, Product>()
  const variants = new Map<string, Variant>()
  /** Stock changes by idempotency key. */
  const keys = new Map<string, string>()
  const mode = { defined: false, blind: false, currency: 'EUR', taxesIncluded: true, refused: new Set<string>() }
  let ids = 0
  const gid = (kind: string) => `gid://shopify/${kind}/${++ids}`
  const number = (id: string) => Number(id.split('/').at(-1))

  const ofProduct = (id: string) => [...variants.values()].filter(({ productId }) => productId === id)
  const titleOf = ({ selectedOptions }: Variant) => selectedOptions.map(({ value }) => value).join(' / ')
  const shown = (variant: Variant) => ({
    ...{ id: variant.id, sku: variant.sku, title: titleOf(variant), price: variant.price },
    ...{ selectedOptions: variant.selectedOptions, inventoryPolicy: variant.inventoryPolicy },
    compareAtPrice: variant.compareAtPrice,
    barcode: null,
    inventoryItem: {
      ...{ harmonizedSystemCode: null, countryCodeOfOrigin: null },
      measurement: { weight: { unit: 'KILOGRAMS', value: 0 } },
    },
    ...variant.words,
    product: products.get(variant.productId),
  })
  const shownProduct = (product: Product) => ({
    ...product,
    options: product.options.map((name) => ({ name })),
    variants: { nodes: ofProduct(product.id).map(shown) },
  })
  const standalone = (productId: string): Variant => {
    const id = gid('ProductVariant')
    const item = { id: gid('InventoryItem'), tracked: false, levels: new Map([[LOCATION, 0]]), committed: 0 }
    const blank = { sku: null, price: '0.00', compareAtPrice: null, selectedOptions: DEFAULT, inventoryPolicy: 'DENY' }
    const made = { id, productId, ...blank, item, words: {} }
    variants.set(id, made)
    return made
  }
  const newProduct = ({ title, descriptionHtml = '', vendor = 'Tea' }: Partial<Product>, custom: string | null) => {
    const id = gid('Product')
    const made = {
      id,
      title: String(title),
      descriptionHtml,
      vendor: vendor || 'Tea',
      status: 'ACTIVE',
      options: ['Title'],
      custom,
      published: new Set<string>(),
    }
    products.set(id, made)
    standalone(id)
    return made
  }

  const keyOf = (selected: readonly Choice[]) => JSON.stringify(selected.map(({ name, value }) => [name, value]).sort())
  const wrong = (place: number, code: string, message: string, member = 'price'): Wrong => ({
    ...{ code, message },
    field: ['variants', String(place), member],
  })
  const checked = (input: VariantInput, place: number): Wrong[] => {
    if (input.sku !== undefined) throw new ShopifyError('Field is not defined on ProductVariantsBulkInput: sku')
    if (input.price !== undefined && !/^\d+(\.\d{1,3})?$/.test(input.price)) throw new ShopifyError('no Money')
    const sku = input.inventoryItem?.sku ?? ''
    if (mode.refused.has(sku)) return [wrong(place, 'INVALID', 'This SKU is not taken', 'sku')]
    return sku.length > 255 ? [wrong(place, 'INVALID', 'SKU is too long (maximum is 255 characters)', 'sku')] : []
  }
  const change = (
    variant: Variant,
    { price, compareAtPrice, inventoryPolicy, inventoryItem, optionValues }: VariantInput,
  ) => {
    variant.price = price === undefined ? variant.price : price
    if (compareAtPrice !== undefined) variant.compareAtPrice = compareAtPrice
    variant.inventoryPolicy = inventoryPolicy ?? variant.inventoryPolicy
    variant.sku = inventoryItem?.sku ?? variant.sku
    variant.item.tracked = inventoryItem?.tracked ?? variant.item.tracked
    if (optionValues)
      variant.selectedOptions = optionValues.map(({ optionName, name }) => ({ name: optionName, value: name }))
  }
  /** Returns the errors for option values that are taken or missing. */
  const choiceWrongs = (product: Product, inputs: readonly VariantInput[], spare?: Variant): Wrong[] => {
    const seen = new Map(
      ofProduct(product.id).flatMap((each) => (each === spare ? [] : [[keyOf(each.selectedOptions), each.id]])),
    )
    return inputs.flatMap(({ id, optionValues }, place) => {
      if (!optionValues && id) return []
      const choice = (optionValues ?? []).map(({ optionName, name }) => ({ name: optionName, value: name }))
      if (choice.length !== product.options.length || choice.some(({ name }) => !product.options.includes(name)))
        return [wrong(place, 'NEED_TO_ADD_OPTION_VALUES', 'You need to add option values', 'optionValues')]
      const other = seen.get(keyOf(choice))
      seen.set(keyOf(choice), id ?? 'new')
      const message = `The variant '${choice.map(({ value }) => value).join(' / ')}' already exists.`
      return other && other !== id ? [wrong(place, 'VARIANT_ALREADY_EXISTS', message, 'optionValues')] : []
    })
  }

  const bulkUpdate = ({ productId, variants: inputs }: Variables) => {
    const product = products.get(String(productId))
    const given = inputs as VariantInput[]
    if (!product)
      return {
        productVariants: null,
        userErrors: [{ code: 'PRODUCT_DOES_NOT_EXIST', field: ['productId'], message: 'Product does not exist' }],
      }
    const lost = given.flatMap(({ id }, place) =>
      variants.get(String(id))?.productId === productId
        ? []
        : [wrong(place, 'PRODUCT_VARIANT_DOES_NOT_EXIST', 'Product variant does not exist', 'id')],
    )
    const userErrors = [...lost, ...given.flatMap(checked), ...choiceWrongs(product, given)]
    if (!userErrors.length) for (const input of given) change(variants.get(String(input.id)) as Variant, input)
    return { productVariants: userErrors.length ? null : given.map(({ id }) => ({ id })), userErrors }
  }
  const bulkCreate = ({ productId, variants: inputs, strategy }: Variables) => {
    const product = products.get(String(productId))
    const given = inputs as VariantInput[]
    if (!product)
      return {
        productVariants: null,
        userErrors: [{ code: 'PRODUCT_DOES_NOT_EXIST', field: ['productId'], message: 'Product does not exist' }],
      }
    const [first, ...others] = ofProduct(product.id)
    const only = others.length ? undefined : first
    const spare = strategy === 'PRESERVE_STANDALONE_VARIANT' ? undefined : only
    const userErrors = [...given.flatMap(checked), ...choiceWrongs(product, given, spare)]
    if (userErrors.length) return { productVariants: null, userErrors }
    if (spare) variants.delete(spare.id)
    const made = given.map((input) => {
      const variant = standalone(product.id)
      change(variant, input)
      return { id: variant.id, sku: variant.sku }
    })
    return { productVariants: made, userErrors: [] }
  }
  const byCustom = (custom: unknown) => {
    if (!mode.defined) throw new ShopifyError('METAFIELD_DEFINITION_NOT_FOUND')
    const { namespace, key, value } = custom as Record<string, string>
    if (namespace !== '$app' || key !== 'entrepot_product') throw new ShopifyError('no such metafield')
    return [...products.values()].find((each) => each.custom === value)
  }
  const identified = ({ id, customId }: Variables) => (id ? products.get(String(id)) : byCustom(customId))

  /** Parses `sku:"A" OR sku:"B"`; a search matches prefixes in any case. */
  const searched = (query: string) => {
    if (mode.blind) return []
    const wanted = [...query.matchAll(/sku:"((?:[^"\\]|\\.)*)"/g)].map(([, sku = '']) => sku.replace(/\\(.)/g, '$1'))
    if (!wanted.length) throw new ShopifyError(`no such search: ${query}`)
    const fits = ({ sku }: Variant) => wanted.some((each) => sku?.toLowerCase().startsWith(each.toLowerCase()))
    return [...variants.values()].filter(fits).map(shown)
  }
  /** Applies a change once for each key. */
  const once = (query: string, key: unknown, what: unknown, does: () => Wrong[]) => {
    if (!query.includes('@idempotent(key: $key)') || !key)
      throw new ShopifyError('The @idempotent directive is required')
    const said = JSON.stringify(what)
    const before = keys.get(String(key))
    if (before !== undefined && before !== said)
      return [{ code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH', field: [], message: 'The key was used for something else' }]
    const errors = before === undefined ? does() : []
    if (!errors.length) keys.set(String(key), said)
    return errors
  }
  const itemAt = (id: unknown) => [...variants.values()].find(({ item }) => item.id === id)?.item
  const setQuantities = (input: unknown): Wrong[] => {
    const { name, reason, quantities } = input as { name: string; reason: string; quantities: Variables[] }
    if (name !== 'available' || reason !== 'correction') throw new ShopifyError('INVALID_NAME')
    const userErrors = quantities.flatMap((each, place): Wrong[] => {
      if (!('changeFromQuantity' in each)) throw new ShopifyError('changeFromQuantity is required')
      const field = ['input', 'quantities', String(place), 'quantity']
      if (!LOCATIONS.includes(String(each.locationId)))
        return [{ code: 'INVALID_LOCATION', field, message: 'The specified location could not be found.' }]
      const levels = itemAt(each.inventoryItemId)?.levels
      if (!levels?.has(String(each.locationId)))
        return [{ code: 'ITEM_NOT_STOCKED_AT_LOCATION', field, message: 'The item is not stocked at the location.' }]
      if (Number(each.quantity) < 0 || !Number.isInteger(each.quantity))
        return [{ code: 'INVALID_QUANTITY_NEGATIVE', field, message: "The quantity can't be negative." }]
      if (each.changeFromQuantity !== null && each.changeFromQuantity !== levels.get(String(each.locationId)))
        return [{ code: 'CHANGE_FROM_QUANTITY_STALE', field, message: 'The quantity is another one by now.' }]
      return []
    })
    if (!userErrors.length)
      for (const { inventoryItemId, locationId, quantity } of quantities)
        itemAt(inventoryItemId)?.levels.set(String(locationId), Number(quantity))
    return userErrors
  }

  const nodesAt = (wanted: unknown) =>
    (wanted as string[]).map((id) => {
      if (!/^gid:\/\/shopify\/\w+\/\d+$/.test(id)) throw new ShopifyError(`Invalid global id '${id}'`)
      return variants.get(id)
    })

  const operations: Record<string, (variables: Variables, query: string) => Variables> = {
    Variants: ({ first, after }) => {
      const all = [...variants.values()].sort((a, b) => number(a.id) - number(b.id))
      const rest = all.filter(({ id }) => number(id) > Number(after ?? 0))
      const nodes = rest.slice(0, Number(first))
      const last = nodes.at(-1)
      const pageInfo = { hasNextPage: rest.length > nodes.length, endCursor: last ? String(number(last.id)) : null }
      return { productVariants: { pageInfo, nodes: nodes.map(shown) } }
    },
    VariantsAt: ({ ids: wanted }) => ({ nodes: nodesAt(wanted).map((each) => (each ? shown(each) : null)) }),
    Standing: ({ ids: wanted }) => ({ nodes: nodesAt(wanted).map((each) => (each ? shown(each) : null)) }),
    BySku: ({ query }) => ({ productVariants: { nodes: searched(String(query)) } }),
    ProductAt: ({ identifier }) => {
      const found = identified(identifier as Variables)
      return { product: found ? shownProduct(found) : null }
    },
    DefineId: () => {
      const userErrors = mode.defined ? [{ code: 'TAKEN', field: ['definition', 'key'], message: 'Key is in use' }] : []
      mode.defined = true
      return { metafieldDefinitionCreate: { createdDefinition: null, userErrors } }
    },
    SetProduct: ({ input, identifier }) => {
      const { customId } = identifier as { customId: Variables }
      const given = input as Partial<Product> & { metafields: { value: string }[] }
      const product = byCustom(customId) ?? newProduct(given, String(given.metafields[0]?.value))
      return { productSet: { product: shownProduct(product), userErrors: [] } }
    },
    Publish: ({ id, input }) => {
      const product = products.get(String(id))
      for (const { publicationId } of input as { publicationId: string }[]) product?.published.add(publicationId)
      const userErrors = product ? [] : [{ field: ['id'], message: 'Resource does not exist' }]
      return { publishablePublish: { userErrors } }
    },
    UpdateProduct: ({ product: given }) => {
      const { id, ...texts } = given as Partial<Product>
      const product = products.get(String(id))
      if (!product) return { productUpdate: { userErrors: [{ field: ['id'], message: 'Product does not exist' }] } }
      Object.assign(product, texts)
      return { productUpdate: { product: { id }, userErrors: [] } }
    },
    BulkUpdate: (variables) => ({ productVariantsBulkUpdate: bulkUpdate(variables) }),
    Policies: (variables) => ({ productVariantsBulkUpdate: bulkUpdate(variables) }),
    BulkCreate: (variables) => ({ productVariantsBulkCreate: bulkCreate(variables) }),
    Locations: () => ({
      locations: {
        nodes: [
          { id: 'gid://shopify/Location/10', isActive: true, fulfillsOnlineOrders: false },
          { id: LOCATION, isActive: true, fulfillsOnlineOrders: true },
        ],
      },
    }),
    Stocked: ({ ids: wanted, location }) => ({
      location: LOCATIONS.includes(String(location)) ? { isActive: true } : null,
      nodes: nodesAt(wanted).map((each) => {
        if (!each) return null
        const { id, tracked, levels, committed } = each.item
        const quantities = [
          { name: 'available', quantity: levels.get(String(location)) ?? 0 },
          { name: 'committed', quantity: committed },
        ]
        const inventoryLevel = levels.has(String(location))
          ? { id: `gid://shopify/InventoryLevel/${number(id)}`, quantities }
          : null
        return { ...shown(each), inventoryItem: { id, tracked, inventoryLevel } }
      }),
    }),
    Activate: ({ item, location, key }, query) => ({
      inventoryActivate: {
        inventoryLevel: null,
        userErrors: once(query, key, [item, location], () => {
          if (!LOCATIONS.includes(String(location))) return [{ field: ['locationId'], message: 'no such location' }]
          itemAt(item)?.levels.set(String(location), 0)
          return []
        }),
      },
    }),
    Stock: ({ input, key }, query) => ({
      inventorySetQuantities: {
        inventoryAdjustmentGroup: null,
        userErrors: once(query, key, input, () => setQuantities(input)),
      },
    }),
  }
  return {
    ...{ products, variants, mode, operations, newProduct, standalone },
    location: LOCATION,
    shop: () => ({ name: 'Tea', currencyCode: mode.currency, taxesIncluded: mode.taxesIncluded }),
  }
}
