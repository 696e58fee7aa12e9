import type { Day } from '../../../platform/calendar/day.ts'
import { formatDecimal } from '../../../platform/money/minor-units.ts'
import type { Address, Party, SemanticInvoice, SemanticLine, TaxSubtotal } from '../semantic-invoice.ts'
import { formatHundredths, ROUNDING } from './format-hundredths.ts'
import type { Specification } from './specifications.ts'
import { group, leaf, writeDocument, type Xml } from './xml.ts'

// The order of elements is that of the schema.

const STANDARD = 'urn:un:unece:uncefact:data:standard'
const NAMESPACES = {
  'xmlns:rsm': `${STANDARD}:CrossIndustryInvoice:100`,
  'xmlns:ram': `${STANDARD}:ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:udt': `${STANDARD}:UnqualifiedDataType:100`,
  'xmlns:qdt': `${STANDARD}:QualifiedDataType:100`,
}

/** Format code of a date without a time. */
const DAY = { format: '102' }

const writeDay = (name: string, day: Day | null, type = 'udt:DateTimeString'): Xml =>
  group(name, leaf(type, day?.replaceAll('-', ''), DAY))

const writeTaxRegistration = (id: string | null, schemeID: string): Xml =>
  group('ram:SpecifiedTaxRegistration', leaf('ram:ID', id, { schemeID }))

const writeAddress = ({ line1, line2, city, postalCode, region, countryCode }: Address): Xml =>
  group(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', postalCode),
    leaf('ram:LineOne', line1),
    leaf('ram:LineTwo', line2),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', countryCode),
    leaf('ram:CountrySubDivisionName', region),
  )

const writeParty = (
  role: string,
  { name, id, registration, vatId, taxNumber, electronicAddress, address, contact }: Party,
): Xml =>
  group(
    role,
    leaf('ram:ID', id),
    leaf('ram:Name', name),
    group('ram:SpecifiedLegalOrganization', leaf('ram:ID', registration)),
    group(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', contact.name),
      group('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', contact.phone)),
      group('ram:EmailURIUniversalCommunication', leaf('ram:URIID', contact.email)),
    ),
    writeAddress(address),
    electronicAddress
      ? group(
          'ram:URIUniversalCommunication',
          leaf('ram:URIID', electronicAddress.id, { schemeID: electronicAddress.scheme }),
        )
      : '',
    writeTaxRegistration(vatId, 'VA'),
    writeTaxRegistration(taxNumber, 'FC'),
  )

const writePayment = ({ payment }: SemanticInvoice): Xml =>
  payment
    ? group(
        'ram:SpecifiedTradeSettlementPaymentMeans',
        leaf('ram:TypeCode', payment.meansCode),
        payment.iban
          ? [
              group(
                'ram:PayeePartyCreditorFinancialAccount',
                leaf('ram:IBANID', payment.iban),
                leaf('ram:AccountName', payment.accountHolder),
              ),
              group('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', payment.bic)),
            ]
          : [],
      )
    : ''

/** Writes the invoice or credit note in CII D16B. */
export const writeCii = (invoice: SemanticInvoice, { customization, process }: Specification): string => {
  const { currency, supply, preceding } = invoice
  const format = (amount: number) => formatDecimal(amount, currency)
  const writeRounding = (rounding: number): Xml =>
    rounding
      ? group(
          'ram:SpecifiedTradeAllowanceCharge',
          group('ram:ChargeIndicator', leaf('udt:Indicator', String(rounding > 0))),
          leaf('ram:ActualAmount', formatHundredths(Math.abs(rounding))),
          leaf('ram:Reason', ROUNDING),
        )
      : ''
  const writeLine = (line: SemanticLine): Xml => {
    const { id, note, quantity, unitCode, netAmount, netPrice, baseQuantity, rounding, name, category, rate } = line
    return group(
      'ram:IncludedSupplyChainTradeLineItem',
      group(
        'ram:AssociatedDocumentLineDocument',
        leaf('ram:LineID', id),
        group('ram:IncludedNote', leaf('ram:Content', note)),
      ),
      group('ram:SpecifiedTradeProduct', leaf('ram:Name', name)),
      group(
        'ram:SpecifiedLineTradeAgreement',
        group(
          'ram:NetPriceProductTradePrice',
          leaf('ram:ChargeAmount', format(netPrice)),
          baseQuantity === 1 ? '' : leaf('ram:BasisQuantity', String(baseQuantity), { unitCode }),
        ),
      ),
      group('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', String(quantity), { unitCode })),
      group(
        'ram:SpecifiedLineTradeSettlement',
        group(
          'ram:ApplicableTradeTax',
          leaf('ram:TypeCode', 'VAT'),
          leaf('ram:CategoryCode', category),
          leaf('ram:RateApplicablePercent', rate === null ? null : String(rate)),
        ),
        writeRounding(rounding),
        group('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', format(netAmount))),
      ),
    )
  }
  const writeTax = ({ category, rate, base, tax, reason, reasonCode }: TaxSubtotal): Xml =>
    group(
      'ram:ApplicableTradeTax',
      leaf('ram:CalculatedAmount', format(tax)),
      leaf('ram:TypeCode', 'VAT'),
      leaf('ram:ExemptionReason', reason),
      leaf('ram:BasisAmount', format(base)),
      leaf('ram:CategoryCode', category),
      leaf('ram:ExemptionReasonCode', reasonCode),
      leaf('ram:RateApplicablePercent', String(rate)),
    )
  const delivery = [
    invoice.deliverTo ? group('ram:ShipToTradeParty', writeAddress(invoice.deliverTo)) : '',
    supply && 'on' in supply
      ? group('ram:ActualDeliverySupplyChainEvent', writeDay('ram:OccurrenceDateTime', supply.on))
      : '',
  ].join('')
  return writeDocument(
    'rsm:CrossIndustryInvoice',
    NAMESPACES,
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', process)),
      group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', customization)),
    ),
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', invoice.typeCode),
      writeDay('ram:IssueDateTime', invoice.issuedOn),
      group('ram:IncludedNote', leaf('ram:Content', invoice.note)),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      invoice.lines.map(writeLine),
      group(
        'ram:ApplicableHeaderTradeAgreement',
        leaf('ram:BuyerReference', invoice.buyerReference),
        writeParty('ram:SellerTradeParty', invoice.seller),
        writeParty('ram:BuyerTradeParty', invoice.buyer),
      ),
      // The schema asks for this element even where nothing is in it.
      delivery ? group('ram:ApplicableHeaderTradeDelivery', delivery) : '<ram:ApplicableHeaderTradeDelivery/>',
      group(
        'ram:ApplicableHeaderTradeSettlement',
        leaf('ram:PaymentReference', invoice.payment && invoice.paymentReference),
        leaf('ram:InvoiceCurrencyCode', currency),
        writePayment(invoice),
        invoice.taxes.map(writeTax),
        supply && 'from' in supply
          ? group(
              'ram:BillingSpecifiedPeriod',
              writeDay('ram:StartDateTime', supply.from),
              writeDay('ram:EndDateTime', supply.to),
            )
          : '',
        group(
          'ram:SpecifiedTradePaymentTerms',
          leaf('ram:Description', invoice.paymentTerms),
          writeDay('ram:DueDateDateTime', invoice.dueOn),
        ),
        group(
          'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
          leaf('ram:LineTotalAmount', format(invoice.lineTotal)),
          leaf('ram:TaxBasisTotalAmount', format(invoice.lineTotal)),
          leaf('ram:TaxTotalAmount', format(invoice.taxTotal), { currencyID: currency }),
          leaf('ram:GrandTotalAmount', format(invoice.grandTotal)),
          leaf('ram:DuePayableAmount', format(invoice.grandTotal)),
        ),
        preceding
          ? group(
              'ram:InvoiceReferencedDocument',
              leaf('ram:IssuerAssignedID', preceding.number),
              writeDay('ram:FormattedIssueDateTime', preceding.issuedOn, 'qdt:DateTimeString'),
            )
          : '',
      ),
    ),
  )
}
