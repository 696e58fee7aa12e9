import { parseMinorUnits } from '../../../lib/platform/money/minor-units.ts'
import { NOTE, type Sample, sample, second } from './sample.ts'
import { type Asked, type Said, startStore } from './server.ts'
import { wooFulfilments } from './woocommerce-fulfilments.ts'
import { type WooCart, wooParts } from './woocommerce-order.ts'
import { makeProducts } from './woocommerce-products.ts'
import { wooShelf } from './woocommerce-shelf.ts'

const KEY = 'ck_0123456789abcdef'
const SECRET = 'cs_fedcba9876543210'

const STATES = { paid: 'processing', open: 'pending', cancelled: 'cancelled' }

const gmt = (at: string) => at.slice(0, 19)

const toCart = (order: Sample): WooCart => {
  const { currency, quantity } = order
  const price = parseMinorUnits(order.price, currency) ?? Number.NaN
  const full = { sku: 'TEA-1', name: 'Green tea', quantity, rates: [{ name: 'VAT', percent: 19 }] }
  const shipping = [{ name: 'DHL', price: 0 }]
  if (order.lineTotal === undefined) return { currency, isGross: true, shipping, lines: [{ ...full, price }] }
  const amount = (price + 1) * quantity - (parseMinorUnits(order.lineTotal, currency) ?? Number.NaN)
  const lines = [{ ...full, price: price + 1, discounts: [{ code: 'TEATIME', amount }] }]
  return { currency, isGross: true, shipping, lines }
}

export const wooOrder = (order: Sample) => {
  const { id, state, total, placedAt, modifiedAt } = order
  const status = STATES[state]
  const { fields } = wooParts({ ...toCart(order), status, datePaid: status === 'processing' ? gmt(placedAt) : null })
  const { sells } = order
  const [line] = fields.line_items
  if (sells && line) {
    const variation_id = sells.variant === sells.product ? 0 : Number(sells.variant)
    Object.assign(line, { sku: sells.sku, product_id: Number(sells.product), variation_id })
  }
  const person = {
    first_name: 'Zoë',
    last_name: 'Müller',
    company: 'Müller Tee GmbH',
    address_1: 'Hauptstraße 1',
    address_2: '',
    city: 'Köln',
    state: '',
    postcode: '50667',
    country: 'DE',
    phone: '+49 221 555',
  }
  return {
    ...fields,
    id,
    number: `W-${id}`,
    date_created_gmt: gmt(placedAt),
    date_modified_gmt: gmt(modifiedAt),
    total,
    billing: { ...person, email: 'zoe@example.com' },
    shipping: person,
    customer_note: NOTE,
    meta_data: [],
  }
}

const refused = (status: number, code: string, message: string): Said => ({
  status,
  json: { code, message, data: { status } },
})

const STATUSES = [
  ...['any', 'trash', 'auto-draft', 'checkout-draft', 'pending', 'processing', 'on-hold', 'completed'],
  ...['cancelled', 'refunded', 'failed'],
]

/** Reads a number of the query; undefined if the platform refuses it. */
const wholeNumber = (asked: Asked, name: string, fallback: number): number | undefined => {
  const value = Number(asked.query.get(name) ?? fallback)
  const isFit = Number.isInteger(value) && value >= 1 && (name !== 'per_page' || value <= 100)
  return isFit ? value : undefined
}

interface Hook {
  id: number
  topic: string
  delivery_url: string
  status: string
}

/** The part of WooCommerce that the connector calls: keys, filters, pages and webhooks as documented. */
export const startWooCommerce = async () => {
  const orders = new Map<number, unknown>()
  const refunds = new Map<number, object[]>()
  let versions = 0
  const hooks = new Map<number, Hook & { secret: string }>()
  const mode = {
    permission: 'read_write',
    canRead: true,
    /** Statuses of extensions. */
    statuses: [] as string[],
  }
  const catalog = makeProducts()
  const parcels = wooFulfilments(orders)

  const listed = (asked: Asked, complain: (what: string) => void): Said => {
    const { query } = asked
    const after = query.get('modified_after')
    if (after && query.get('dates_are_gmt') !== 'true') return refused(400, 'rest_invalid_param', 'local dates')
    const before = query.get('modified_before')
    const included = query.get('include')?.split(',').map(Number)
    const statuses = (query.get('status') ?? 'any').split(',')
    const hasStatus = (status: string) => (statuses.includes('any') ? status !== 'trash' : statuses.includes(status))
    if (statuses.some((status) => ![...STATUSES, ...mode.statuses].includes(status)))
      return refused(400, 'rest_invalid_param', 'Invalid parameter(s): status')
    const [page, size] = [wholeNumber(asked, 'page', 1), wholeNumber(asked, 'per_page', 10)]
    if (!page || !size) {
      complain('the page is out of bounds')
      return refused(400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
    }
    const keyOf = ({ id, date_modified_gmt: at }: ReturnType<typeof wooOrder>) =>
      query.get('orderby') === 'modified' ? at : String(id).padStart(9, '0')
    const found = [...orders.values()]
      .map((order) => order as ReturnType<typeof wooOrder>)
      .filter(({ date_modified_gmt: at }) => !after || (at ?? '9') > after)
      .filter(({ date_modified_gmt: at }) => !before || at < before)
      .filter(({ status }) => hasStatus(status))
      .filter(({ id }) => !included || included.includes(id))
      // Records of the same second have another order on each page.
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : page > 1 ? 1 : -1))
    if (after && query.get('order') !== 'asc') throw new Error('unsorted')
    return {
      json: found.slice((page - 1) * size, page * size),
      headers: { 'X-WP-Total': String(found.length), 'X-WP-TotalPages': String(Math.ceil(found.length / size)) },
    }
  }

  const webhooks = ({ method, path, query, body }: Asked): Said => {
    const id = Number(path.split('/').at(-1))
    const shown = ({ secret: _, ...hook }: Hook & { secret: string }) => hook
    if (method === 'POST') {
      const hook = { ...(body as unknown as Hook & { secret: string }), id: hooks.size + 1, status: 'active' }
      hooks.set(hook.id, hook)
      return { status: 201, json: shown(hook) }
    }
    if (path.endsWith('/webhooks')) return { json: [...hooks.values()].map(shown), headers: { 'X-WP-TotalPages': '1' } }
    const hook = hooks.get(id)
    if (!hook) return refused(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.')
    if (method === 'DELETE' && query.get('force') !== 'true')
      return refused(501, 'woocommerce_rest_trash_not_supported', '')
    if (method === 'DELETE') hooks.delete(id)
    else Object.assign(hook, body)
    return { json: shown(hook) }
  }

  const answer = (asked: Asked, complain: (what: string) => void): Said => {
    const { method, path, headers } = asked
    if (path === '/wp-json/')
      return { json: { name: 'Tea & More', url: 'https://woo.test', namespaces: ['wp/v2', 'wc/v3'] } }
    const [user, password] = Buffer.from(headers.authorization?.slice(6) ?? '', 'base64')
      .toString()
      .split(':')
    if (user !== KEY) return refused(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
    if (password !== SECRET) return refused(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.')
    if (!mode.canRead) return refused(403, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
    if (method !== 'GET' && mode.permission === 'read')
      return refused(401, 'woocommerce_rest_authentication_error', 'The API key does not have write permissions.')
    const refunded = /^\/wp-json\/wc\/v3\/orders\/(\d+)\/refunds$/.exec(path)?.[1]
    if (refunded && orders.has(Number(refunded))) return { json: refunds.get(Number(refunded)) ?? [] }
    const ofParcels = parcels.answer(asked)
    if (ofParcels) return ofParcels
    const route = path.replace('/wp-json/wc/v3', '')
    if (route === '/orders') return listed(asked, complain)
    const order = /^\/orders\/(\d+)$/.exec(route)?.[1]
    if (order) {
      const found = orders.get(Number(order))
      return found ? { json: found } : refused(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
    }
    const ofProducts = catalog.answer(route, asked)
    if (ofProducts) return ofProducts
    if (route === '/system_status')
      return { json: { environment: { language: 'de_DE', version: '11.0' }, settings: { currency: 'EUR' } } }
    if (route.startsWith('/webhooks')) return webhooks(asked)
    return refused(404, 'rest_no_route', 'No route was found matching the URL and request method.')
  }

  const server = await startStore(answer)
  return {
    type: 'woocommerce' as const,
    address: 'https://woo.test',
    server,
    hooks,
    mode,
    catalog,
    parcels,
    dock: parcels.dock,
    shelf: wooShelf(catalog),
    credentials: { store_url: 'https://woo.test/wp-admin/', consumer_key: KEY, consumer_secret: SECRET },
    wrong: { store_url: 'https://woo.test', consumer_key: KEY, consumer_secret: 'cs_other' },
    config: {},
    forbid: () => {
      mode.canRead = false
    },
    put: (order: Sample) => void orders.set(order.id, wooOrder(order)),
    /** Adds an order of this cart, or replaces it by a later version, and returns its record and the sums of the shop. */
    putCart: (id: number, cart: WooCart, more: object = {}) => {
      const { fields, refunds: own, sums } = wooParts(cart)
      const version = sample(id, { currency: cart.currency, modifiedAt: second(id + ++versions) })
      const order = { ...wooOrder(version), ...fields, ...more }
      orders.set(id, order)
      refunds.set(id, own)
      return { order, sums }
    },
    putBroken: (order: Sample) => void orders.set(order.id, { ...wooOrder(order), total: null }),
    change: (id: number, fields: object) => void Object.assign(orders.get(id) as object, fields),
    remove: (id: number) => void orders.delete(id),
    refOf: (id: number) => String(id),
    /** Statuses for the states of the sample. */
    statuses: { paid: 'processing', open: 'pending' },
    unknownStatus: undefined,
  }
}
