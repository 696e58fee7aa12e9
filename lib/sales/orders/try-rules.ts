import type { DryRunInput } from '../../../schemas/sales/acceptance-rule.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import {
  type Deciding,
  type Decision,
  decide,
  findConditionViolations,
  sortRuleSets,
} from '../acceptance-rule-sets/acceptance.ts'
import { listActiveRuleSets } from '../acceptance-rule-sets/acceptance-rule-store.ts'
import { requireChannel } from '../channels/require-channel.ts'
import { toSeen } from './order-row.ts'
import { pageOfOrders } from './order-store.ts'
import { findPayloads } from './payload-store.ts'

/** What the channel's rule sets, and one that is proposed, would say of its last orders; changes nothing. */
export const tryRules = async (app: App, tenant: Id, { channelId, proposed, limit = 20 }: DryRunInput) => {
  const violations = findConditionViolations(proposed?.conditions ?? [], 'proposed.conditions')
  if (violations.length) throw invalid(...violations)
  await requireChannel(app.db, tenant, channelId)
  const [standing, { items }] = await Promise.all([
    listActiveRuleSets(app.db, tenant, channelId),
    pageOfOrders(app.db, tenant, { page: 1, itemsPerPage: limit }, { channelId }),
  ])
  const tried: Deciding[] = proposed
    ? [{ priority: 0, ...proposed, id: null, createdAt: app.clock().toISOString() }]
    : []
  const sets = sortRuleSets([...standing, ...tried])
  const ids = items.map(({ externalOrderId }) => externalOrderId)
  const payloads = await findPayloads(app, tenant, channelId, ids)
  const decisions = items.map((order) => {
    const json = payloads.get(order.externalOrderId)?.json
    const seen = toSeen(order, json && JSON.parse(json))
    const { externalOrderId, number, status, id: orderId } = order
    return { orderId, externalOrderId, number, status, ...decide(sets, seen) }
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
