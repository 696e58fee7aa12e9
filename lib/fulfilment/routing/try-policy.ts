import type { PolicyDryRunInput } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { orInvalid } from '../../platform/problem.ts'
import { findOrderOfChannel } from '../../sales/orders/find-orders.ts'
import { buildLines } from '../order-fulfilments/order-fulfilment.ts'
import { findPolicyOfChannel } from '../policies/find-policy-of-channel.ts'
import { checkRules, findPolicy, toStoredRules } from '../policies/policy-store.ts'
import { describeBlocked } from './decide-route.ts'
import { planRoute } from './plan-route.ts'

/** Decides who would fulfil a sales order now, by a policy or by proposed rules; changes nothing. */
export const tryPolicy = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  { salesOrderId, policyId, rules: proposed }: PolicyDryRunInput,
) => {
  if (proposed) await checkRules(app.db, tenant, proposed)
  const found = orInvalid(await findOrderOfChannel(app.db, tenant, salesOrderId), 'salesOrderId', 'order')
  const findNamed = async (id: Id) => orInvalid(await findPolicy(app.db, tenant, id), 'policyId', 'policy')
  const policy = proposed
    ? undefined
    : await (policyId ? findNamed(policyId) : findPolicyOfChannel(app.db, tenant, found.channel))
  const rules = proposed ? toStoredRules(proposed) : (policy?.rules ?? [])
  const lines = buildLines(found.order)
  const header = { salesOrderId: found.order.id, policyId: policy?.id ?? null }
  const nothing = { rule: null, ruleIndex: null, serviceLevel: null, fulfilmentOrders: [], custodians: [] }
  if (!lines.length && found.order.lineItems.length)
    return { ...header, ...nothing, reason: 'The order has no goods to fulfil', incident: null, unknownFields: [] }
  const plan = await planRoute(app, tenant, found, rules, { lines, excluded: [] })
  if ('unknown' in plan) {
    const { reason: incident, description: reason } = plan.unknown
    return { ...header, ...nothing, reason, incident, unknownFields: [] }
  }
  const { route, custodians } = plan
  return {
    ...header,
    rule: route.rule?.name ?? null,
    ruleIndex: route.ruleIndex,
    reason: route.incident ? describeBlocked(route) : route.reason,
    incident: route.incident,
    serviceLevel: route.rule?.serviceLevel ?? null,
    fulfilmentOrders: route.parts.map(({ custodianId, lines }) => ({
      custodianId,
      custodianName: custodians.get(custodianId)?.name ?? '',
      lines,
    })),
    custodians: route.custodians,
    unknownFields: route.unknownFields,
  }
}
