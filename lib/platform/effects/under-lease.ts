import type { App } from '../app/app.ts'
import type { Id } from '../id.ts'
import { LeaseLost } from '../store/table/lease.ts'
import type { Action } from '../store/table/table.ts'
import { runInUnit, type Unit } from '../store/unit.ts'
import type { UnitScope } from '../store/unit-scope.ts'

/** A worker that holds a lease. */
export interface Holder {
  readonly app: App
  readonly tenant: Id
  /** Identifies the worker in the lease. */
  readonly by: string
}

/**
 * Runs the work in a unit on behalf of the platform; `reserve` actions are left free by the unit's attempts, and `cause` is
 * what orders owe their changes to.
 */
export const write = <T>(
  { app, tenant }: Pick<Holder, 'app' | 'tenant'>,
  work: (unit: Unit) => Promise<T>,
  { reserve = 0, cause }: Pick<UnitScope, 'reserve' | 'cause'> = {},
): Promise<T> => runInUnit(app.db, { tenant, actor: null, now: app.clock(), reserve, cause }, work)

/** Adds an action whose condition is the lease: `LeaseLost` is thrown if it fails, whatever else is stale. */
export const addUnderLease = (unit: Unit, action: Action): void =>
  unit.add(action, { refuse: () => new LeaseLost('another worker has taken over'), isDecisive: true })
