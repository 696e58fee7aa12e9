import { MAX_VIOLATIONS, Problem } from '../../platform/problem.ts'
import type { BillingSettings } from '../billing-settings.ts'
import { type CheckedDocument, type CheckedPartner, findMissingDetails, getChecksMode } from './find-missing-details.ts'

/** Throws one problem with all missing details if the tenant's settings refuse incomplete documents. */
export const checkComplete = (
  document: CheckedDocument,
  settings: BillingSettings,
  partner: CheckedPartner | undefined,
): void => {
  if (getChecksMode(settings) !== 'refuse') return
  const missing = findMissingDetails(document, settings, partner)
  if (!missing.length) return
  const violations = missing.slice(0, MAX_VIOLATIONS).map(({ propertyPath, message }) => ({ propertyPath, message }))
  const count = missing.length === 1 ? 'one detail' : `${missing.length} details`
  throw new Problem('INVOICE_INCOMPLETE', `The ${document.noun} lacks ${count} that its country asks for.`, {
    violations,
  })
}
