import type { RecordVatCheckInput } from '../../schemas/partner/partner.ts'
import type { Violation } from '../platform/problem.ts'
import { refuseViolations } from '../platform/require-all.ts'
import type { Unit } from '../platform/store/unit.ts'
import { partners, type StoredPartner } from './partner-store.ts'

const MAX_AHEAD_MS = 5 * 60_000

/** Records what a service answered about the VAT id of the partner, in place of an earlier answer. */
export const addVatCheck = (unit: Unit, before: StoredPartner, given: RecordVatCheckInput): StoredPartner => {
  const checkedAt = new Date(given.checkedAt)
  const violations: Violation[] = []
  if (given.vatId !== before.vatId)
    violations.push({
      propertyPath: 'vatId',
      message: before.vatId ? `must be ${before.vatId}, the VAT id of the partner` : 'must be set at the partner first',
    })
  if (checkedAt.getTime() > unit.now.getTime() + MAX_AHEAD_MS)
    violations.push({ propertyPath: 'checkedAt', message: 'must not be in the future' })
  if (before.vatCheck && before.vatCheck.checkedAt > checkedAt.toISOString())
    violations.push({
      propertyPath: 'checkedAt',
      message: `must not be before ${before.vatCheck.checkedAt}, when the recorded answer was given`,
    })
  refuseViolations(violations)
  const { reference = null, name = null, address = null } = given
  const vatCheck = { ...given, checkedAt: checkedAt.toISOString(), reference, name, address }
  return unit.update(partners, before, { vatCheck })
}
