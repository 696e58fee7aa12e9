import { lineTotalOf, NOTE, type Sample } from './sample.ts'
import { type Asked, type Said, startStore } from './server.ts'
import { type ContentGiven, syliusContent } from './sylius-orders.ts'
import { makeProducts } from './sylius-products.ts'
import { syliusShelf } from './sylius-shelf.ts'
import { syliusShipments } from './sylius-shipments.ts'

const API = '/api/v2/admin'
const STATES = {
  paid: ['new', 'paid'],
  open: ['new', 'awaiting_payment'],
  cancelled: ['cancelled', 'cancelled'],
} as const

/** Amounts have two decimals in every currency. */
const hundredths = (amount: string) => Math.round(Number(amount) * 100)

const address = {
  firstName: 'Zoë',
  lastName: 'Müller',
  company: 'Müller Tee GmbH',
  phoneNumber: '+49 221 555',
  street: 'Hauptstraße 1',
  city: 'Köln',
  postcode: '50667',
  countryCode: 'DE',
  provinceName: null,
}

/** What the sample contains by default: one item, and shipping for the rest of the total. */
const contentOf = (order: Sample): ContentGiven => {
  const [total, line] = [hundredths(order.total), hundredths(lineTotalOf(order).toFixed(2))]
  const unitPrice = order.quantity ? Math.ceil(line / order.quantity) : 0
  const off = unitPrice * order.quantity - line
  const rest = total - line
  return {
    items: [
      {
        ...{ id: order.id * 10, unitPrice, quantity: order.quantity },
        ...(order.sells && { variant: order.sells.variant }),
        ...(off && { promotions: [{ name: 'Offer', amount: off }] }),
      },
    ],
    shipments: [{ id: order.id, price: Math.max(0, rest) }],
    ...(rest < 0 && { others: [{ type: 'gift', label: 'Gift', amount: rest }] }),
  }
}

export const syliusOrder = (order: Sample, content = contentOf(order)) => ({
  '@id': `${API}/orders/token-${order.id}`,
  id: order.id,
  number: String(order.id).padStart(9, '0'),
  tokenValue: `token-${order.id}`,
  state: STATES[order.state][0] as string,
  paymentState: STATES[order.state][1] as string,
  shippingState: 'ready',
  currencyCode: order.currency,
  channel: `${API}/channels/WEB`,
  customer: `${API}/customers/7`,
  notes: NOTE,
  ...syliusContent(`token-${order.id}`, content).members,
  payments: [{ id: order.id, method: `${API}/payment-methods/card` }],
  shippingAddress: address,
  billingAddress: address,
  checkoutCompletedAt: order.placedAt as string | undefined,
})

type Order = ReturnType<typeof syliusOrder>

const refused = (status: number, message: string): Said => ({ status, json: { code: status, message } })

/** The part of Sylius' admin API that the connector calls. It cannot filter by time of change. */
export const startSylius = async () => {
  const orders = new Map<number, Order>()
  const contents = new Map<number, ContentGiven>()
  const payments = new Map<number, object[]>()
  const catalog = makeProducts()
  const parcels = syliusShipments(orders)
  const mode = {
    logins: 0,
    /** Upper bound of sign-ins. */
    maxLogins: Number.POSITIVE_INFINITY,
    password: 'sylius pass',
    allowed: true,
    showsAdjustments: true,
    spelling: 'hydra' as 'hydra' | 'plain' | 'bare',
  }

  const labels = new Map<number, string>()
  const adjustmentsOf = ({ id, tokenValue }: Order) => {
    const content = contents.get(id)
    const { adjustments } = content ? syliusContent(tokenValue, content) : { adjustments: [] }
    const label = labels.get(id)
    return adjustments.map((each) => (label && each.type === 'tax' ? { ...each, label } : each))
  }

  const keep = (order: Sample, more: Partial<Order>, content = contentOf(order)) => {
    contents.set(order.id, content)
    orders.set(order.id, { ...syliusOrder(order, content), ...more })
  }

  const collection = (asked: Asked, all: unknown[]): Said => {
    const page = Number(asked.query.get('page') ?? 1)
    // The shop may return smaller pages than requested.
    const size = Math.min(Number(asked.query.get('itemsPerPage') ?? 30), 25)
    const members = all.slice((page - 1) * size, page * size)
    const next = page * size < all.length ? { next: `${asked.path}?page=${page + 1}` } : {}
    if (mode.spelling === 'bare') return { json: members }
    if (mode.spelling === 'plain') return { json: { member: members, totalItems: all.length, view: next } }
    const view = next.next ? { 'hydra:next': next.next } : {}
    return { json: { 'hydra:member': members, 'hydra:totalItems': all.length, 'hydra:view': view } }
  }

  /** A collection that has no pages. */
  const whole = (members: unknown[]): Said => ({
    json: { 'hydra:member': members, 'hydra:totalItems': members.length },
  })

  const listed = (asked: Asked): Said => {
    const { query } = asked
    const [after, before] = [query.get('checkoutCompletedAt[after]'), query.get('checkoutCompletedAt[before]')]
    const channel = query.get('channel.code')
    if (after && query.get('order[number]') !== 'asc') throw new Error('unsorted')
    const found = [...orders.values()]
      .filter(({ checkoutCompletedAt: at }) => !after || (at ?? '9') >= after)
      .filter(({ checkoutCompletedAt: at }) => !before || (at ?? '') <= before)
      .filter((order) => !channel || order.channel.endsWith(`/${channel}`))
      .sort((a, b) => (a.number < b.number ? -1 : 1))
    return collection(asked, found)
  }

  const login = ({ body }: Asked): Said => {
    if (body.email !== 'api' || body.password !== mode.password) return refused(401, 'Invalid credentials.')
    if (mode.logins >= mode.maxLogins)
      return { ...refused(429, 'Too many sign-ins.'), headers: { 'retry-after': '600' } }
    return { json: { token: `jwt.${++mode.logins}`, adminUser: `${API}/administrators/1` } }
  }

  const answer = (asked: Asked): Said => {
    const { method, path, headers } = asked
    if (method === 'POST' && path === `${API}/administrators/token`) return login(asked)
    if (headers.authorization !== `Bearer jwt.${mode.logins}`) return refused(401, 'Expired JWT Token')
    if (headers.accept !== 'application/ld+json') return refused(406, 'Not Acceptable')
    if (!mode.allowed) return refused(403, 'Access Denied.')
    const route = path.replace(API, '')
    if (route === '/orders') return listed(asked)
    if (route === '/channels')
      return collection(asked, [
        {
          code: 'WEB',
          name: 'Web shop',
          enabled: true,
          baseCurrency: `${API}/currencies/${catalog.mode.currency}`,
          defaultLocale: `${API}/locales/de_DE`,
          currencies: [],
          locales: [`${API}/locales/de_DE`, `${API}/locales/en_US`],
          ...(catalog.mode.channels.length && { defaultTaxZone: `${API}/zones/DE` }),
        },
        ...catalog.mode.channels.map(({ code, currency, zone }) => ({
          ...{ code, name: code, enabled: true, currencies: [], baseCurrency: `${API}/currencies/${currency}` },
          ...{ defaultLocale: `${API}/locales/de_DE`, locales: [`${API}/locales/de_DE`] },
          defaultTaxZone: `${API}/zones/${zone}`,
        })),
      ])
    const ofProducts = catalog.answer(route, asked, (all) => collection(asked, all))
    if (ofProducts) return ofProducts
    const ofParcels = parcels.answer(route, asked)
    if (ofParcels) return ofParcels
    const [, kind, id = '', part] = route.split('/')
    const order = [...orders.values()].find(({ tokenValue }) => tokenValue === id)
    if (kind === 'orders' && order && part === 'adjustments')
      return mode.showsAdjustments ? whole(adjustmentsOf(order)) : refused(404, 'Not Found')
    if (kind === 'orders' && order && part === 'payments') return collection(asked, payments.get(order.id) ?? [])
    if (kind === 'orders' && order && !part) return { json: order }
    const payment = orders.get(Number(id))
    if (kind === 'payments' && payment) return { json: { id, createdAt: '2026-03-01 00:00:42' } }
    if (kind === 'customers' && id === '7')
      return { json: { email: 'zoe@example.com', firstName: 'Zoë', lastName: 'Müller' } }
    return refused(404, 'Not Found')
  }

  const server = await startStore(answer)
  return {
    type: 'sylius' as const,
    address: 'https://sylius.test',
    server,
    mode,
    catalog,
    parcels,
    dock: parcels.dock,
    shelf: syliusShelf(catalog),
    credentials: { store_url: 'https://sylius.test/api/v2/admin', username: 'api', password: 'sylius pass' },
    wrong: { store_url: 'https://sylius.test', username: 'api', password: 'other pass' },
    config: { channel_code: 'WEB' },
    forbid: () => {
      mode.allowed = false
    },
    put: (order: Sample, more: Partial<Order> = {}) => keep(order, more),
    /** Puts an order with other items, shipments or adjustments, by the arithmetic of the shop. */
    putWith: (order: Sample, content: ContentGiven, more: Partial<Order> & { paid?: object[] } = {}) => {
      const { paid, ...members } = more
      keep(order, members, content)
      if (paid) payments.set(order.id, paid)
    },
    /** Changes the label of the taxes of an order. */
    relabel: (id: number, label: string) => void labels.set(id, label),
    shown: (order: Sample) => syliusOrder(order),
    putBroken: (order: Sample) => keep(order, { total: null as unknown as number }),
    putUndated: (order: Sample) => keep(order, { checkoutCompletedAt: undefined }),
    remove: (id: number) => void orders.delete(id),
    refOf: (id: number) => `token-${id}`,
    /** Ends all sessions. */
    expire: () => {
      mode.logins++
    },
    signIns: () => server.asked.filter(({ path }) => path === `${API}/administrators/token`).length,
    statuses: { paid: 'paid', open: 'awaiting_payment' },
    unknownStatus: undefined,
  }
}
