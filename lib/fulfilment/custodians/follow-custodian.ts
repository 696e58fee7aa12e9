import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { countOpenIncidents } from '../incidents/incident-store.ts'
import { countOpenOrders } from '../orders/fulfilment-order-store.ts'
import { explainUnusable } from '../policies/explain-unusable.ts'
import { countPolicies } from '../policies/policy-store.ts'

/** Plans that had read the custodian before it changed are stored by then. */
const PLANS_STORED_MS = 60_000

const hasPolicies = async (db: Table, tenant: Id) => (await countPolicies(db, tenant)) > 0

/** Orders that nobody could fulfil may be fulfilled now. */
const retryBlocked = async (db: Table, unit: Unit): Promise<void> => {
  const [isPlanned, incidents] = await Promise.all([hasPolicies(db, unit.tenant), countOpenIncidents(db, unit.tenant)])
  if (isPlanned || incidents) unit.schedule('fulfilment.incidents.retry', { tenant: unit.tenant, after: null })
}

const replan = async (db: Table, unit: Unit, custodianId: Id): Promise<void> => {
  const { tenant, now } = unit
  const [isPlanned, orders] = await Promise.all([hasPolicies(db, tenant), countOpenOrders(db, tenant, custodianId)])
  if (!isPlanned && !orders) return
  const task = { tenant, custodianId, after: null }
  unit.schedule('fulfilment.custodian.replan', task)
  if (isPlanned) unit.schedule('fulfilment.custodian.replan', task, new Date(now.getTime() + PLANS_STORED_MS))
}

/**
 * Follows a change of a custodian: orders that it has not got yet are planned again once it cannot be used any more, and
 * blocked orders once it can. Tenants without policies and orders get no task.
 */
export const followCustodian =
  ({ db }: Pick<App, 'db'>) =>
  async (unit: Unit, before: StoredCustodian, after: StoredCustodian): Promise<void> => {
    const [couldBeUsed, canBeUsed] = [before, after].map((each) => explainUnusable(each) === undefined)
    if (canBeUsed && !couldBeUsed) await retryBlocked(db, unit)
    if (couldBeUsed && !canBeUsed) await replan(db, unit, after.id)
  }
