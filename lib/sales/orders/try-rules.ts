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
import { toRuleInput } from './order-row.ts'
import { listOrders } from './order-store.ts'
import { findPayloads } from './payload-store.ts'

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
  const ids = items.map(({ externalOrderId }) => externalOrderId)
  const payloads = await findPayloads(app, tenant, channelId, ids)
  const decisions = items.map((order) => {
    const json = payloads.get(order.externalOrderId)?.json
    const input = toRuleInput(order, json && JSON.parse(json))
    const { externalOrderId, number, status, id: orderId } = order
    return { orderId, externalOrderId, number, status, ...decideAcceptance(sets, input) }
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
