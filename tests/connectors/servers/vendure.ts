import { lineTotalOf, type Sample } from './sample.ts'
import { type Asked, type Said, startStore } from './server.ts'
import { vendureCatalog } from './vendure-catalog.ts'
import { vendureFulfilments } from './vendure-fulfilments.ts'
import { vendureNotes } from './vendure-notes.ts'
import { type ContentGiven, vendureContent, vendurePayment } from './vendure-orders.ts'
import { vendureShelf } from './vendure-shelf.ts'

const STATES = { paid: 'PaymentSettled', open: 'PaymentAuthorized', cancelled: 'Cancelled' }
const CHANNEL = 'e-channel-token'
const DEFAULT = { code: '__default_channel__', token: 'default-token' }
const WEB = { code: 'web', token: CHANNEL }

const address = {
  fullName: 'Zoë Müller',
  company: 'Müller Tee GmbH',
  phoneNumber: '+49 221 555',
  streetLine1: 'Hauptstraße 1',
  streetLine2: null,
  city: 'Köln',
  province: null,
  postalCode: '50667',
  country: 'Germany',
  countryCode: 'DE',
}

const units = (amount: string, precision: number) => Math.round(Number(amount) * 10 ** precision)

/** An order that is paid in full, with one line; what the line does not cost, shipping does. */
export const vendureOrder = (order: Sample, precision: number, given: Partial<ContentGiven> = {}) => {
  const { id, quantity } = order
  const lineTotal = units(lineTotalOf(order).toFixed(precision), precision)
  const content = vendureContent({
    pricesIncludeTax: true,
    lines: [
      {
        id: `${id}0`,
        listPrice: quantity ? lineTotal / quantity : 0,
        quantity,
        rates: [{ description: 'VAT', taxRate: 19 }],
        ...(order.sells && { sku: order.sells.sku, variantId: order.sells.variant }),
      },
    ],
    shipping: [{ id: `${id}8`, code: 'dhl', name: 'DHL parcel', price: units(order.total, precision) - lineTotal }],
    ...given,
  })
  const state = order.state === 'open' ? 'Authorized' : 'Settled'
  return {
    id: String(id),
    code: `CODE${id}`,
    state: STATES[order.state],
    active: false,
    type: 'Regular',
    createdAt: order.placedAt,
    updatedAt: order.modifiedAt,
    orderPlacedAt: order.placedAt as string | null,
    currencyCode: order.currency,
    customer: { id: '1', firstName: 'Zoë', lastName: 'Müller', emailAddress: 'zoe@example.com', phoneNumber: null },
    shippingAddress: address,
    billingAddress: address,
    ...content,
    payments: [vendurePayment({ id: `${id}7`, amount: content.totalWithTax, state }, order.placedAt)],
    fulfillments: [] as { id: string; state: string; updatedAt: string; lines: object[] }[],
    modifications: [] as { id: string; updatedAt: string }[],
    channels: [DEFAULT, WEB],
  }
}

type Order = ReturnType<typeof vendureOrder>

interface Options {
  skip: number
  take: number
  sort: Record<string, 'ASC'>
  filter: {
    active: { eq: boolean }
    updatedAt?: Dates
    orderPlacedAt?: Dates
    id?: { in: string[] }
  }
}

interface Dates {
  after?: string
  between?: { start: string; end: string }
}

type Dated = 'updatedAt' | 'orderPlacedAt'

const failed = (code: string): Said => ({ json: { errors: [{ message: code, extensions: { code } }], data: null } })

/** The part of Vendure's admin API that the connector calls; errors have status 200. */
export const startVendure = async () => {
  const orders = new Map<number, Order>()
  const mode = {
    logins: 0,
    /** Upper bound of sign-ins. */
    maxLogins: Number.POSITIVE_INFINITY,
    password: 'vendure pass',
    allowed: true,
    precision: 3,
    pricesIncludeTax: true,
    apiKey: 'vendure-key-1',
    cookies: false,
    /** Further channels of the shop. */
    channels: [] as { code: string; token: string; pricesIncludeTax: boolean; currency?: string }[],
  }
  const catalog = vendureCatalog(() => mode.precision)
  const parcels = vendureFulfilments(orders)
  const notes = vendureNotes(orders)
  /** An order with the fulfilments that the shop made for it. */
  const show = (order: Order | undefined) =>
    order && {
      ...order,
      fulfillments: [...order.fulfillments, ...parcels.fulfilments.filter((each) => each.order === order.id)],
    }

  const findChannel = (token: unknown) => [DEFAULT, WEB, ...mode.channels].find((each) => each.token === token)

  /** The default channel lists the orders of all channels. */
  const isListed = ({ channels }: Order, token: unknown) =>
    channels.some((each) => each.token === (token ?? DEFAULT.token))

  const pageOf = ({ skip, take, filter, sort }: Options, token: unknown) => {
    if (take > 1000) throw new Error('take is too large')
    // Sort fields apply in the order of the schema, not of the request: the id first.
    const by = sort.id ? 'id' : (Object.keys(sort)[0] as Dated)
    const keyOf = (order: Order) => (by === 'id' ? order.id.padStart(9, '0') : (order[by] ?? ''))
    const fits = (order: Order, name: Dated) => {
      const { after = '', between } = filter[name] ?? {}
      const date = order[name] ?? ''
      return date > after && (!between || (date >= between.start && date <= between.end))
    }
    const found = [...orders.values()]
      .filter((order) => isListed(order, token))
      .filter((order) => order.active === filter.active.eq && fits(order, 'updatedAt') && fits(order, 'orderPlacedAt'))
      .filter(({ id }) => !filter.id || filter.id.in.includes(id))
      // Records that are equal for the sort have another order on each page.
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : skip ? 1 : -1))
    return { totalItems: found.length, items: found.slice(skip, skip + take).map(show) }
  }

  const login = ({ u, p }: Record<string, unknown>): Said => {
    if (u !== 'admin' || p !== mode.password)
      return {
        json: { data: { login: { __typename: 'InvalidCredentialsError', errorCode: 'INVALID_CREDENTIALS_ERROR' } } },
      }
    if (mode.logins >= mode.maxLogins) return { status: 429, headers: { 'retry-after': '600' }, json: {} }
    const session = `session-${++mode.logins}`
    const cookies = { 'set-cookie': `session=${session}; path=/; httponly, session.sig=abc; path=/` }
    return {
      json: { data: { login: { __typename: 'CurrentUser' } } },
      headers: mode.cookies ? cookies : { 'vendure-auth-token': session },
    }
  }

  const isKnown = ({ headers }: Asked) =>
    headers.authorization === `Bearer session-${mode.logins}` ||
    headers.cookie === `session=session-${mode.logins}; session.sig=abc` ||
    headers['vendure-api-key'] === mode.apiKey

  const answer = (asked: Asked): Said => {
    const { method, path, headers, body } = asked
    if (method !== 'POST' || path !== '/admin-api') return { status: 404, page: '<h1>Cannot POST</h1>' }
    const { query, variables = {} } = body as { query: string; variables?: Record<string, unknown> }
    if (query.startsWith('mutation Login')) return login(variables)
    if (!isKnown(asked)) return failed('FORBIDDEN')
    const channel = headers['vendure-token']
    if (channel !== undefined && !findChannel(channel)) return failed('CHANNEL_NOT_FOUND')
    const own = mode.channels.find(({ token }) => token === channel)
    const shared = {
      activeChannel: { pricesIncludeTax: own?.pricesIncludeTax ?? mode.pricesIncludeTax },
      globalSettings: { serverConfig: { moneyStrategyPrecision: mode.precision } },
    }
    if (query.startsWith('{ activeChannel'))
      return {
        json: {
          data: {
            activeChannel: {
              code: own?.code ?? 'web',
              token: own?.token ?? CHANNEL,
              defaultCurrencyCode: own?.currency ?? 'EUR',
              defaultLanguageCode: 'de',
            },
          },
        },
      }
    if (!mode.allowed) return failed('FORBIDDEN')
    if (query.startsWith('query Channels'))
      return {
        json: {
          data: {
            channels: {
              items: [
                {
                  code: 'web',
                  token: CHANNEL,
                  defaultLanguageCode: 'de',
                  availableLanguageCodes: ['de', 'en'],
                  defaultCurrencyCode: 'EUR',
                  availableCurrencyCodes: ['EUR', 'GBP'],
                },
                ...mode.channels.map(({ code, token, currency = 'EUR' }) => ({
                  ...{ code, token, defaultLanguageCode: 'de', availableLanguageCodes: ['de', 'en'] },
                  ...{ defaultCurrencyCode: currency, availableCurrencyCodes: ['EUR', 'GBP'] },
                })),
              ],
            },
          },
        },
      }
    if (query.startsWith('query Order('))
      return { json: { data: { order: show(orders.get(Number(variables.id))) ?? null, ...shared } } }
    if (query.startsWith('query Orders') || query.startsWith('query OrderDates'))
      return { json: { data: { orders: pageOf(variables.o as Options, channel), ...shared } } }
    if (query.startsWith('{ orders(options')) return { json: { data: { orders: { totalItems: orders.size } } } }
    const ofParcels = parcels.answer(query, variables) ?? notes.answer(query, variables)
    if (ofParcels) return ofParcels
    const sold = catalog.answer(query, variables, {
      pricesIncludeTax: own?.pricesIncludeTax ?? mode.pricesIncludeTax,
      channelToken: own?.token ?? '',
      ...(own?.currency && { currency: own.currency }),
    })
    if (sold) return sold
    return { status: 400, json: { errors: [{ message: 'no', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] } }
  }

  const server = await startStore(answer)
  return {
    type: 'vendure' as const,
    address: 'https://vendure.test',
    server,
    mode,
    catalog,
    parcels,
    dock: { ...parcels.dock, notes: notes.list },
    shelf: vendureShelf(
      catalog,
      () => mode.precision,
      () => mode.channels,
    ),
    credentials: { store_url: 'https://vendure.test/admin-api', username: 'admin', password: 'vendure pass' },
    wrong: { store_url: 'https://vendure.test', username: 'admin', password: 'other pass' },
    config: { channel_code: 'web' },
    forbid: () => {
      mode.allowed = false
    },
    put: (order: Sample) => void orders.set(order.id, vendureOrder(order, mode.precision)),
    putBroken: (order: Sample) =>
      void orders.set(order.id, { ...vendureOrder(order, mode.precision), totalWithTax: null as unknown as number }),
    /** Puts an order with other lines, surcharges or shipping, by the arithmetic of the shop. */
    putWith: (order: Sample, given: Partial<ContentGiven>, more: Record<string, unknown> = {}) => {
      const made = { ...vendureOrder(order, mode.precision, given), ...more }
      orders.set(order.id, made)
      return made
    },
    putAs: (order: Sample, more: Record<string, unknown>) =>
      void orders.set(order.id, { ...vendureOrder(order, mode.precision), ...more }),
    remove: (id: number) => void orders.delete(id),
    refOf: String,
    expire: () => {
      mode.logins++
    },
    signIns: () => server.asked.filter(({ body }) => String(body.query).startsWith('mutation Login')).length,
    statuses: { paid: 'PaymentSettled', open: 'PaymentAuthorized' },
    unknownStatus: undefined,
  }
}
