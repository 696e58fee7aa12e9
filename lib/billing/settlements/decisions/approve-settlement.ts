import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { NOT_DUE } from '../../../platform/store/table/due.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { nameActor } from '../../../platform/store/unit-scope.ts'
import { buildAccountKey } from '../../account-key.ts'
import { loadCollectedSettlement } from '../load-collected-settlement.ts'
import { moveSettlement, requireSecondPerson, type StoredSettlement } from '../settlement.ts'
import { buildPaymentEvent, buildSettlementEvent } from '../settlement-event.ts'
import { settlements } from '../settlement-store.ts'
import { postSettlement } from './post-settlement.ts'

export const approveSettlement = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  notes: string | null = null,
): Promise<StoredSettlement> => {
  const { settlement: before, zone, fourEyes } = await loadCollectedSettlement(app, unit, id)
  const status = moveSettlement(before, 'approve')
  requireSecondPerson(before, unit, fourEyes)
  const approvedAt = unit.now.toISOString()
  const approved = unit.update(settlements, before, {
    status,
    ...nameActor('approvedBy', unit),
    approvedAt,
    approvalNotes: notes,
    toCarry: before.totalAmount < 0 ? buildAccountKey(before.partnerId, before.currency) : null,
    ...NOT_DUE,
  })
  await postSettlement(app, unit, approved, { at: approvedAt, approvedAt, zone }, 1)
  const { subject, data } = buildSettlementEvent(approved)
  unit.emit('finance.settlement.posted', { subject, data })
  if (approved.totalAmount > 0)
    unit.emit('finance.outgoing_payment.submitted', { subject, data: buildPaymentEvent(approved) })
  return approved
}
