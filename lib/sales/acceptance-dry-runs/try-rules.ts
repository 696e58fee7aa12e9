import type { DryRunInput } from '../../../schemas/sales/acceptance-rule.ts'
import type { App } from '../../platform/app/app.ts'
import { findConditionViolations } from '../../platform/conditions/conditions.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { listActiveRuleSets } from '../acceptance-rule-sets/acceptance-rule-store.ts'
import {
  type Decision,
  decideAcceptance,
  type RuleSetToEvaluate,
  sortRuleSets,
} from '../acceptance-rule-sets/decide-acceptance.ts'
import { requireChannel } from '../channels/require-channel.ts'
import { waitsForShop } from '../order-changes/follow-shop.ts'
import type { StoredOrder } from '../orders/order.ts'
import { toRuleInput } from '../orders/order-row.ts'
import { listOrders } from '../orders/order-store.ts'
import { findPayloads } from '../orders/payload-store.ts'

const holdFor = ({ decidedBy }: StoredOrder): Decision => ({
  ...{ action: 'hold', ruleSetId: null, unknownFields: [] },
  reason: decidedBy?.reason ?? '',
})

/** Evaluates the channel's rule sets, and optionally a proposed one, against its latest orders; changes nothing. */
export const tryRules = async (app: App, tenant: Id, { channelId, proposed, limit = 20 }: DryRunInput) => {
  const violations = findConditionViolations(proposed?.conditions ?? [], 'proposed.conditions')
  if (violations.length) throw invalid(...violations)
  await requireChannel(app.db, tenant, channelId)
  const [active, { items }] = await Promise.all([
    listActiveRuleSets(app.db, tenant, channelId),
    listOrders(app.db, tenant, { page: 1, itemsPerPage: limit }, { channelId }),
  ])
  const tried: RuleSetToEvaluate[] = proposed
    ? [{ priority: 0, ...proposed, id: null, createdAt: app.clock().toISOString() }]
    : []
  const sets = sortRuleSets([...active, ...tried])
  const payloads = await findPayloads(app, tenant, items)
  const decisions = items.map((order) => {
    const json = payloads.get(order.externalOrderId)?.json
    const input = toRuleInput(order, json && JSON.parse(json))
    const { externalOrderId, number, status, id: orderId } = order
    // The rules do not decide before the shop calls an order paid.
    const decision =
      waitsForShop(order) && order.decided !== 'accepted' ? holdFor(order) : decideAcceptance(sets, input)
    return { orderId, externalOrderId, number, status, ...decision }
  })
  const countDecisions = (action: Decision['action']) => decisions.filter((each) => each.action === action).length
  return {
    channelId,
    accept: countDecisions('accept'),
    reject: countDecisions('reject'),
    hold: countDecisions('hold'),
    decisions,
  }
}
