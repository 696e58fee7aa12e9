import type { FulfilmentRule, IncidentReason } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import type { StockAtCustodian } from '../../inventory/allocations/allocation.ts'
import { createEvaluator, describeRule, type RuleInput } from '../../platform/conditions/conditions.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { explainUnusable, isSimulated } from '../policies/explain-unusable.ts'

/** Pieces of a line of a sales order that nobody fulfils yet. */
export interface OpenLine {
  orderLine: number
  variantId: Id
  sku: string
  quantity: number
}

type Candidate = Pick<StoredCustodian, 'id' | 'name' | 'type' | 'status' | 'enabledCapabilities'>

export interface RouteInput {
  rules: readonly FulfilmentRule[]
  order: RuleInput
  lines: readonly OpenLine[]
  /** The custodians that the rules name, and all active ones, in the order in which they are considered without a preference. */
  custodians: readonly Candidate[]
  stock: readonly Pick<StockAtCustodian, 'variantId' | 'custodianId' | 'available'>[]
  /** Custodians that refused the order or closed it short. */
  excluded: readonly Id[]
  /** True for test orders, of which no real parcel is sent. */
  onlySimulated?: boolean
}

export interface RoutePart {
  custodianId: Id
  lines: OpenLine[]
}

export interface Consideration {
  custodianId: Id
  custodianName: string
  isChosen: boolean
  reason: string
}

export interface Route {
  rule: FulfilmentRule | null
  ruleIndex: number | null
  reason: string
  incident: IncidentReason | null
  parts: RoutePart[]
  custodians: Consideration[]
  unknownFields: string[]
  /** Variants of which there is too little. */
  shortVariantIds: Id[]
}

const MAX_REASON_LENGTH = 500
const MAX_SHORT_SHOWN = 5
/** Custodians among whom one order is split: more parcels would cost more than they bring, and not fit a transaction. */
const MAX_PARTS = 5

const findRule = (rules: readonly FulfilmentRule[], order: RuleInput) => {
  const { findTrueRules, unknownFields } = createEvaluator(order)
  for (const [ruleIndex, rule] of rules.entries()) {
    const groups = rule.conditions.map(findTrueRules)
    if (groups.some((found) => !found.length)) continue
    const why = groups.flat().map(describeRule).join('; ') || 'applies to every order'
    return { rule, ruleIndex, reason: `${rule.name}: ${why}`.slice(0, MAX_REASON_LENGTH), unknownFields }
  }
  return { rule: null, ruleIndex: null, reason: 'No rule applies to the order', unknownFields }
}

/** Explains why a custodian cannot be asked at all. */
const explainLeftOut = (
  custodian: Pick<Candidate, 'type' | 'status' | 'enabledCapabilities'> | undefined,
  isExcluded: boolean,
  onlySimulated: boolean,
): string | undefined => {
  if (!custodian) return 'It does not exist any more'
  if (onlySimulated && !isSimulated(custodian)) return 'It sends real parcels, and the order is a test'
  const isRefused = isExcluded && custodian.status === 'active'
  return isRefused ? 'It has refused this order or closed it short' : explainUnusable(custodian)
}

/** Stock by custodian and variant that is still free within this decision. */
type Shelf = Map<Id, Map<Id, number>>

const buildShelf = (stock: RouteInput['stock']): Shelf => {
  const shelf: Shelf = new Map()
  for (const { custodianId, variantId, available } of stock) {
    const own = shelf.get(custodianId) ?? new Map<Id, number>()
    shelf.set(custodianId, own.set(variantId, available))
  }
  return shelf
}

/** Takes what a custodian has of the lines; two lines of one variant share its stock. */
const takeFrom = (own: ReadonlyMap<Id, number> | undefined, lines: readonly OpenLine[]) => {
  const left = new Map(own)
  const taken: OpenLine[] = []
  const missing: OpenLine[] = []
  for (const line of lines) {
    const available = left.get(line.variantId) ?? 0
    const quantity = Math.min(available, line.quantity)
    left.set(line.variantId, available - quantity)
    if (quantity) taken.push({ ...line, quantity })
    if (quantity < line.quantity) missing.push({ ...line, quantity: line.quantity - quantity })
  }
  return { taken, missing }
}

const countPieces = (lines: readonly OpenLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const describeMissing = (missing: readonly OpenLine[]) =>
  missing
    .slice(0, MAX_SHORT_SHOWN)
    .map(({ sku, quantity }) => `${quantity} of ${sku}`)
    .join(', ')

/** Chooses custodians: one that has everything, else, if it is allowed, as few as a greedy choice finds. */
const chooseParts = (ids: readonly Id[], lines: readonly OpenLine[], shelf: Shelf, splitAllowed: boolean) => {
  if (!lines.length) return { parts: [], missing: [] }
  const whole = ids.find((id) => !takeFrom(shelf.get(id), lines).missing.length)
  if (whole) return { parts: [{ custodianId: whole, lines: [...lines] }], missing: [] }
  const parts: RoutePart[] = []
  let missing = [...lines]
  for (let left = [...ids]; splitAllowed && left.length && missing.length && parts.length < MAX_PARTS; ) {
    const offers = left.map((id) => ({ id, ...takeFrom(shelf.get(id), missing) }))
    const [best] = offers.toSorted((a, b) => countPieces(b.taken) - countPieces(a.taken))
    if (!best?.taken.length) break
    parts.push({ custodianId: best.id, lines: best.taken })
    missing = best.missing
    left = left.filter((id) => id !== best.id)
  }
  return { parts: missing.length ? [] : parts, missing }
}

/** The missing pieces if only one custodian may fulfil the order, for the custodian that lacks the fewest. */
const findLeastMissing = (ids: readonly Id[], lines: readonly OpenLine[], shelf: Shelf) =>
  ids.map((id) => takeFrom(shelf.get(id), lines).missing).toSorted((a, b) => countPieces(a) - countPieces(b))[0] ?? [
    ...lines,
  ]

/** Decides who fulfils the lines: all of them, or nobody and why. The first rule that applies decides alone. */
export const decideRoute = (input: RouteInput): Route => {
  const { rules, order, lines, custodians, stock, excluded, onlySimulated = false } = input
  const { unknownFields, ...found } = findRule(rules, order)
  const none = { parts: [], custodians: [], shortVariantIds: [], unknownFields: [...unknownFields] }
  if (!found.rule) return { ...found, ...none, incident: 'no_rule' }
  const { custodianIds, splitAllowed } = found.rule
  const byId = new Map(custodians.map((each) => [each.id, each]))
  const shelf = buildShelf(stock)
  const considered = custodianIds ?? custodians.map(({ id }) => id)
  const unusable = new Map(
    considered.flatMap((id) => {
      const reason = explainLeftOut(byId.get(id), excluded.includes(id), onlySimulated)
      return reason ? [[id, reason] as const] : []
    }),
  )
  const usable = considered.filter((id) => !unusable.has(id))
  const { parts, missing } = chooseParts(usable, lines, shelf, splitAllowed)
  const short = parts.length || splitAllowed ? missing : findLeastMissing(usable, lines, shelf)
  const explain = (id: Id) => {
    const lacks = takeFrom(shelf.get(id), lines).missing
    if (parts.some(({ custodianId }) => custodianId === id)) return lacks.length ? 'Has a part' : 'Has everything'
    return unusable.get(id) ?? (lacks.length ? `Lacks ${describeMissing(lacks)}` : 'Another one comes first')
  }
  return {
    ...found,
    ...none,
    incident: parts.length || !lines.length ? null : usable.length ? 'no_stock' : 'no_coverage',
    parts,
    custodians: considered.map((id) => ({
      custodianId: id,
      custodianName: byId.get(id)?.name ?? '',
      isChosen: parts.some(({ custodianId }) => custodianId === id),
      reason: explain(id),
    })),
    shortVariantIds: parts.length ? [] : [...new Set(short.map(({ variantId }) => variantId))],
  }
}

/** Describes for people why nobody fulfils an order. */
export const describeBlocked = ({ incident, custodians, reason }: Route): string => {
  if (incident === 'no_rule') return 'No rule of the fulfilment policy applies to the order'
  const why = custodians.map(({ custodianName, reason }) => `${custodianName}: ${reason}`).join('; ')
  const what = incident === 'no_coverage' ? 'No custodian of the rule can be used' : 'No custodian has enough stock'
  return `${what} (${reason})${why && `. ${why}`}`.slice(0, MAX_REASON_LENGTH)
}
