/**
 * Meanings that a platform's word for the state of an order can have here. `ship`: it is accepted. `part_sent`: the same, and
 * the fulfilments of the shop tell what is not to be sent any more. `sent`: the same, and nothing but our parcels is to be
 * sent. `unpaid`: it waits for its payment, unless the channel fulfils such orders. `wait`: it waits for another word.
 * `failed`: the same, and no status filter changes that. `ended`: it is cancelled. `none`: it is not an order.
 */
export const ORDER_MEANINGS = ['ship', 'part_sent', 'sent', 'unpaid', 'wait', 'failed', 'ended', 'none'] as const
export type OrderMeaning = (typeof ORDER_MEANINGS)[number]

/** A word's meaning, and why: a clause that continues "The shop calls the order …:". */
export type OrderWord = readonly [meaning: OrderMeaning, reason: string]

/** Meanings with which an order is accepted, and goes on once it was. */
const GOING_ON: readonly OrderMeaning[] = ['ship', 'part_sent', 'sent']

export const isGoingOn = (meaning: OrderMeaning): boolean => GOING_ON.includes(meaning)

/** The words of a platform for the states of its orders. */
export interface OrderStates {
  /** Name of the pages of the platform's documentation that define them. */
  source: string
  /** By aspect, such as `paymentState`, of which an order has one word each. */
  aspects: Readonly<Record<string, Readonly<Record<string, OrderWord>>>>
}

/** The words of one order, by aspect; an aspect that is null or absent says nothing. */
export type OrderWords = Readonly<Record<string, string | null | undefined>>

/** The meaning of an order's state, with the word that decides it. */
export interface Verdict {
  meaning: OrderMeaning
  word: string | null
  /** A whole sentence for the tenant, without its full stop. */
  reason: string
}

/** The verdict about an order of which no word says anything. */
export const READY: Verdict = { meaning: 'ship', word: null, reason: 'The order is paid and to be shipped' }
/** The verdict about an order that was cancelled without a shop that says so. */
export const ENDED: Verdict = { meaning: 'ended', word: null, reason: 'The order was cancelled' }

const UNKNOWN: OrderWord = ['wait', 'the platform does not document what that means']

const isSameWord = (word: string) => (other: string) => other.toLowerCase() === word.toLowerCase()

/** Meanings that a merchant changes into `ship` by naming the word in a status filter. */
const CAN_BE_NAMED: readonly OrderMeaning[] = ['sent', 'unpaid', 'wait']

interface Judging {
  /** Words that the merchant names. */
  named?: readonly string[] | null
  /** True if the channel fulfils orders whose payment stands as that of this one. */
  isPayable?: boolean
}

const judgeWord = (given: OrderMeaning, word: string, { named, isPayable }: Judging): OrderMeaning => {
  if (given === 'unpaid' && isPayable) return 'ship'
  return CAN_BE_NAMED.includes(given) && named?.some(isSameWord(word)) ? 'ship' : given
}

/**
 * Judges an order by the words that it has: the one that is furthest from being shipped decides. Words that are `named` by
 * the merchant count as paid and to be shipped, unless the payment failed or the order has ended.
 */
export const judgeOrder = ({ aspects }: OrderStates, words: OrderWords, judging: Judging = {}): Verdict => {
  let verdict = READY
  for (const [aspect, word] of Object.entries(words)) {
    if (word == null) continue
    const known = aspects[aspect]
    const [given, why] = (known && Object.hasOwn(known, word) && known[word]) || UNKNOWN
    const meaning = judgeWord(given, word, judging)
    if (verdict.word !== null && ORDER_MEANINGS.indexOf(meaning) <= ORDER_MEANINGS.indexOf(verdict.meaning)) continue
    verdict = { meaning, word, reason: `The shop calls the order "${word.slice(0, 100)}": ${why}` }
  }
  return verdict
}

/** Returns the words of an aspect that have one of the meanings. */
export const listWords = ({ aspects }: OrderStates, aspect: string, meanings: readonly OrderMeaning[]): string[] =>
  Object.entries(aspects[aspect] ?? {}).flatMap(([word, [meaning]]) => (meanings.includes(meaning) ? [word] : []))

/**
 * Tells whether status filters include an order. Filters of one kind, such as those of its payment, are alternatives, and each
 * kind of which there is any has to fit. A filter whose kind is undefined fits by itself.
 */
export const fitsFilters = (
  filters: readonly string[],
  findKind: (filter: string) => string | undefined,
  fits: (filter: string) => boolean,
): boolean => {
  const byKind = Map.groupBy(filters, findKind)
  if (byKind.get(undefined)?.some(fits)) return true
  const kinds = [...byKind].filter(([kind]) => kind !== undefined)
  return kinds.length > 0 && kinds.every(([, same]) => same.some(fits))
}

/** Meanings with which an order is read whatever the status filters are, since a known one has to follow them. */
export const ALWAYS_READ: readonly OrderMeaning[] = ['part_sent', 'sent', 'unpaid', 'wait', 'failed', 'ended']

/** Tells whether an order is read although the status filters exclude it. */
export const isAlwaysRead = (states: OrderStates, words: OrderWords): boolean =>
  ALWAYS_READ.includes(judgeOrder(states, words).meaning)
