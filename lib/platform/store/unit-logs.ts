import { EventLog } from '../events/outbox/event-log.ts'
import type { Id } from '../id.ts'
import { AuditLog } from './audit/audit-log.ts'
import type { Entity, Stored } from './entities/entity.ts'
import { TimelineLog } from './timelines/timeline-log.ts'
import type { Transaction } from './transaction.ts'
import { getActorType, type UnitScope } from './unit-scope.ts'

/** The events, audit entries and steps of a unit, which become items of its transaction when it commits. */
export class UnitLogs {
  readonly events = new EventLog()
  readonly audit: AuditLog
  readonly timelines: TimelineLog

  constructor(scope: UnitScope) {
    this.audit = new AuditLog(scope)
    const { actor, cause } = scope
    this.timelines = new TimelineLog({ actor, actorType: getActorType(scope), cause })
  }

  /** Number of items that they take. */
  get size(): number {
    return this.events.size + this.audit.size + this.timelines.size
  }

  addChange<T extends Stored>(tenant: Id, kind: Entity<T>, before: T | undefined, after: T | undefined): void {
    this.audit.addChange(tenant, kind, { before, after })
    this.timelines.addChange(tenant, kind, { before, after })
  }

  /** Returns a function that removes everything added from now on. */
  createSavepoint(): () => void {
    const rollBacks = [this.events, this.audit, this.timelines].map((log) => log.createSavepoint())
    return () => {
      for (const rollBack of rollBacks) rollBack()
    }
  }

  /** Adds the items to the transaction, and forgets what they tell. */
  write(transaction: Transaction, now: Date): void {
    const { items, carried } = this.timelines.takeItems(now)
    for (const put of [...this.events.takeItems(now), ...this.audit.takeItems(now), ...items]) transaction.add({ put })
    transaction.extendPuts(carried)
  }
}
