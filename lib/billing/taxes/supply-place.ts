import type { Invoice } from '../../../schemas/billing/invoice.ts'
import type { SupplyType } from '../../../schemas/billing/tax.ts'
import type { LineSupply } from '../../../schemas/billing/tax-fields.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import { findExistingPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { type BillingSettings, getTaxRates } from '../billing-settings.ts'
import { type LineTax, pickTax, resolveTax, type TaxRates } from '../tax.ts'
import { decideTax, dependsOnPlace, type TaxDecision, type TaxFacts } from './decide-tax.ts'
import { readVatId } from './read-vat-id.ts'
import type { Destination } from './vat-area.ts'

/** The facts that the lines of an invoice have in common. */
export type SupplyPlace = Omit<TaxFacts, 'supplyType' | 'taxCategoryId' | 'ratePercent' | 'lineKind'>

type Supplied = Pick<Invoice, 'deliverTo' | 'dispatchCountry' | 'supplyDate' | 'supplyPeriod'>
type Buyer = Pick<StoredPartner, 'address' | 'countryCode' | 'vatId' | 'taxId'>

const readDestination = ({ deliverTo }: Supplied, buyer: Buyer | undefined): Destination => {
  const { countryCode = null, region = null, postalCode = null } = deliverTo ?? buyer?.address ?? {}
  return { countryCode: countryCode ?? (deliverTo ? null : (buyer?.countryCode ?? null)), region, postalCode }
}

/** Returns the day of the supply, which is the last one of a period, and today unless the invoice says otherwise. */
const readDay = ({ supplyDate, supplyPeriod }: Supplied, today: Day): Day => supplyPeriod?.to ?? supplyDate ?? today

/** Returns the country from which the goods of an invoice leave; null: that of the seller. */
export const readDispatchCountry = (
  { dispatchCountry }: Pick<Supplied, 'dispatchCountry'>,
  settings: BillingSettings,
): string | null => dispatchCountry ?? settings['billing.dispatchCountry'] ?? settings['general.country']

export const readSupplyPlace = (
  supplied: Supplied,
  settings: BillingSettings,
  buyer: Buyer | undefined,
  now: Date,
): SupplyPlace => ({
  sellerCountry: settings['general.country'],
  dispatchCountry: readDispatchCountry(supplied, settings),
  destination: readDestination(supplied, buyer),
  buyerVatId: buyer ? readVatId(buyer) : null,
  day: readDay(supplied, toLocalDay(settings['general.timezone'], now)),
})

interface PlacedLine {
  taxCategoryId?: string | null
  orderId?: Id | null
  supplyType?: SupplyType | null
  supply?: LineSupply | null
}

/** Orders bill goods; other lines are what they or their categories say. */
const readSupplyType = ({ supplyType, orderId, taxCategoryId }: PlacedLine, taxRates: TaxRates): SupplyType | null => {
  const { categories = {}, defaultCategory } = taxRates
  const category = taxCategoryId ?? defaultCategory
  const described = Object.hasOwn(categories, category) ? categories[category]?.supplyType : undefined
  return supplyType ?? described ?? (orderId ? 'goods' : null)
}

/** Decides on the tax of a line. What its order says of the supply wins over what the invoice says. */
export const decideTaxOfLine = (line: PlacedLine, place: SupplyPlace, taxRates: TaxRates): TaxDecision =>
  decideTax(
    {
      ...place,
      dispatchCountry: line.supply?.dispatchCountry ?? place.dispatchCountry,
      destination: line.supply?.destination ?? place.destination,
      supplyType: readSupplyType(line, taxRates),
      taxCategoryId: line.taxCategoryId ?? null,
      ratePercent: line.supply?.chargedRatePercent ?? null,
      lineKind: line.supply?.lineKind ?? null,
    },
    taxRates,
  )

/** Returns the tax that a line has already, or else decides on it; without a place, it is that of the tenant. */
export const chooseTax = (line: PlacedLine & Partial<LineTax>, taxRates: TaxRates, place?: SupplyPlace): LineTax => {
  const { taxKind, taxRatePercent } = line
  if (taxKind !== undefined && taxRatePercent !== undefined) return pickTax(line as LineTax)
  return place ? decideTaxOfLine(line, place, taxRates).tax : resolveTax(taxRates, line.taxCategoryId)
}

/** Returns whether taxes depend on who the partner is and where it is. */
export const needsPlace = (settings: BillingSettings): boolean =>
  dependsOnPlace(getTaxRates(settings), settings['general.country'])

/** Reads the partner if its country or VAT id decides on taxes. */
export const findTaxedPartner = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  settings: BillingSettings,
  partnerId: Id,
): Promise<StoredPartner | undefined> =>
  needsPlace(settings) ? await findExistingPartner(db, tenant, partnerId) : undefined
