import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findOrderOfChannel } from '../../sales/orders/find-orders.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { changeOrder } from '../orders/change-order.ts'
import { isUntouched, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders, scanOpenOrders } from '../orders/fulfilment-order-store.ts'
import { explainUnusable } from '../policies/explain-unusable.ts'
import { findPolicyOfChannel } from '../policies/find-policy-of-channel.ts'

/** Returns true if a policy decides who fulfils the order, so that it can be planned again. */
const canPlan = async (db: Table, tenant: Id, { salesOrderId }: StoredFulfilmentOrder): Promise<boolean> => {
  const found = salesOrderId ? await findOrderOfChannel(db, tenant, salesOrderId) : undefined
  return found !== undefined && (await findPolicyOfChannel(db, tenant, found.channel)) !== undefined
}

const describe = (custodian: StoredCustodian | undefined): string =>
  custodian
    ? `${custodian.name} cannot be used: ${explainUnusable(custodian)}`
    : 'The custodian does not exist any more'

/**
 * Lets an order be planned again that its custodian has not got and cannot be given now. Raises an incident if no policy
 * decides who else fulfils it, or if the custodian may have got it.
 */
export const leaveCustodian = async (
  { db }: Pick<App, 'db'>,
  { tenant, fulfilmentOrderId }: { tenant: Id; fulfilmentOrderId: Id },
  custodian: StoredCustodian | undefined,
  now: Date,
): Promise<void> => {
  await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    const isSending = order.request === 'sending'
    if (order.status !== 'open' || !(isUntouched(order) || isSending)) return
    const requestMessage = describe(custodian)
    if (!isSending && (await canPlan(db, tenant, order))) {
      await changeOrder({ db }, unit, order, { fields: { requestMessage }, replans: true })
      return
    }
    const trouble = { description: requestMessage, fulfilmentOrderId: order.id, custodian: custodian ?? null }
    await changeOrder({ db }, unit, order, {
      fields: { requestMessage },
      trouble: { reason: 'custodian_down', ...trouble },
    })
  })
}

/** Orders of one task. */
const CHUNK = 25

/**
 * Plans the orders again that a custodian has not got yet, if it still cannot be used; another task continues. Orders that
 * are held stay, and are planned again when they are released.
 */
export const replanCustodian = async (
  { db }: Pick<App, 'db'>,
  { tenant, custodianId, after }: { tenant: Id; custodianId: Id; after: string | null },
  now: Date,
): Promise<void> => {
  const custodian = await readCustodian(db, tenant, custodianId)
  if (!custodian || explainUnusable(custodian) === undefined) return
  const { items, cursors } = await scanOpenOrders(db, tenant, custodianId, after, CHUNK)
  for (const { id } of items) await leaveCustodian({ db }, { tenant, fulfilmentOrderId: id }, custodian, now)
  const last = cursors.at(-1)
  if (items.length < CHUNK || !last) return
  await runInUnit(db, { tenant, actor: null, now }, async (unit) =>
    unit.schedule('fulfilment.custodian.replan', { tenant, custodianId, after: last }),
  )
}
