import { createBoundedCache } from '../../platform/bounded-cache.ts'
import { computeChance } from '../../platform/compute-chance.ts'
import { ConnectorError, type Shop, type ShopInfo } from '../connector.ts'
import { readInstant } from '../reading.ts'
import type { RemoteChannel } from '../remote-channel.ts'
import { DEFAULT_SEED } from './default-seed.ts'

/** Settings of a simulated shop. */
export interface Simulation {
  seed: string
  /** Number of orders; the oldest disappear as new ones are placed. */
  orders: number
  /** Seconds between two orders. */
  everySeconds: number
  pageSize: number
  /** Number of variants before any push. */
  products: number
  currency: string
  /** Percentage of orders that are not paid when they are placed. */
  unpaidPercent: number
  /**
   * Percentage of orders that change half an hour after they were placed. What the next three leave of them are cancelled, or
   * paid late, or completed by the shop.
   */
  changedPercent: number
  /** Percentage of those of which one piece is refunded: half of them before it left, half of them after. */
  refundedPercent: number
  /** Percentage of those to which a piece is added; the customer pays for it half an hour later. */
  editedPercent: number
  /** Percentage of those that are cancelled since nobody paid for them, and paid half an hour later after all. */
  returnedToPaidPercent: number
  /** True if prices contain the tax, which has a rate for each country; else it is added. */
  isGross: boolean
  /** Percentages of orders that pay for shipping, have a discount of ten percent, a line of a digital good and a tip. */
  shippingPercent: number
  discountPercent: number
  digitalPercent: number
  tipPercent: number
  /** Percentage of broken records. */
  badPercent: number
  /** Percentages of calls that fail or are rate limited. */
  failPercent: number
  rateLimitPercent: number
  /** Percentage of fulfilments that the shop stores without an answer. */
  lostPercent: number
  /** Percentage of contents that the shop rejects. */
  refusePercent: number
  /** May be fixed, so that the orders stay the same. */
  now: Date
}

const buildConfigError = (message: string) => new ConnectorError('INVALID_CONFIG', message)

const getSettings = ({ credentials, config }: Shop) => {
  const readGiven = (name: string) => config[name] ?? credentials[name]
  const readInteger = (name: string, fallback: number, most: number) => {
    const value = readGiven(name) ?? String(fallback)
    if (!/^\d{1,7}$/.test(value) || Number(value) > most)
      throw buildConfigError(`${name} must be a whole number up to ${most}.`)
    return Number(value)
  }
  return { given: readGiven, whole: readInteger }
}

export const readSimulation = (shop: Shop): Simulation => {
  const { given, whole } = getSettings(shop)
  const fixed = given('now')
  const now = fixed === undefined ? shop.http.now().toISOString() : readInstant(fixed)
  if (!now) throw buildConfigError('now must be a date and time.')
  const currency = given('currency') ?? 'EUR'
  if (!/^[A-Z]{3}$/.test(currency)) throw buildConfigError('currency must be an ISO 4217 code.')
  const gross = given('gross') ?? 'true'
  if (!['true', 'false'].includes(gross)) throw buildConfigError('gross must be true or false.')
  return {
    seed: given('seed') ?? DEFAULT_SEED,
    orders: whole('orders', 50, 100_000),
    everySeconds: Math.max(1, whole('every_seconds', 60, 86_400)),
    pageSize: Math.max(1, whole('page_size', 50, 1000)),
    products: whole('products', 12, 100_000),
    currency,
    unpaidPercent: whole('unpaid_percent', 33, 100),
    changedPercent: whole('changed_percent', 20, 100),
    refundedPercent: whole('refunded_percent', 20, 100),
    editedPercent: whole('edited_percent', 10, 100),
    returnedToPaidPercent: whole('returned_to_paid_percent', 5, 100),
    isGross: gross === 'true',
    shippingPercent: whole('shipping_percent', 50, 100),
    discountPercent: whole('discount_percent', 20, 100),
    digitalPercent: whole('digital_percent', 0, 100),
    tipPercent: whole('tip_percent', 0, 100),
    badPercent: whole('bad_percent', 0, 100),
    failPercent: whole('fail_percent', 0, 100),
    rateLimitPercent: whole('rate_limit_percent', 0, 100),
    lostPercent: whole('lost_percent', 0, 100),
    refusePercent: whole('refuse_percent', 0, 100),
    now: new Date(now),
  }
}

// Bounded: a shop that is evicted starts its sequence of failures again.
const calls = createBoundedCache<number>(1000)

/** Returns the number of calls of this process to the shop of a seed. */
export const countCalls = (seed: string): number => calls.get(seed) ?? 0

/** Counts a call and returns the settings. Throws as often as the settings demand. */
export const openSimulation = (shop: Shop): Simulation => {
  const { api_key: key = '' } = shop.credentials
  if (key === 'refused') throw new ConnectorError('AUTH_FAILED', 'The shop rejected the API key.')
  if (key === 'unavailable') throw new ConnectorError('STORE_UNAVAILABLE', 'The shop is closed for maintenance.')
  const simulation = readSimulation(shop)
  const { seed, failPercent, rateLimitPercent } = simulation
  const call = (calls.get(seed) ?? 0) + 1
  calls.set(seed, call)
  const fate = computeChance(seed, 'call', call) % 100
  if (fate < failPercent) throw new ConnectorError('UPSTREAM_ERROR', 'The shop answered with an error (500).')
  if (fate < failPercent + rateLimitPercent)
    throw new ConnectorError('RATE_LIMITED', 'The shop limits the rate of requests. Try again later.', {
      retryAfterSeconds: 1 + (call % 3),
    })
  return simulation
}

/** Throws as often as the settings demand, as if the answer to the present call were lost. */
export const loseAnswer = ({ seed, lostPercent }: Simulation): void => {
  if (computeChance(seed, 'answer', countCalls(seed)) % 100 < lostPercent)
    throw new ConnectorError('STORE_UNAVAILABLE', 'The shop did not answer in time.')
}

export const test = async (shop: Shop): Promise<ShopInfo> => {
  const { seed, orders, currency } = openSimulation(shop)
  return { name: `Simulated shop ${seed}`, orders: String(orders), currency }
}

export const discover = async (shop: Shop): Promise<RemoteChannel[]> => {
  const { currency } = openSimulation(shop)
  const shared = { currencies: [currency], defaultCurrency: currency }
  return [
    { code: 'web', name: 'Web shop', enabled: true, locales: ['en_US', 'de_DE'], defaultLocale: 'en_US', ...shared },
    { code: 'old', name: 'Old shop', enabled: false, locales: ['en_US'], defaultLocale: 'en_US', ...shared },
  ]
}
