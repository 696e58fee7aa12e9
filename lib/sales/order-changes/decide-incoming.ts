import { type Decision, decideAcceptance, type RuleSetToEvaluate } from '../acceptance-rule-sets/decide-acceptance.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredOrder } from '../orders/order.ts'
import { type RowFields, toRuleInput } from '../orders/order-row.ts'

const HELD_AS_UNEXPLAINED: Decision = {
  action: 'hold',
  ruleSetId: null,
  reason: 'Its lines and shipping do not add up to its total',
  unknownFields: [],
}

interface Deciding {
  channel: Pick<StoredChannel, 'orderSettings'>
  ruleSets: readonly RuleSetToEvaluate[]
}

/** Decides about an order by the settings and the acceptance rules of its channel; `raw` is the platform's own record. */
export const decideIncoming = (
  { channel, ruleSets }: Deciding,
  fields: RowFields,
  raw: unknown,
  { adjustment }: Pick<StoredOrder, 'adjustment'>,
): Decision =>
  channel.orderSettings.holdsUnexplained && adjustment?.reason === 'unexplained'
    ? HELD_AS_UNEXPLAINED
    : decideAcceptance(ruleSets, toRuleInput(fields, raw))
