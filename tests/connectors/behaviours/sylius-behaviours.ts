import { goods } from '../servers/goods.ts'
import { sample, second } from '../servers/sample.ts'
import type { startSylius } from '../servers/sylius.ts'
import { type Answer, type Ask, asking, type Behaviour } from './behaviour.ts'

type Shop = Awaited<ReturnType<typeof startSylius>>

const API = '/api/v2/admin'
const JSON_LD = { accept: 'application/ld+json', 'content-type': 'application/ld+json' }
const MERGE = { 'content-type': 'application/merge-patch+json' }

/** Asks with the token of a sign-in of its own. */
export const askSylius = async ({ server, credentials }: Shop): Promise<Ask> => {
  const body = { email: credentials.username, password: credentials.password }
  const { json } = await asking(server, JSON_LD)('POST', `${API}/administrators/token`, { body })
  return asking(server, { ...JSON_LD, authorization: `Bearer ${json.token}` })
}

const numbersOf = ({ json }: Answer) => json['hydra:member'].map(({ number }: { number: string }) => Number(number))
const violationsOf = ({ status, json }: Answer) => [
  status,
  ...(json.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]
const product = (code: string, more: object = {}) => ({
  ...{ code, channels: [`${API}/channels/WEB`], translations: { de_DE: { name: 'Tea', slug: code.toLowerCase() } } },
  ...more,
})
const variant = (code: string, more: object = {}) => ({
  ...{ code, product: `${API}/products/TEA`, channelPricings: { WEB: { price: 1290 } } },
  ...more,
})

export const SYLIUS_BEHAVIOURS: readonly Behaviour<Shop>[] = [
  {
    does: 'Wrong credentials and a token that is over are refused with 401',
    source: 'Sylius Documentation, Using API; LexikJWTAuthenticationBundle, AuthenticationFailureHandler.php',
    play: async (shop, ask) => {
      const body = { email: 'api', password: 'other' }
      const wrong = await ask('POST', `${API}/administrators/token`, { body, headers: { authorization: '' } })
      shop.expire()
      return [wrong.status, wrong.json.message, (await ask('GET', `${API}/orders`)).status]
    },
    shows: [401, 'Invalid credentials.', 401],
  },
  {
    does: 'Only formats that the API knows are answered',
    source: 'API Platform Documentation, Content Negotiation',
    play: async (_shop, ask) => [
      (await ask('GET', `${API}/orders`, { headers: { accept: 'text/csv' } })).status,
      (await ask('POST', `${API}/products`, { body: product('TEA'), headers: { 'content-type': 'text/plain' } }))
        .status,
    ],
    shows: [406, 415],
  },
  {
    does: 'A collection tells its number of members and the next page, and the shop may bound a page',
    source: 'API Platform Documentation, Pagination',
    play: async (shop, ask) => {
      for (let id = 1; id <= 26; id++) shop.put(sample(id))
      const first = await ask('GET', `${API}/orders?itemsPerPage=100`)
      const last = await ask('GET', `${API}/orders?itemsPerPage=100&page=2`)
      const { 'hydra:totalItems': total, 'hydra:view': view } = first.json
      return [total, numbersOf(first).length, 'hydra:next' in view, numbersOf(last), last.json['hydra:view']]
    },
    shows: [26, 25, true, [26], {}],
  },
  {
    does: 'Orders are filtered by the end of their checkout, bounds included, and by their channel',
    source: 'Sylius, ApiBundle config, resources/admin/Order.xml and filters.xml',
    play: async (shop, ask) => {
      for (const id of [1, 2, 3]) shop.put(sample(id))
      shop.put(sample(4), { channel: `${API}/channels/POP` })
      const at = encodeURIComponent(second(2))
      return [
        numbersOf(
          await ask('GET', `${API}/orders?checkoutCompletedAt[after]=${at}&order[number]=asc&channel.code=WEB`),
        ),
        numbersOf(await ask('GET', `${API}/orders?checkoutCompletedAt[before]=${at}`)),
      ]
    },
    shows: [
      [2, 3],
      [1, 2],
    ],
  },
  {
    does: 'An order is found by its token, and not by its number or id',
    source: 'Sylius, ApiBundle config, api_resources/Order.xml',
    play: async (shop, ask) => {
      shop.put(sample(7))
      const found = await ask('GET', `${API}/orders/token-7`)
      return [found.json.number, (await ask('GET', `${API}/orders/7`)).status]
    },
    shows: ['000000007', 404],
  },
  {
    does: 'Taxes that prices contain are neutral adjustments, and others add to the total',
    source: 'Sylius Documentation, Adjustments; OrderItemUnitsTaxesApplicator.php',
    play: async (shop, ask) => {
      const shown = []
      for (const [at, included] of [true, false].entries()) {
        const rate = { name: 'VAT', percent: 19, included }
        shop.putWith(sample(at + 1), { items: [{ id: 10, unitPrice: 1190, quantity: 1, rate }] })
        const { total } = (await ask('GET', `${API}/orders/token-${at + 1}`)).json
        const [tax] = (await ask('GET', `${API}/orders/token-${at + 1}/adjustments`)).json['hydra:member']
        shown.push([total, tax.amount, tax.neutral])
      }
      return shown
    },
    shows: [
      [1190, 190, true],
      [1416, 226, false],
    ],
  },
  {
    does: 'Amounts have two decimals in every currency',
    source: 'Sylius, MoneyBundle, MoneyFormatter.php',
    play: async (shop, ask) => {
      shop.put(sample(1, { currency: 'JPY', total: '26', price: '13' }))
      return (await ask('GET', `${API}/orders/token-1`)).json.total
    },
    shows: 2600,
  },
  {
    does: 'A shipment is shipped once, by a merge patch',
    source: 'Sylius, ApiBundle, ShipShipment.php and state machine sylius_shipment',
    play: async (shop, ask) => {
      shop.put(sample(1))
      const ship = (headers?: Record<string, string>) =>
        ask('PATCH', `${API}/shipments/1/ship`, { body: { trackingCode: 'T1' }, ...(headers && { headers }) })
      const plain = (await ship()).status
      const first = (await ship(MERGE)).status
      const { state, tracking } = (await ask('GET', `${API}/shipments/1`)).json
      return [plain, first, state, tracking, (await ship(MERGE)).status]
    },
    shows: [415, 202, 'shipped', 'T1', 422],
  },
  {
    does: 'A code is unique whatever its case, and made of letters, digits, dashes and underscores',
    source: 'Sylius, ProductBundle, validation/Product.xml; collation of MySQL',
    play: async (_shop, ask) => {
      const made = await ask('POST', `${API}/products`, { body: product('TEA') })
      const again = await ask('POST', `${API}/products`, { body: product('tea') })
      const odd = await ask('POST', `${API}/products`, { body: product('TEA 2') })
      return [made.status, violationsOf(again), violationsOf(odd)]
    },
    shows: [201, [422, 'code'], [422, 'code']],
  },
  {
    does: 'A slug is unique in its locale, and a locale is one of the shop',
    source: 'Sylius, ProductBundle, validation/ProductTranslation.xml',
    play: async (_shop, ask) => {
      await ask('POST', `${API}/products`, { body: product('TEA') })
      const slug = product('POT', { translations: { de_DE: { name: 'Pot', slug: 'tea' } } })
      const locale = product('CUP', { translations: { xx_XX: { name: 'Cup', slug: 'cup' } } })
      return [
        violationsOf(await ask('POST', `${API}/products`, { body: slug })),
        violationsOf(await ask('POST', `${API}/products`, { body: locale })),
      ]
    },
    shows: [
      [422, 'translations[de_DE].slug'],
      [422, 'translations[xx_XX].locale'],
    ],
  },
  {
    does: 'A variant has a price in every channel of its product, and only in channels that exist',
    source: 'Sylius, CoreBundle, HasAllPricesDefinedValidator.php; ChannelPricing.xml',
    play: async (_shop, ask) => {
      await ask('POST', `${API}/products`, { body: product('TEA') })
      const none = await ask('POST', `${API}/product-variants`, { body: variant('TEA-1', { channelPricings: {} }) })
      const channelPricings = { WEB: { price: 1 }, MOON: { price: 1 } }
      const moon = await ask('POST', `${API}/product-variants`, { body: variant('TEA-1', { channelPricings }) })
      return [violationsOf(none), violationsOf(moon)]
    },
    shows: [
      [422, 'channelPricings'],
      [422, 'channelPricings[MOON].channelCode'],
    ],
  },
  {
    does: 'Entries that a PUT omits are removed, and known ones are named by their @id',
    source: 'API Platform Documentation, Symfony serializer, denormalization of collections',
    play: async (_shop, ask) => {
      await ask('POST', `${API}/products`, { body: product('TEA') })
      const { '@id': iri } = (await ask('GET', `${API}/products/TEA`)).json.translations.de_DE
      const put = (translations: object) => ask('PUT', `${API}/products/TEA`, { body: { translations } })
      const german = { '@id': iri, name: 'Tee', slug: 'tea' }
      const anew = await put({ de_DE: { name: 'Tee', slug: 'tea' } })
      await put({ de_DE: german, en_US: { name: 'Tea', slug: 'tea' } })
      const both = Object.keys((await ask('GET', `${API}/products/TEA`)).json.translations)
      await put({ de_DE: german })
      return [violationsOf(anew), both, Object.keys((await ask('GET', `${API}/products/TEA`)).json.translations)]
    },
    shows: [[422, 'translations[de_DE]'], ['de_DE', 'en_US'], ['de_DE']],
  },
  {
    does: 'Pieces on hand are never fewer than those that are put by for orders',
    source: 'Sylius Documentation, Inventory; CoreBundle, validation/ProductVariant.xml',
    play: async (shop, ask) => {
      shop.shelf.sell(goods(1))
      const path = `${API}/product-variants/SKU-1`
      await ask('PUT', path, { body: { tracked: true, onHand: 5 } })
      shop.shelf.buy('SKU-1', 1)
      const { onHand, onHold } = (await ask('GET', path)).json
      return [onHand, onHold, violationsOf(await ask('PUT', path, { body: { onHand: 0 } }))]
    },
    shows: [5, 1, [422, 'onHand']],
  },
]
