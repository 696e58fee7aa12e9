import { isGoingOn, type Verdict } from '../../connectors/order-states/order-states.ts'
import { move } from '../../platform/moves.ts'
import { type Decision, describeDecision } from '../acceptance-rule-sets/decide-acceptance.ts'
import { ORDER_MOVES, type StoredOrder } from '../orders/order.ts'

/** The state of an order here, with its reasons. */
export type Standing = Pick<StoredOrder, 'status' | 'decided' | 'decidedBy' | 'cancellationReason' | 'shopMeaning'>

const STATUS_BY_ACTION = { accept: 'accepted', reject: 'rejected', hold: 'held' } as const

type Decided = Pick<Standing, 'status' | 'decided' | 'decidedBy'>

const applyRules = (decide: () => Decision): Decided => {
  const decision = decide()
  const decided = STATUS_BY_ACTION[decision.action]
  return { status: decided, decided, decidedBy: { ruleSetId: decision.ruleSetId, reason: describeDecision(decision) } }
}

const wait = (reason: string, decided: StoredOrder['decided']): Decided => ({
  status: 'held',
  decided: decided ?? 'held',
  decidedBy: { ruleSetId: null, reason },
})

/**
 * Returns how a new order stands; `decide` applies the acceptance rules, which decide only about orders that the shop releases.
 */
export const beginOrder = ({ meaning, reason }: Verdict, decide: () => Decision): Standing => {
  if (meaning === 'ended')
    return { status: 'cancelled', decided: null, decidedBy: null, cancellationReason: reason, shopMeaning: meaning }
  const decided = isGoingOn(meaning) ? applyRules(decide) : wait(reason, null)
  return { ...decided, cancellationReason: null, shopMeaning: meaning }
}

/** Returns true if the order is held because of its state in the shop; a rule that holds an order names its rule set. */
export const waitsForShop = ({ status, decidedBy }: Pick<StoredOrder, 'status' | 'decidedBy'>): boolean =>
  status === 'held' && decidedBy?.ruleSetId === null

/** Decides about an order that waited for its shop, once, unless it was decided before. */
const goOn = ({ decided, decidedBy }: Decided, reason: string, decide: () => Decision): Decided => {
  if (decided === 'accepted' || decided === 'rejected')
    return { status: decided, decided, decidedBy: { ruleSetId: null, reason: `${reason}, again` } }
  return decidedBy && decidedBy.ruleSetId !== null ? { status: 'held', decided, decidedBy } : applyRules(decide)
}

/** Tells whether nothing of an order must be shipped before the shop has another word for it. */
export const mustWait = ({ meaning }: Pick<Verdict, 'meaning'>): boolean => !isGoingOn(meaning) && meaning !== 'ended'

/** Tells whether an accepted order has become one that must not be shipped yet; a person may have accepted it as that. */
export const becomesUnpaid = ({ status, shopMeaning }: StoredOrder, { meaning }: Verdict): boolean =>
  status === 'accepted' && isGoingOn(shopMeaning) && mustWait({ meaning })

const followMeaning = (
  before: StoredOrder,
  verdict: Verdict,
  { decide, hasLeft }: { decide: () => Decision; hasLeft: boolean },
): Partial<Decided> => {
  const { meaning, reason } = verdict
  if (waitsForShop(before)) return isGoingOn(meaning) ? goOn(before, reason, decide) : wait(reason, before.decided)
  if (becomesUnpaid(before, verdict) && !hasLeft) {
    move(ORDER_MOVES, 'order', before.status, 'hold')
    return wait(reason, before.decided)
  }
  return {}
}

/**
 * Returns what changes about an order with a newer version of its shop. `hasLeft` tells that pieces of it were handed over;
 * an accepted order then stays accepted. What was cancelled by the shop begins again if the shop restores it.
 */
export const followShop = (
  before: StoredOrder,
  verdict: Verdict,
  using: { decide: () => Decision; hasLeft: boolean },
): Partial<Standing> => {
  const { meaning, word, reason } = verdict
  // Nobody but a shop tells that an order is restored.
  if (word === null && meaning !== 'ended') return {}
  const shopMeaning = { shopMeaning: meaning }
  if (meaning === 'ended')
    return before.status === 'cancelled'
      ? shopMeaning
      : { status: 'cancelled', cancellationReason: reason, ...shopMeaning }
  if (before.status !== 'cancelled') return { ...followMeaning(before, verdict, using), ...shopMeaning }
  if (before.isCancelledHere) return shopMeaning
  const { decided, decidedBy } = before
  const status = move(ORDER_MOVES, 'order', before.status, 'reopen')
  const reopened = { status, decided, decidedBy }
  const isRejected = decided === 'rejected'
  const isHeldByRule = decided === 'held' && decidedBy !== null && decidedBy.ruleSetId !== null
  const waits = !isGoingOn(meaning) && !isRejected && !isHeldByRule
  return {
    ...(waits ? wait(reason, decided) : goOn(reopened, reason, using.decide)),
    cancellationReason: null,
    ...shopMeaning,
  }
}
