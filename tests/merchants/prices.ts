import type { Day } from './day.ts'
import { SKUS } from './new-order.ts'
import { continueRuns, runCatalog } from './shelves.ts'
import { count } from './tally.ts'

/** The price of a variant in one channel, in cents. */
interface Price {
  /** What people here want. */
  here: number
  /** What the shop shows. */
  shop: number
  /** What both had last. */
  agreed: number
}

export type PriceBook = Map<string, Price>

export const openPrices = (cents: number): PriceBook =>
  new Map(SKUS.map((sku) => [sku, { here: cents, shop: cents, agreed: cents }]))

/** A publish writes what changed here and not there; what changed on both sides waits for a person. */
const publishInBook = (prices: PriceBook): void => {
  for (const price of prices.values()) {
    if (price.here === price.agreed) continue
    if (price.shop === price.agreed) price.shop = price.here
    if (price.shop === price.here) price.agreed = price.here
  }
}

const overridesOf = (day: Day, at: number, sku: string) =>
  `/api/sales/channels/${day.channels[at]?.id}/catalog/variants/${day.variants.get(sku)}/overrides`

const repriceHere = async (day: Day, at: number, sku: string, cents: number): Promise<void> => {
  const { currency, isGross } = day.side.channels[at] ?? day.side.channels[0]
  const prices = [{ currency, amount: cents, ...(isGross !== null && { includesTax: isGross }) }]
  const { status, text } = await day.owner.put(overridesOf(day, at, sku), { prices })
  if (status !== 200) throw new Error(text)
}

/**
 * Lets somebody change a price, here or in the shop, or brings the prices of a channel to the shop, or looks at those there.
 */
export const tendPrices = async (day: Day): Promise<void> => {
  const at = day.among(day.channels.length)
  const sku = SKUS[day.among(SKUS.length)] as string
  const [channel, prices, own] = [day.channels[at], day.prices[at], day.side.channels[at]]
  const price = prices?.get(sku)
  if (!channel || !prices || !price || !own) throw new Error('no such channel')
  const cents = 100 + day.among(5000)
  const chance = day.among(8)
  if (chance < 2) {
    price.here = cents
    await repriceHere(day, at, sku, cents)
    return count(day, 'prices changed here')
  }
  if (chance < 4) {
    price.shop = cents
    own.reprice(sku, (cents / 100).toFixed(2))
    return count(day, 'prices changed in the shop')
  }
  if (chance < 5) {
    await runCatalog(day.owner, channel, 'import')
    return count(day, 'catalogs imported')
  }
  await runCatalog(day.owner, channel, 'publish')
  publishInBook(prices)
  count(day, 'catalogs published')
}

/** Publishes the prices of all channels, and lets a person decide for those here where both sides changed one. */
export const settlePrices = async (day: Day): Promise<void> => {
  for (const [at, channel] of day.channels.entries()) {
    const prices = day.prices[at]
    if (!prices) continue
    await runCatalog(day.owner, channel, 'publish')
    publishInBook(prices)
    for (const [sku, price] of prices) {
      if (price.here === price.agreed) continue
      const path = `/api/sales/channels/${channel.id}/catalog/variants/${day.variants.get(sku)}/resolve-conflict`
      const { status, text } = await day.owner.post(path, { resolution: 'accept_mine' })
      if (status >= 300) day.wrong.push(`a conflict of ${sku} was answered with ${status}: ${text}`)
      await continueRuns(day.owner)
      Object.assign(price, { shop: price.here, agreed: price.here })
      count(day, 'conflicts decided')
    }
  }
}

/** Every channel of the shop has its own price, in its own currency. */
export const checkPrices = (day: Day): void => {
  for (const [at, { currency, priceOf }] of day.side.channels.entries())
    for (const [sku, { shop }] of day.prices[at] ?? []) {
      const shown = priceOf(sku)
      if (shown === undefined || Math.round(shown * 100) !== shop)
        day.wrong.push(`${sku} costs ${shown} ${currency} in the shop and not ${shop / 100}`)
    }
}
