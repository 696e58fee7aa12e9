import { DEFAULT_ANSWER_HOURS } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findOrderOfChannel } from '../../sales/orders/find-orders.ts'
import { NO_ANSWER } from '../incidents/incident.ts'
import { changeOrder } from '../orders/change-order.ts'
import { isLive, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { findFulfilmentOrder } from '../orders/fulfilment-order-store.ts'
import { findPolicyOfChannel } from '../policies/find-policy-of-channel.ts'
import { buildPolledChange, type PolledOrder } from './polled-order-store.ts'

const HOUR_MS = 3_600_000

/** Tells whether a custodian has an order and says neither that it accepts nor that it refuses it. */
const isUnanswered = (order: StoredFulfilmentOrder): boolean => order.request === 'sent' && isLive(order)

/** An order without a sales order goes by the default policy. */
const findAnswerHours = async (db: Table, tenant: Id, { salesOrderId }: StoredFulfilmentOrder): Promise<number> => {
  const sold = salesOrderId && (await findOrderOfChannel(db, tenant, salesOrderId))
  const channel = sold ? sold.channel : { defaultFulfilmentPolicyId: null }
  const policy = await findPolicyOfChannel(db, tenant, channel)
  return policy ? policy.answerHours : DEFAULT_ANSWER_HOURS
}

/** Tells people, once, of an order to which its custodian gives no answer within the time of the policy. */
export const tellSilence = async (
  app: App,
  tenant: Id,
  order: StoredFulfilmentOrder,
  item: Key,
  polled: PolledOrder,
): Promise<void> => {
  if (polled.isSilenceTold || !isUnanswered(order)) return
  const hours = Math.floor((app.clock().getTime() - Date.parse(polled.since)) / HOUR_MS)
  if (hours < 1 || hours < (await findAnswerHours(app.db, tenant, order))) return
  await runInUnit(app.db, { tenant, actor: null, now: app.clock() }, async (unit) => {
    const current = await findFulfilmentOrder(app.db, tenant, order.id)
    if (!current || !isUnanswered(current)) return
    const { id: fulfilmentOrderId, custodianId, custodianName: name } = current
    const description = `${name} has had the order for ${hours} hours and has neither accepted nor refused it`
    const custodian = { id: custodianId, name }
    await changeOrder(app, unit, current, {
      fields: {},
      trouble: { reason: NO_ANSWER, description, fulfilmentOrderId, custodian },
    })
    unit.add(buildPolledChange(item, polled, { isSilenceTold: true }))
  })
}
