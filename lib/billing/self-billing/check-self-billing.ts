import type { StoredPartner } from '../../partner/partner-store.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { Problem, type Violation } from '../../platform/problem.ts'
import type { BillingSettings } from '../billing-settings.ts'
import { isDescribed, isExplained, type LineTax } from '../tax.ts'
import { readVatId } from '../taxes/read-vat-id.ts'
import type { Agreement } from './decide-self-billed-tax.ts'

/** Returns the agreement that is in force on the day; undefined if there is none. */
export const findAgreement = ({ selfBilling }: Pick<StoredPartner, 'selfBilling'>, day: Day): Agreement | undefined =>
  selfBilling && selfBilling.agreedOn <= day && (selfBilling.endsOn ?? day) >= day ? selfBilling : undefined

/**
 * Throws unless the partner has agreed, because a self-billing invoice is none without that (directive 2006/112/EC, article
 * 224).
 */
export const requireSelfBillingAgreement = (agreement: Agreement | undefined, day: Day): Agreement => {
  if (agreement) return agreement
  throw new Problem(
    'OPERATION_NOT_ALLOWED',
    `The partner has no agreement on self-billing that is in force on ${day}. Set selfBilling of the partner first.`,
  )
}

/** Lists what article 226 asks for and nobody has entered. */
const findMissingForSelfBilling = (tax: LineTax, partner: StoredPartner, settings: BillingSettings): Violation[] => {
  const own = settings['general.legalAddress']
  const { address, taxId } = partner
  const ownVatId = readVatId({ vatId: settings['general.vatId'], taxId: settings['general.taxId'] })
  const isShifted = tax.taxKind === 'reverse_charge'
  const needsTaxId = tax.taxKind !== 'outside_scope'
  const demands: [string, unknown, string][] = [
    [
      'partner.address',
      address?.line1 && address.city,
      'must have line1 and city, because the partner is the supplier',
    ],
    ['general.legalAddress', own?.line1 && own.city, 'must have line1 and city'],
    [
      isShifted ? 'partner.vatId' : 'partner.taxId',
      !needsTaxId || readVatId(partner) || (!isShifted && taxId),
      'is required, because the invoice is the supplier’s',
    ],
    ['general.vatId', !isShifted || ownVatId, 'is required, because you owe the tax'],
    [
      `billing.taxRates.${tax.taxCategoryId ?? ''}`,
      isDescribed(tax, settings['billing.taxCategories']),
      'must have a rate, or its kind in billing.taxCategories',
    ],
    [`billing.taxCategories.${tax.taxCategoryId ?? ''}`, isExplained(tax), 'must give the reason of the exemption'],
  ]
  return demands.flatMap(([propertyPath, isMet, message]) => (isMet ? [] : [{ propertyPath, message }]))
}

/** Throws one problem with everything that a self-billing invoice to the partner lacks. */
export const checkSelfBilling = (tax: LineTax, partner: StoredPartner, settings: BillingSettings): void => {
  const violations = findMissingForSelfBilling(tax, partner, settings)
  if (violations.length)
    throw new Problem('INVOICE_INCOMPLETE', 'The self-billing invoice lacks details that the law asks for.', {
      violations,
    })
}
