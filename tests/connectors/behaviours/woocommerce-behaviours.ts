import { goods } from '../servers/goods.ts'
import { sample, second } from '../servers/sample.ts'
import type { startWooCommerce } from '../servers/woocommerce.ts'
import { type Answer, type Ask, asking, type Behaviour } from './behaviour.ts'

type Shop = Awaited<ReturnType<typeof startWooCommerce>>

const API = '/wp-json/wc/v3'
const basic = (key: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
})

export const askWooCommerce = ({ server, credentials }: Shop): Ask =>
  asking(server, basic(credentials.consumer_key, credentials.consumer_secret))

const refusal = ({ status, json }: Answer) => `${status} ${json.code}`
const idsOf = ({ json }: Answer): number[] => json.map(({ id }: { id: number }) => id)
const DOCS = 'WooCommerce REST API Documentation v3'

export const WOOCOMMERCE_BEHAVIOURS: readonly Behaviour<Shop>[] = [
  {
    does: 'A key that is not known is treated as nobody, and a wrong secret is named',
    source: 'class-wc-rest-authentication.php',
    play: async (shop, ask) =>
      await Promise.all(
        [basic('ck_other', 'cs'), basic(shop.credentials.consumer_key, 'cs')].map(async (headers) =>
          refusal(await ask('GET', `${API}/orders`, { headers })),
        ),
      ),
    shows: ['401 woocommerce_rest_cannot_view', '401 woocommerce_rest_authentication_error'],
  },
  {
    does: 'A key that may only read is refused a change with the status of a wrong key',
    source: 'class-wc-rest-authentication.php',
    play: async (shop, ask) => {
      shop.mode.permission = 'read'
      return [
        (await ask('GET', `${API}/orders`)).status,
        refusal(await ask('POST', `${API}/webhooks`, { body: { topic: 'order.updated' } })),
      ]
    },
    shows: [200, '401 woocommerce_rest_authentication_error'],
  },
  {
    does: 'A user without the capability is refused with 403',
    source: `${DOCS}, Errors`,
    play: async (shop, ask) => {
      shop.forbid()
      return refusal(await ask('GET', `${API}/orders`))
    },
    shows: '403 woocommerce_rest_cannot_view',
  },
  {
    does: 'The index of the site lists its namespaces to everybody',
    source: 'WordPress REST API Handbook, Discovery',
    play: async (_shop, ask) => (await ask('GET', '/wp-json/', { headers: { authorization: '' } })).json.namespaces,
    shows: ['wp/v2', 'wc/v3'],
  },
  {
    does: 'A page has ten orders by default and a hundred at most, and headers have the number of all',
    source: `${DOCS}, Pagination`,
    play: async (shop, ask) => {
      for (let id = 1; id <= 12; id++) shop.put(sample(id))
      const page = await ask('GET', `${API}/orders?page=2`)
      const large = await ask('GET', `${API}/orders?per_page=101`)
      return [idsOf(page).length, page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages'), refusal(large)]
    },
    shows: [2, '12', '2', '400 rest_invalid_param'],
  },
  {
    does: 'An unknown status of orders is an invalid parameter',
    source: 'class-wc-rest-orders-controller.php, get_collection_params',
    play: async (_shop, ask) => refusal(await ask('GET', `${API}/orders?status=nonsense`)),
    shows: '400 rest_invalid_param',
  },
  {
    does: 'Orders in the trash are listed only to those who ask for them, and can be read by id',
    source: 'WordPress Developer Resources, WP_Query, post_status',
    play: async (shop, ask) => {
      shop.put(sample(1))
      shop.put(sample(2))
      shop.change(2, { status: 'trash' })
      return [
        idsOf(await ask('GET', `${API}/orders?status=any`)),
        idsOf(await ask('GET', `${API}/orders?status=any,trash`)).sort(),
        (await ask('GET', `${API}/orders/2`)).json.status,
      ]
    },
    shows: [[1], [1], 'trash'],
  },
  {
    does: 'An order that changed at the moment of the filter is not after it',
    source: `${DOCS}, List all orders, modified_after`,
    play: async (shop, ask) => {
      for (const id of [1, 2, 3]) shop.put(sample(id))
      const after = `modified_after=${second(2).slice(0, 19)}&dates_are_gmt=true&orderby=modified&order=asc`
      return idsOf(await ask('GET', `${API}/orders?${after}`))
    },
    shows: [3],
  },
  {
    does: 'Dates have whole seconds and no zone',
    source: `${DOCS}, Order properties`,
    play: async (shop, ask) => {
      shop.put(sample(1, { modifiedAt: '2026-03-01T10:00:00.900Z' }))
      return (await ask('GET', `${API}/orders/1`)).json.date_modified_gmt
    },
    shows: '2026-03-01T10:00:00',
  },
  {
    does: 'An order that is gone is told apart from a route that does not exist',
    source: 'class-wc-rest-crud-controller.php, class-wp-rest-server.php',
    play: async (_shop, ask) => [
      refusal(await ask('GET', `${API}/orders/9`)),
      refusal(await ask('GET', `${API}/nothing`)),
    ],
    shows: ['404 woocommerce_rest_shop_order_invalid_id', '404 rest_no_route'],
  },
  {
    does: 'Amounts are decimals without tax as text, and the tax is beside them',
    source: `${DOCS}, Order - Line items properties`,
    play: async (shop, ask) => {
      const rates = [{ name: 'VAT', percent: 19 }]
      const lines = [{ sku: 'TEA', name: 'Tea', quantity: 2, price: 1190, rates }]
      shop.putCart(1, { currency: 'EUR', isGross: true, lines })
      const { total, line_items: items } = (await ask('GET', `${API}/orders/1`)).json
      return [total, items[0].total, items[0].total_tax]
    },
    shows: ['23.80', '20.00', '3.80'],
  },
  {
    does: 'A refund leaves the lines and the total of its order, and has negative pieces',
    source: `${DOCS}, Order refunds`,
    play: async (shop, ask) => {
      const lines = [{ sku: 'TEA', name: 'Tea', quantity: 2, price: 1000 }]
      shop.putCart(1, { currency: 'EUR', isGross: true, lines, refunds: [{ lines: [{ line: 0, quantity: 1 }] }] })
      const order = (await ask('GET', `${API}/orders/1`)).json
      const [refund] = (await ask('GET', `${API}/orders/1/refunds`)).json
      return [order.total, order.line_items[0].quantity, refund.amount, refund.line_items[0].quantity]
    },
    shows: ['20.00', 2, '10.00', -1],
  },
  {
    does: 'A webhook keeps its secret to itself, and is deleted for good or not at all',
    source: `${DOCS}, Webhooks`,
    play: async (_shop, ask) => {
      const body = { topic: 'order.updated', delivery_url: 'https://here.test', secret: 'secret' }
      const made = await ask('POST', `${API}/webhooks`, { body })
      const path = `${API}/webhooks/${made.json.id}`
      return [
        made.status,
        'secret' in made.json,
        refusal(await ask('DELETE', path)),
        (await ask('DELETE', `${path}?force=true`)).status,
      ]
    },
    shows: [201, false, '501 woocommerce_rest_trash_not_supported', 200],
  },
  {
    does: 'A batch answers 200 with an error for each record that failed',
    source: 'class-wc-rest-controller.php, batch_items',
    play: async (shop, ask) => {
      shop.shelf.sell(goods(1))
      const create = ['SKU-1', 'SKU-2'].map((sku) => ({ sku, name: 'Tea', type: 'simple', regular_price: '1.00' }))
      const { status, json } = await ask('POST', `${API}/products/batch`, { body: { create } })
      return [status, json.create[0].error.code, json.create[0].error.data.resource_id > 0, json.create[1].sku]
    },
    shows: [200, 'product_invalid_sku', true, 'SKU-2'],
  },
  {
    does: 'A batch has a hundred records at most',
    source: 'class-wc-rest-controller.php, check_batch_limit',
    play: async (_shop, ask) => {
      const create = Array.from({ length: 101 }, () => ({ name: 'Tea' }))
      return refusal(await ask('POST', `${API}/products/batch`, { body: { create } }))
    },
    shows: '413 woocommerce_rest_request_entity_too_large',
  },
  {
    does: 'A product that is a draft is listed with its status',
    source: `${DOCS}, List all products, status`,
    play: async (shop, ask) => {
      shop.shelf.sell(goods(1))
      for (const product of shop.catalog.products.values()) product.status = 'draft'
      const listed = async (status: string) => (await ask('GET', `${API}/products?status=${status}`)).json
      return [(await listed('any'))[0].status, (await listed('publish')).length]
    },
    shows: ['draft', 0],
  },
  {
    does: 'A fulfilment without pieces is refused, and one that is deleted is not listed any more',
    source: 'OrderFulfillmentsRestController.php',
    play: async (shop, ask) => {
      shop.put(sample(1))
      const path = `${API}/orders/1/fulfillments`
      const write = (items: object[]) =>
        ask('POST', path, {
          body: { status: 'fulfilled', is_fulfilled: true, meta_data: [{ key: '_items', value: items }] },
        })
      const empty = await write([])
      const made = await write([{ item_id: 1, qty: 1 }])
      const count = async () => (await ask('GET', path)).json.length
      const before = await count()
      await ask('DELETE', `${path}/${made.json.id}`)
      return [empty.status, made.status, before, await count()]
    },
    shows: [400, 201, 1, 0],
  },
  {
    does: 'A note to the customer sends a mail, and is deleted for good or not at all',
    source: `${DOCS}, Order notes`,
    play: async (shop, ask) => {
      shop.put(sample(1))
      const path = `${API}/orders/1/notes`
      const made = await ask('POST', path, { body: { note: 'Sent', customer_note: true } })
      return [shop.parcels.mails, refusal(await ask('DELETE', `${path}/${made.json.id}`))]
    },
    shows: [['note'], '501 woocommerce_rest_trash_not_supported'],
  },
]
