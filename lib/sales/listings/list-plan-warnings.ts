import type { Content } from '../../catalog/content.ts'
import { explainSale } from '../../connectors/content/choose-price.ts'
import { losesLayout } from '../../connectors/content/replace-text.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredListing } from './listing.ts'

interface Planned {
  listing: StoredListing
  /** The content that the channel should show. */
  content: Content
  /** The content that the shop confirmed last, or was seen to show; undefined if there is none. */
  head: Content | undefined
}

/** Explains why the shop will refuse the price; undefined if it needs none, or can have it. */
const explainPrice = (
  { priceCurrency, defaultCurrency }: Pick<StoredChannel, 'priceCurrency' | 'defaultCurrency'>,
  { listing: { externalVariantId, shopState, sale }, content, head }: Planned,
): string | undefined => {
  const currency = priceCurrency ?? defaultCurrency
  if (currency === null) return undefined
  const amount = content.prices[currency]
  const isNew = externalVariantId === null || shopState === 'missing'
  if (!isNew && head && head.prices[currency] === amount) return undefined
  if (amount === undefined) return `The variant has no price in ${currency}, the currency of the shop.`
  return sale?.currency === currency ? explainSale(amount, sale.amount, currency) : undefined
}

/** Explains that the formatting of a description cannot stay in the shop; undefined if it can, or if there is none. */
const explainLayout = ({ type }: Pick<StoredChannel, 'type'>, { content, head }: Planned): string | undefined =>
  getConnector(type).formatsTexts && head?.description && losesLayout(head.description, content.description ?? '')
    ? 'Lines of the description were removed or put first. If the shop formats it, plain lines replace its formatting.'
    : undefined

/** Lists what people have to know before the variant is published, in whole sentences. */
export const listPlanWarnings = (
  channel: Pick<StoredChannel, 'type' | 'priceCurrency' | 'defaultCurrency'>,
  planned: Planned,
): string[] => [explainPrice(channel, planned), explainLayout(channel, planned)].filter((each) => each !== undefined)
