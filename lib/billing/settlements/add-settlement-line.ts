import type { AddSettlementLineInput } from '../../../schemas/billing/settlement.ts'
import type { AbilityEntry } from '../../iam/abilities/decide-abilities.ts'
import { NOT_AN_ADDRESS, parseSubject } from '../../iam/abilities/read-address.ts'
import type { App } from '../../platform/app/app.ts'
import { NOT_A_MOMENT, toMoment } from '../../platform/calendar/moment.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { WITHOUT_TARIFF } from '../charges/charge.ts'
import { listPreparers } from '../require-another-person.ts'
import { loadCollectedSettlement } from './load-collected-settlement.ts'
import { addToTotals, checkAcceptsLines, moveSettlement, type StoredLine, type StoredSettlement } from './settlement.ts'
import { putLines, settlements } from './settlement-store.ts'

const findLineViolations = (
  { type, amount, currency }: AddSettlementLineInput,
  settlement: StoredSettlement,
): Violation[] => [
  ...(currency === settlement.currency
    ? []
    : [{ propertyPath: 'currency', message: `must be ${settlement.currency}, the currency of the settlement` }]),
  ...(type === 'adjustment' || amount > 0
    ? []
    : [{ propertyPath: 'amount', message: `must be above 0 for a ${type}; only an adjustment may be below 0` }]),
]

export const addSettlementLine = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  given: AddSettlementLineInput,
  kinds: readonly AbilityEntry[],
): Promise<{ settlement: StoredSettlement; added: StoredLine }> => {
  const { itemOccurredAt, subject: text = null, chargeType = null, metadata = {}, ...own } = given
  const { settlement: before, zone } = await loadCollectedSettlement(app, unit, id)
  checkAcceptsLines(before)
  const totals = addToTotals(before, [given])
  const violations = findLineViolations(given, before)
  if (!totals)
    violations.push({ propertyPath: 'amount', message: 'must be smaller, because the total would be too large' })
  // Other text is printed beside the line.
  const subject = text?.startsWith('commerce:') ? parseSubject(kinds, text) : text
  if (subject === undefined) violations.push({ propertyPath: 'subject', message: NOT_AN_ADDRESS })
  const occurredAt = itemOccurredAt ? toMoment(itemOccurredAt, zone) : null
  if (occurredAt === undefined) violations.push({ propertyPath: 'itemOccurredAt', message: NOT_A_MOMENT })
  if (violations.length || !totals || occurredAt === undefined || subject === undefined) throw invalid(...violations)
  const added = {
    id: unit.newId(),
    ...own,
    subject,
    chargeType,
    occurredAt,
    latePeriod: null,
    metadata,
    ...WITHOUT_TARIFF,
    chargeId: null,
  }
  putLines(unit, before, [added])
  const settlement = unit.update(settlements, before, {
    ...totals,
    status: before.status === 'locked' ? moveSettlement(before, 'review') : before.status,
    linePages: before.linePages + 1,
    preparedBy: [...new Set([...before.preparedBy, ...listPreparers(unit)])],
  })
  return { settlement, added }
}
