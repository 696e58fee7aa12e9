import type { UpdateBillInput } from '../../../schemas/billing/bill.ts'
import type { App } from '../../platform/app/app.ts'
import { toMoment } from '../../platform/calendar/moment.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { listPreparers } from '../require-another-person.ts'
import {
  buildDuplicateKey,
  checkBillChangeable,
  findAdjustmentViolations,
  findBillViolations,
  type StoredBill,
} from './bill.ts'
import { bills, loadBill } from './bill-store.ts'
import { postBillCorrection } from './post-bill.ts'

/** Changes a bill that nobody has approved yet. Whoever changes it counts as its preparer. */
export const changeBill = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  given: UpdateBillInput,
): Promise<StoredBill> => {
  const [before, zone] = await Promise.all([
    loadBill(unit, id),
    getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  checkBillChangeable(before)
  const { issuedAt: issued, dueAt: due, ...fields } = given
  const issuedAt = issued === undefined ? before.issuedAt : toMoment(issued, zone)
  const dueAt = due === undefined ? before.dueAt : toMoment(due, zone)
  const changed = { ...before, ...fields }
  const violations = [...findBillViolations(changed, issuedAt, dueAt), ...findAdjustmentViolations(given.adjustments)]
  if (violations.length || !issuedAt || !dueAt) throw invalid(...violations)
  const after = unit.update(bills, before, {
    ...fields,
    issuedAt,
    dueAt,
    preparedBy: [...new Set([...before.preparedBy, ...listPreparers(unit)])],
    duplicateKey: buildDuplicateKey({ ...changed, issuedAt }, zone),
  })
  await postBillCorrection(app, unit, { before, after }, zone)
  return after
}
