import { afterAll, beforeAll, expect, it } from 'vitest'
import { flattenContent } from '../../lib/catalog/compare-content.ts'
import type { Connector, PushOutcome, RemoteVariant } from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { refusalOf } from './platforms.ts'
import { startShop, storeAt } from './real-shop.ts'
import { toPush } from './variants.ts'

const { catalog, inventory } = getConnector('vendure') as Required<Connector>

let shop: Awaited<ReturnType<typeof startShop>>
let store: ReturnType<typeof storeAt>

beforeAll(async () => {
  shop = await startShop()
  await shop.admin('mutation { updateGlobalSettings(input: { availableLanguages: [en, de] }) { __typename } }')
  const { activeChannel } = await shop.admin('{ activeChannel { id } }')
  await shop.admin(
    `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { __typename ... on ErrorResult { errorCode message } } }`,
    {
      input: {
        id: (activeChannel as { id: string }).id,
        availableLanguageCodes: ['en', 'de'],
        availableCurrencyCodes: ['USD', 'EUR'],
      },
    },
  )
  store = storeAt(shop.url)
})
afterAll(() => shop?.stop())

const walk = async () => {
  const found: RemoteVariant[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof catalog.page>> = await catalog.page(store, cursor)
    found.push(...page.variants)
    cursor = page.next
  } while (cursor !== null)
  return found
}
const bySku = async (sku: string) => (await walk()).filter((each) => each.sku === sku)
const priced = (count: number, more: Parameters<typeof toPush>[1] = {}) =>
  toPush(count, { prices: { USD: 1290 + count, EUR: 1100 + count }, ...more })
const push = async (...variants: ReturnType<typeof toPush>[]) =>
  (await catalog.push(store, variants)).map((outcome: PushOutcome) => {
    if (!('confirmed' in outcome)) throw new Error(JSON.stringify(outcome))
    return outcome.confirmed
  })
const shownOf = ({ shows, content }: RemoteVariant, ours = content) =>
  [...flattenContent(ours)].filter(([pointer]) => shows.some((each) => `${pointer}/`.startsWith(`${each}/`))).sort()

it('reads the catalog of the shop', async () => {
  expect(await walk()).toMatchObject([
    { sku: 'TEA-1', product: { name: 'Green tea' }, content: { description: 'Leaves', prices: { USD: 1290 } } },
    { sku: 'POT-1', product: { name: 'Teapot' }, content: { name: 'Teapot', prices: { USD: 3999 } } },
  ])
})

it('sells pushed variants of one product unchanged, in two languages and currencies', async () => {
  const text = 'Tea & <b>More</b> "x"\n\n  Größe 茶 🍵'
  const variants = [
    priced(1, { name: text, description: text, productName: 'Tee & <i>' }),
    priced(2, { product: 1, description: text, productName: 'Tee & <i>' }),
    priced(3, { localizations: { de: { name: 'Drei', description: 'Wächst\nam Hang' } } }),
    priced(4, { description: null, prices: { USD: 0 } }),
  ]
  const external = await push(...variants)
  expect(external[0]?.externalProductId).toBe(external[1]?.externalProductId)
  expect(new Set(external.map(({ externalProductId }) => externalProductId)).size).toBe(3)
  const found = await catalog.find(store, external)
  expect(found).toHaveLength(4)
  for (const { content } of variants) {
    const shown = found.find(({ sku }) => sku === content.sku) as RemoteVariant
    expect(shown.shows).toEqual(['/sku', '/name', '/description', '/prices/USD', '/prices/EUR', '/localizations/de'])
    expect(shownOf(shown)).toEqual(shownOf(shown, content))
  }
  expect(await push(...variants)).toEqual(external)
  expect(await walk()).toHaveLength(6)
})

it('publishes changes and removes prices', async () => {
  const [external] = await push(priced(5))
  const known = {
    externalProductId: external?.externalProductId ?? null,
    externalVariantId: external?.externalVariantId ?? null,
  }
  const changed = priced(5, {
    name: 'Other',
    description: 'New',
    prices: { USD: 7 },
    productName: 'Renamed',
    sku: 'FIVE',
  })
  expect(await push({ ...changed, ...known })).toEqual([external])
  const [shown] = await bySku('FIVE')
  expect(shown).toMatchObject({ product: { name: 'Renamed' } })
  expect(shownOf(shown as RemoteVariant)).toEqual(shownOf(shown as RemoteVariant, changed.content))
})

it('adds variants to an existing product and distinguishes them by options', async () => {
  const [tea] = await bySku('TEA-1')
  const [large, adopted] = await push(
    {
      ...priced(10, { product: 10, name: 'Large', productName: 'Green tea' }),
      externalProductId: tea?.externalProductId ?? null,
    },
    priced(11, { product: 10, sku: 'TEA-1', name: 'Small', productName: 'Green tea' }),
  )
  expect(adopted).toMatchObject({ externalVariantId: tea?.externalVariantId })
  expect(large?.externalProductId).toBe(tea?.externalProductId)
  const [third] = await push(priced(12, { product: 10, name: 'Huge', productName: 'Green tea' }))
  expect(third?.externalProductId).not.toBe(tea?.externalProductId)
  const { product } = await shop.admin(
    'query ($id: ID!) { product(id: $id) { optionGroups { name options { name } } variants { sku options { name } } } }',
    { id: tea?.externalProductId },
  )
  expect(product).toMatchObject({
    optionGroups: [{ name: 'Variant', options: expect.arrayContaining([{ name: 'Large' }]) }],
    variants: expect.arrayContaining([
      { sku: 'SKU-10', options: [{ name: 'Large' }] },
      { sku: 'TEA-1', options: [{ name: expect.any(String) }] },
    ]),
  })
})

it('creates deleted variants again, with or without their product', async () => {
  const variants = [priced(20), priced(21, { product: 20 }), priced(22)]
  const external = await push(...variants)
  const known = variants.map((variant, at) => ({ ...variant, ...external[at] }))
  await shop.admin('mutation ($id: ID!) { deleteProductVariant(id: $id) { result } }', {
    id: external[1]?.externalVariantId,
  })
  await shop.admin('mutation ($id: ID!) { deleteProduct(id: $id) { result } }', { id: external[2]?.externalProductId })
  expect(await catalog.find(store, external)).toHaveLength(1)
  const again = await push(...(known as typeof variants))
  expect(again[0]).toEqual(external[0])
  expect(again[1]?.externalProductId).toBe(external[0]?.externalProductId)
  expect(again[2]?.externalProductId).not.toBe(external[2]?.externalProductId)
  expect(await catalog.find(store, again)).toHaveLength(3)
})

it('reports what the shop rejects and sells the rest', async () => {
  // The shop distinguishes the variants of a product by its options only.
  const { createProduct } = await shop.admin(
    `mutation { createProduct(input: { translations: [{ languageCode: en, name: "Cup", slug: "cup", description: "" }] }) { id } }`,
  )
  const { id } = createProduct as { id: string }
  const { createProductOptionGroup: group } = await shop.admin(
    `mutation { createProductOptionGroup(input: { code: "size", translations: [{ languageCode: en, name: "Size" }],
      options: [{ code: "s", translations: [{ languageCode: en, name: "S" }] }] }) { id } }`,
  )
  await shop.admin('mutation ($p: ID!, $g: ID!) { addOptionGroupToProduct(productId: $p, optionGroupId: $g) { id } }', {
    p: id,
    g: (group as { id: string }).id,
  })
  const inCup = (count: number, size: string) => ({
    ...priced(count, { product: 30, attributes: { size }, productName: 'Cup' }),
    externalProductId: id,
  })
  const outcomes = await catalog.push(store, [
    inCup(30, 'S'),
    inCup(31, 'S'),
    inCup(32, 'L'),
    priced(33, { prices: {} }),
  ])
  expect(outcomes).toMatchObject([
    { confirmed: { externalProductId: id } },
    { refused: expect.stringMatching(/already exists/i) },
    { confirmed: { externalProductId: id } },
    { refused: 'The variant has no price in USD, the currency of the shop.' },
  ])
  expect((await bySku('SKU-32'))[0]?.content.attributes).toEqual({ Size: 'L' })
})

it('sets the saleable stock in addition to allocated pieces, and the backorder policy', async () => {
  const [tea] = await bySku('TEA-1')
  const level = { ...(tea as RemoteVariant), id: 'tea', quantity: 5, backorders: 'deny' as const }
  expect(await inventory.push(store, [level])).toMatchObject([{ confirmed: { externalVariantId: '1' } }])
  await shop.buy(1, 3)
  await expect(shop.buy(2, 3)).rejects.toThrow(/INSUFFICIENT_STOCK|NO_ACTIVE_ORDER|ORDER/)
  const levels = async () => {
    const { productVariant } = await shop.admin(
      '{ productVariant(id: "1") { stockLevels { stockOnHand stockAllocated } outOfStockThreshold } }',
    )
    return productVariant
  }
  expect(await levels()).toEqual({ stockLevels: [{ stockOnHand: 5, stockAllocated: 3 }], outOfStockThreshold: 0 })
  await inventory.push(store, [{ ...level, quantity: 4, known: 3 }])
  expect(await levels()).toEqual({ stockLevels: [{ stockOnHand: 7, stockAllocated: 3 }], outOfStockThreshold: 0 })
  await inventory.push(store, [{ ...level, quantity: 0, backorders: 'allow' }])
  await shop.buy(3, 50)
  await inventory.push(store, [{ ...level, quantity: -50, known: 53, backorders: 'allow' }])
  expect(await levels()).toMatchObject({ stockLevels: [{ stockOnHand: 3, stockAllocated: 53 }] })
  const lost = { ...level, id: 'lost', externalVariantId: '999999' }
  expect(await inventory.push(store, [lost, level])).toMatchObject([{ refused: expect.any(String) }, { confirmed: {} }])
})

it('skips no remaining variant while others are deleted, and continues from a stored cursor', async () => {
  const many = Array.from({ length: 250 }, (_, at) => priced(100 + at, { product: 100 + (at >> 3) }))
  for (let place = 0; place < many.length; place += 50) await push(...many.slice(place, place + 50))
  const before = await walk()
  expect(new Set(before.map(({ externalVariantId }) => externalVariantId)).size).toBe(before.length)
  expect(before.length).toBeGreaterThan(250)
  const first = await catalog.page(store, null)
  const gone = before.slice(0, 60).map(({ externalVariantId }) => externalVariantId)
  await shop.admin('mutation ($ids: [ID!]!) { deleteProductVariants(ids: $ids) { result } }', { ids: gone })
  const rest: RemoteVariant[] = []
  for (let cursor = first.next; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof catalog.page>> = await catalog.page(store, cursor)
    rest.push(...page.variants)
    cursor = page.next
  }
  expect([...first.variants, ...rest].map(({ externalVariantId: id }) => id)).toEqual(
    before.map(({ externalVariantId: id }) => id),
  )
})

it('reports INSUFFICIENT_SCOPE for a role that may not change the catalog', async () => {
  const { roles } = await shop.admin('{ roles { items { id code } } }')
  const role = (roles as { items: { id: string; code: string }[] }).items.find(({ code }) => code === 'goods')
  const { createApiKey } = await shop.admin(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }',
    { input: { roleIds: [role?.id], translations: [{ languageCode: 'en', name: 'goods' }] } },
  )
  const reader = storeAt(shop.url, { api_key: (createApiKey as { apiKey: string }).apiKey })
  expect((await catalog.page(reader, null)).variants.length).toBeGreaterThan(0)
  expect(await refusalOf(catalog.push(reader, [priced(1)]))).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
})

it('keeps products, prices and stock of another channel apart', async () => {
  const { zones, stockLocations } = await shop.admin('{ zones { items { id } } stockLocations { items { id } } }')
  const [{ id: zone }] = (zones as { items: [{ id: string }] }).items
  const [{ id: location }] = (stockLocations as { items: [{ id: string }] }).items
  const { createChannel } = await shop.admin(
    `mutation ($input: CreateChannelInput!) { createChannel(input: $input) { ... on Channel { id } ... on ErrorResult { errorCode message } } }`,
    {
      input: {
        ...{ code: 'de', token: 'de-token', defaultLanguageCode: 'de', defaultCurrencyCode: 'EUR' },
        ...{ pricesIncludeTax: true, defaultTaxZoneId: zone, defaultShippingZoneId: zone },
      },
    },
  )
  const { id: channelId } = createChannel as { id: string }
  await shop.admin(
    'mutation ($input: AssignStockLocationsToChannelInput!) { assignStockLocationsToChannel(input: $input) { id } }',
    { input: { channelId, stockLocationIds: [location] } },
  )
  store = storeAt(shop.url, {}, { channel_code: 'de' })
  expect(await walk()).toEqual([])
  const variants = [
    priced(500),
    priced(501, { product: 500, localizations: { en: { name: 'In English', description: null } } }),
  ]
  const external = await push(...variants)
  const found = await walk()
  expect(found).toHaveLength(2)
  for (const { content } of variants) {
    const shown = found.find(({ sku }) => sku === content.sku) as RemoteVariant
    expect(shown.content.prices).toEqual({ EUR: content.prices.EUR })
    expect(shownOf(shown)).toEqual(shownOf(shown, content))
  }
  const levels = external.map((each, at) => ({ ...each, id: String(at), quantity: 3, backorders: 'deny' as const }))
  expect(await inventory.push(store, levels)).toMatchObject([{ confirmed: {} }, { confirmed: {} }])
})
