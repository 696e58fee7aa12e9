import { formatDecimal } from '../../../platform/money/minor-units.ts'
import type {
  Address,
  Party,
  SemanticInvoice,
  SemanticLine,
  TaxCategoryCode,
  TaxSubtotal,
} from '../semantic-invoice.ts'
import { formatHundredths, ROUNDING } from './format-hundredths.ts'
import type { Specification } from './specifications.ts'
import { group, leaf, writeDocument, type Xml } from './xml.ts'

// The order of elements is that of the schema.

const XSD = 'urn:oasis:names:specification:ubl:schema:xsd'
const COMPONENTS = { 'xmlns:cac': `${XSD}:CommonAggregateComponents-2`, 'xmlns:cbc': `${XSD}:CommonBasicComponents-2` }

const VAT = group('cac:TaxScheme', leaf('cbc:ID', 'VAT'))

const writeAddress = (name: string, { line1, line2, city, postalCode, region, countryCode }: Address): Xml =>
  group(
    name,
    leaf('cbc:StreetName', line1),
    leaf('cbc:AdditionalStreetName', line2),
    leaf('cbc:CityName', city),
    leaf('cbc:PostalZone', postalCode),
    leaf('cbc:CountrySubentity', region),
    group('cac:Country', leaf('cbc:IdentificationCode', countryCode)),
  )

const writeTaxScheme = (id: string | null, scheme: string): Xml =>
  id ? group('cac:PartyTaxScheme', leaf('cbc:CompanyID', id), group('cac:TaxScheme', leaf('cbc:ID', scheme))) : ''

const writeParty = (
  role: string,
  { name, id, registration, vatId, taxNumber, electronicAddress, address, contact }: Party,
): Xml =>
  group(
    role,
    group(
      'cac:Party',
      electronicAddress ? leaf('cbc:EndpointID', electronicAddress.id, { schemeID: electronicAddress.scheme }) : '',
      group('cac:PartyIdentification', leaf('cbc:ID', id)),
      writeAddress('cac:PostalAddress', address),
      writeTaxScheme(vatId, 'VAT'),
      writeTaxScheme(taxNumber, 'FC'),
      group('cac:PartyLegalEntity', leaf('cbc:RegistrationName', name), leaf('cbc:CompanyID', registration)),
      group(
        'cac:Contact',
        leaf('cbc:Name', contact.name),
        leaf('cbc:Telephone', contact.phone),
        leaf('cbc:ElectronicMail', contact.email),
      ),
    ),
  )

const writeCategory = (name: string, category: TaxCategoryCode, rate: number | null, ...reasons: Xml[]): Xml =>
  group(name, leaf('cbc:ID', category), leaf('cbc:Percent', rate === null ? null : String(rate)), ...reasons, VAT)

const writeDelivery = ({ supply, deliverTo }: SemanticInvoice): Xml =>
  group(
    'cac:Delivery',
    supply && 'on' in supply ? leaf('cbc:ActualDeliveryDate', supply.on) : '',
    deliverTo ? group('cac:DeliveryLocation', writeAddress('cac:Address', deliverTo)) : '',
  )

const writePayment = ({ payment, paymentReference }: SemanticInvoice): Xml =>
  payment
    ? group(
        'cac:PaymentMeans',
        leaf('cbc:PaymentMeansCode', payment.meansCode),
        leaf('cbc:PaymentID', paymentReference),
        payment.iban
          ? group(
              'cac:PayeeFinancialAccount',
              leaf('cbc:ID', payment.iban),
              leaf('cbc:Name', payment.accountHolder),
              group('cac:FinancialInstitutionBranch', leaf('cbc:ID', payment.bic)),
            )
          : '',
      )
    : ''

/** Types whose root is that of a credit note. */
const CREDIT_NOTES: readonly SemanticInvoice['typeCode'][] = ['381', '261']

/** Writes the invoice or credit note in UBL 2.1. */
export const writeUbl = (invoice: SemanticInvoice, { customization, process }: Specification): string => {
  const { currency, typeCode, supply, preceding } = invoice
  const isCredit = CREDIT_NOTES.includes(typeCode)
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const writeAmount = (name: string, amount: number): Xml =>
    leaf(name, formatDecimal(amount, currency), { currencyID: currency })
  const writeRounding = (rounding: number): Xml =>
    rounding
      ? group(
          'cac:AllowanceCharge',
          leaf('cbc:ChargeIndicator', String(rounding > 0)),
          leaf('cbc:AllowanceChargeReason', ROUNDING),
          leaf('cbc:Amount', formatHundredths(Math.abs(rounding)), { currencyID: currency }),
        )
      : ''
  const writeTax = ({ category, rate, base, tax, reason, reasonCode }: TaxSubtotal): Xml =>
    group(
      'cac:TaxSubtotal',
      writeAmount('cbc:TaxableAmount', base),
      writeAmount('cbc:TaxAmount', tax),
      writeCategory(
        'cac:TaxCategory',
        category,
        rate,
        leaf('cbc:TaxExemptionReasonCode', reasonCode),
        leaf('cbc:TaxExemptionReason', reason),
      ),
    )
  const writeLine = (line: SemanticLine): Xml => {
    const { id, note, quantity, unitCode, netAmount, netPrice, baseQuantity, rounding, name, category, rate } = line
    return group(
      `cac:${root}Line`,
      leaf('cbc:ID', id),
      leaf('cbc:Note', note),
      leaf(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', String(quantity), { unitCode }),
      writeAmount('cbc:LineExtensionAmount', netAmount),
      writeRounding(rounding),
      group('cac:Item', leaf('cbc:Name', name), writeCategory('cac:ClassifiedTaxCategory', category, rate)),
      group(
        'cac:Price',
        writeAmount('cbc:PriceAmount', netPrice),
        baseQuantity === 1 ? '' : leaf('cbc:BaseQuantity', String(baseQuantity), { unitCode }),
      ),
    )
  }
  return writeDocument(
    root,
    { xmlns: `${XSD}:${root}-2`, ...COMPONENTS },
    leaf('cbc:CustomizationID', customization),
    leaf('cbc:ProfileID', process),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issuedOn),
    // A credit note has no due date in this syntax; its terms say what becomes of the amount.
    isCredit ? '' : leaf('cbc:DueDate', invoice.dueOn),
    leaf(`cbc:${root}TypeCode`, typeCode),
    leaf('cbc:Note', invoice.note),
    leaf('cbc:DocumentCurrencyCode', currency),
    leaf('cbc:BuyerReference', invoice.buyerReference),
    supply && 'from' in supply
      ? group('cac:InvoicePeriod', leaf('cbc:StartDate', supply.from), leaf('cbc:EndDate', supply.to))
      : '',
    preceding
      ? group(
          'cac:BillingReference',
          group(
            'cac:InvoiceDocumentReference',
            leaf('cbc:ID', preceding.number),
            leaf('cbc:IssueDate', preceding.issuedOn),
          ),
        )
      : '',
    writeParty('cac:AccountingSupplierParty', invoice.seller),
    writeParty('cac:AccountingCustomerParty', invoice.buyer),
    writeDelivery(invoice),
    writePayment(invoice),
    group('cac:PaymentTerms', leaf('cbc:Note', invoice.paymentTerms)),
    group('cac:TaxTotal', writeAmount('cbc:TaxAmount', invoice.taxTotal), invoice.taxes.map(writeTax)),
    group(
      'cac:LegalMonetaryTotal',
      writeAmount('cbc:LineExtensionAmount', invoice.lineTotal),
      writeAmount('cbc:TaxExclusiveAmount', invoice.lineTotal),
      writeAmount('cbc:TaxInclusiveAmount', invoice.grandTotal),
      writeAmount('cbc:PayableAmount', invoice.grandTotal),
    ),
    invoice.lines.map(writeLine),
  )
}
