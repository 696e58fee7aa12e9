import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BilledData,
  type BuyerData,
  buildSemanticInvoice,
  type SellerData,
} from '../../lib/billing/e-invoices/build-semantic-invoice.ts'
import { findMissing } from '../../lib/billing/e-invoices/find-missing.ts'
import { SPECIFICATIONS } from '../../lib/billing/e-invoices/syntax/specifications.ts'
import { writeCii } from '../../lib/billing/e-invoices/syntax/write-cii.ts'
import { writeUbl } from '../../lib/billing/e-invoices/syntax/write-ubl.ts'
import { readTaxIdentifiers } from '../../lib/billing/e-invoices/tax-identifiers.ts'
import { priceLines } from '../../lib/billing/invoices/invoice.ts'
import type { LineItemInput } from '../../schemas/billing/invoice.ts'
import { generateBilled } from '../e-invoices/generate-billed.ts'
import { seeded } from '../support/faults.ts'

const SELLER: SellerData = {
  name: 'Nordlicht GmbH',
  address: { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  taxId: null,
  vatId: 'DE123456789',
  registration: null,
  contactName: 'Buchhaltung',
  phone: '+49 40 1234560',
  email: 'books@nordlicht.example',
  electronicAddress: null,
  bankAccount: { iban: 'DE02120300000000202051' },
}

const BUYER: BuyerData = {
  name: 'Teehaus KG',
  address: { line1: 'Marktplatz 3', postalCode: '1010', city: 'Wien', countryCode: 'AT' },
  taxId: null,
  vatId: 'ATU12345678',
  contact: { email: 'einkauf@teehaus.example' },
  electronicAddress: null,
  reference: 'PO-7',
}

const RATES = { rates: { standard: 19 }, defaultCategory: 'standard' }

const bill = (given: LineItemInput[], more: Partial<BilledData> = {}): BilledData => {
  let made = 0
  const { pricesIncludeTax = false } = more
  const newId = () => `line-${++made}`
  const { lines, taxTotal, grandTotal } = priceLines(given, { taxRates: RATES, pricesIncludeTax, newId })
  return {
    type: 'invoice',
    number: 'INV-1',
    issuedOn: '2026-03-01',
    dueOn: '2026-03-31',
    currency: 'EUR',
    note: null,
    paymentTerms: null,
    preceding: null,
    supply: { on: '2026-02-28' },
    deliverTo: null,
    pricesIncludeTax,
    taxTotal,
    grandTotal,
    lines,
    ...more,
  }
}

const aLine = (more: Partial<LineItemInput> = {}): LineItemInput => ({
  description: 'Storage',
  quantity: 1,
  unitPrice: 1000,
  ...more,
})

const listMissingPaths = (billed: BilledData, seller = SELLER, buyer = BUYER, format = 'en16931-ubl' as const) =>
  findMissing(buildSemanticInvoice(billed, seller, buyer), format).map(({ propertyPath }) => propertyPath)

const write = (billed: BilledData) => {
  const invoice = buildSemanticInvoice(billed, SELLER, BUYER)
  return [writeUbl(invoice, SPECIFICATIONS['en16931-ubl']), writeCii(invoice, SPECIFICATIONS.facturx)] as const
}

describe('the semantic invoice', () => {
  test('adds up by the rules BR-CO-10, 13 to 16 and has each category and rate once', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { billed, seller, buyer } = generateBilled(seeded(seed), 1)
        const { lines, taxes, lineTotal, taxTotal, grandTotal } = buildSemanticInvoice(billed, seller, buyer)
        const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
        expect(lineTotal).toBe(sum(lines.map(({ netAmount }) => netAmount)))
        expect(sum(taxes.map(({ base }) => base))).toBe(lineTotal)
        expect(taxTotal).toBe(sum(taxes.map(({ tax }) => tax)))
        expect(grandTotal).toBe(lineTotal + taxTotal)
        expect(new Set(taxes.map(({ category, rate }) => `${category} ${rate}`)).size).toBe(taxes.length)
        // A cent more or less is what the last credit note of a line takes.
        for (const { base, rate, tax } of taxes) expect(Math.abs(tax - (base * rate) / 100)).toBeLessThan(2)
      }),
    )
  })

  test('moves the sign of a discount to its quantity', () => {
    const [, discount] = buildSemanticInvoice(
      bill([aLine(), aLine({ quantity: 2, unitPrice: -100 })]),
      SELLER,
      BUYER,
    ).lines
    expect(discount).toMatchObject({ quantity: -2, netPrice: 100, netAmount: -200 })
  })

  test('names the net price of a piece whose price contains tax, or that of all pieces if it has no exact amount', () => {
    const gross = { pricesIncludeTax: true }
    const billed = bill([aLine({ quantity: 2, unitPrice: 595 }), aLine({ quantity: 3, unitPrice: 333 })], gross)
    const { lines, lineTotal, taxTotal, grandTotal } = buildSemanticInvoice(billed, SELLER, BUYER)
    // 21.89 x 19 / 119 = 3.495…
    expect([lineTotal, taxTotal, grandTotal]).toEqual([1839, 350, 2189])
    expect(lines).toMatchObject([
      { netAmount: 1000, netPrice: 500, baseQuantity: 1 },
      { netAmount: 839, netPrice: 839, baseQuantity: 3 },
    ])
    const [ubl, cii] = write(billed)
    expect(ubl).toContain(
      '<cbc:PriceAmount currencyID="EUR">8.39</cbc:PriceAmount><cbc:BaseQuantity unitCode="C62">3</cbc:BaseQuantity>',
    )
    expect(cii).toContain(
      '<ram:ChargeAmount>8.39</ram:ChargeAmount><ram:BasisQuantity unitCode="C62">3</ram:BasisQuantity>',
    )
    expect(ubl.match(/BaseQuantity/g)).toHaveLength(2)
  })

  test('has a price above 0 for a discount whose price contains tax', () => {
    const discounted = bill([aLine(), aLine({ quantity: 3, unitPrice: -100 })], { pricesIncludeTax: true })
    const [, discount] = buildSemanticInvoice(discounted, SELLER, BUYER).lines
    expect(discount).toMatchObject({ quantity: -3, netAmount: -252, netPrice: 84, baseQuantity: 1 })
  })

  test('says what rounding adds to a line only where recipients would notice', () => {
    const [ubl, cii] = write(bill([aLine({ quantity: 0.333, unitPrice: 100 })], { currency: 'JPY' }))
    expect(ubl).toContain('<cbc:ChargeIndicator>false</cbc:ChargeIndicator>')
    expect(cii).toContain('<ram:ActualAmount>0.30</ram:ActualAmount>')
    expect(write(bill([aLine({ quantity: 0.333 })])).join()).not.toContain('Rounding')
  })

  test('computes three lines of 0.333 at 19 % as they are printed', () => {
    const [ubl] = write(bill([aLine({ quantity: 0.333 }), aLine({ quantity: 0.333 }), aLine({ quantity: 0.333 })]))
    expect(ubl).toContain('<cbc:TaxableAmount currencyID="EUR">9.99</cbc:TaxableAmount>')
    expect(ubl).toContain('<cbc:TaxAmount currencyID="EUR">1.90</cbc:TaxAmount>')
  })

  test('rounds half a cent of a credit note away from zero', () => {
    const note = bill([aLine({ unitPrice: 761_250 })], { type: 'credit_note', paymentTerms: 'For invoice INV-1' })
    expect(write(note)[0]).toContain('<cbc:TaxAmount currencyID="EUR">1446.38</cbc:TaxAmount>')
  })

  test('says where goods within the Union go, with both VAT ids, the day and the reason', () => {
    const deliverTo = { line1: 'Werkstraße 7', postalCode: '1010', city: 'Graz', countryCode: 'AT' }
    const billed = bill([aLine({ taxCategoryId: 'intra_community' })], { deliverTo })
    const buyer = { ...BUYER, vatId: 'ATU12345675' }
    const invoice = buildSemanticInvoice(billed, SELLER, buyer)
    const ubl = writeUbl(invoice, SPECIFICATIONS['en16931-ubl'])
    const country = '<cac:Country><cbc:IdentificationCode>AT</cbc:IdentificationCode></cac:Country>'
    expect(ubl).toMatch(new RegExp(`<cac:Delivery><cbc:ActualDeliveryDate>2026-02-28<.*${country}.*</cac:Delivery>`))
    for (const text of ['DE123456789', 'ATU12345675', 'VATEX-EU-IC', '<cbc:CityName>Graz</cbc:CityName>'])
      expect(ubl).toContain(text)
    const cii = writeCii(invoice, SPECIFICATIONS.facturx)
    expect(cii).toMatch(/<ram:ShipToTradeParty>.*<ram:CountryID>AT<.*<\/ram:ShipToTradeParty>/)
    expect(buildSemanticInvoice(bill([aLine()]), SELLER, BUYER).deliverTo).toBeNull()
  })

  test('has one sum for the same rate of two countries, whose taxes were rounded by themselves', () => {
    const lines = ['AT', 'FR'].map((taxCountry, i) => ({
      ...{ ...bill([aLine({ unitPrice: 33 })]).lines[0], id: String(i), taxRatePercent: 20, taxAmount: 7, taxCountry },
    })) as BilledData['lines']
    const { taxes } = buildSemanticInvoice(bill([], { lines, taxTotal: 14, grandTotal: 80 }), SELLER, BUYER)
    expect(taxes).toMatchObject([{ category: 'S', rate: 20, base: 66, tax: 14 }])
  })

  test('names no VAT id of either party for what is outside the scope of VAT', () => {
    const invoice = buildSemanticInvoice(bill([aLine({ taxCategoryId: 'outside_scope' })]), SELLER, BUYER)
    expect([invoice.seller.vatId, invoice.buyer.vatId, invoice.seller.id]).toEqual([null, null, 'DE123456789'])
    expect(invoice.lines[0]?.rate).toBeNull()
  })

  test('identifies a seller without a VAT id by its tax number', () => {
    const seller = { ...SELLER, vatId: null, taxId: '22/815/08154' }
    expect(buildSemanticInvoice(bill([aLine()]), seller, BUYER).seller).toMatchObject({
      id: '22/815/08154',
      taxNumber: '22/815/08154',
    })
  })

  test('writes nothing that XML cannot hold, and no markup of names', () => {
    const description = 'A\u0000B\u001F <b>&"\uD800 \uFFFE \u202Eabc 🍵'
    for (const xml of write(bill([aLine({ description })])))
      expect(xml).toContain('>A B  &lt;b&gt;&amp;"\uFFFD   abc 🍵<')
  })

  test('has no empty elements, except for one that the schema asks for', () => {
    const invoice = buildSemanticInvoice(bill([aLine()], { supply: null }), SELLER, { ...BUYER, contact: null })
    expect(writeUbl(invoice, SPECIFICATIONS.peppol)).not.toMatch(/<([\w:]+)(?: [^>]*)?>\s*<\/\1>|\/>/)
    const cii = writeCii(invoice, SPECIFICATIONS['xrechnung-cii'])
    expect(cii.replace('<ram:ApplicableHeaderTradeDelivery/>', '')).not.toMatch(/<([\w:]+)(?: [^>]*)?>\s*<\/\1>|\/>/)
  })
})

describe('what is missing', () => {
  test('is nothing in a complete invoice', () => {
    expect(listMissingPaths(bill([aLine()]))).toEqual([])
  })

  test.each([
    ['reverse_charge', ['general.vatId', 'partner.vatId']],
    ['intra_community', ['general.vatId', 'partner.vatId']],
    ['export', ['general.vatId']],
  ])('for %s are the VAT ids', (taxCategoryId, paths) => {
    const seller = { ...SELLER, vatId: null, taxId: '22/815/08154' }
    const billed = bill([aLine({ taxCategoryId })])
    expect(listMissingPaths(billed, seller, { ...BUYER, vatId: null })).toEqual(paths)
    expect(listMissingPaths(billed)).toEqual([])
  })

  test('for goods that go to another country is the day of the supply', () => {
    expect(listMissingPaths(bill([aLine({ taxCategoryId: 'intra_community' })], { supply: null }))).toEqual([
      'supplyDate',
    ])
  })

  test('for an exemption is its reason', () => {
    expect(listMissingPaths(bill([aLine({ taxCategoryId: 'exempt' })]))).toEqual(['billing.taxCategories'])
  })

  test('for a mix with what is outside the scope of VAT are lines of one kind', () => {
    expect(listMissingPaths(bill([aLine(), aLine({ taxCategoryId: 'outside_scope' })]))).toContain('lineItems')
  })

  test('for amounts with three decimals is another currency', () => {
    expect(listMissingPaths(bill([aLine()], { currency: 'KWD' }))).toEqual(['currencyCode'])
  })

  test('for taxes that are farther from what their rates give than e-invoices allow are other taxes', () => {
    const creditBy = (taxDifference: number, currency: string) => {
      const billed = bill([aLine({ unitPrice: 76_600 })], { currency })
      const lines = billed.lines.map((line) => ({ ...line, taxAmount: line.taxAmount + taxDifference }))
      return { ...billed, lines, taxTotal: billed.taxTotal + taxDifference }
    }
    expect(listMissingPaths(creditBy(-1, 'JPY'))).toEqual(['taxBreakdown'])
    expect(listMissingPaths(creditBy(1, 'JPY'))).toEqual(['taxBreakdown'])
    expect(listMissingPaths(creditBy(0, 'JPY'))).toEqual([])
    expect(listMissingPaths(creditBy(50, 'EUR'))).toEqual([])
    expect(listMissingPaths(creditBy(-100, 'EUR'))).toEqual(['taxBreakdown'])
  })

  test('for a region that is no country is a country', () => {
    const buyer = { ...BUYER, address: { countryCode: 'XX' } }
    expect(listMissingPaths(bill([aLine()]), SELLER, buyer)).toEqual(['partner.address.countryCode'])
  })

  test('for Peppol are addresses that are no mailboxes, and between Germans what German rules ask for', () => {
    const invoice = (buyer: BuyerData, seller = SELLER) =>
      findMissing(buildSemanticInvoice(bill([aLine()]), seller, buyer), 'peppol').map(
        ({ propertyPath }) => propertyPath,
      )
    expect(invoice(BUYER)).toEqual(['billing.electronicAddress', 'partner.electronicAddress'])
    const german = {
      ...BUYER,
      address: { ...BUYER.address, countryCode: 'DE' },
      electronicAddress: { scheme: '9930', id: 'X' },
    }
    const seller = { ...SELLER, contactName: null, electronicAddress: { scheme: '9930', id: 'X' } }
    expect(invoice(german, seller)).toEqual(['general.contactName'])
    expect(invoice({ ...german, address: BUYER.address }, seller)).toEqual([])
  })
})

describe('a tax id', () => {
  test.each([
    ['DE 123 456 789', 'DE123456789'],
    ['gr123456789', 'EL123456789'],
    ['ATU12345678', 'ATU12345678'],
    ['22/815/08154', null],
    ['HRB 12345', null],
    ['XX123456789', null],
    ['T1234567890123', null],
  ])('%s is the VAT id %s', (taxId, vatId) => {
    expect(readTaxIdentifiers(taxId, null)).toEqual({ vatId, taxNumber: vatId ? null : taxId })
  })
})

const listElements = (xml: string, prefix: string) => [
  ...new Set([...xml.matchAll(new RegExp(`<${prefix}:(\\w+)`, 'g'))].map(([, name]) => name)),
]

test('names the aggregates of UBL as its schemas do, in their order', () => {
  const [ubl] = write(bill([aLine()]))
  expect(listElements(ubl, 'cac')).toEqual([
    'AccountingSupplierParty',
    ...['Party', 'PostalAddress', 'Country', 'PartyTaxScheme', 'TaxScheme', 'PartyLegalEntity', 'Contact'],
    ...['AccountingCustomerParty', 'Delivery', 'PaymentMeans', 'PayeeFinancialAccount'],
    ...['TaxTotal', 'TaxSubtotal', 'TaxCategory', 'LegalMonetaryTotal'],
    ...['InvoiceLine', 'Item', 'ClassifiedTaxCategory', 'Price'],
  ])
})

test('attaches the XML as an alternative of a PDF/A-3, which validators do not check', async () => {
  const { PDFArray, PDFDict, PDFDocument, PDFName } = await import('@pdfme/pdf-lib')
  const { CII_FILE_NAME, embedCii } = await import('../../lib/billing/e-invoices/hybrid/embed-cii.ts')
  const blank = await PDFDocument.create()
  blank.addPage()
  const [, cii] = write(bill([aLine()]))
  const { catalog, context } = await PDFDocument.load(await embedCii(await blank.save(), cii))
  const [attached] = context.lookup(catalog.get(PDFName.of('AF')), PDFArray).asArray()
  const file = context.lookup(attached, PDFDict)
  expect(file.get(PDFName.of('AFRelationship'))).toBe(PDFName.of('Alternative'))
  expect(String(file.get(PDFName.of('F')))).toContain(CII_FILE_NAME)
  expect(catalog.get(PDFName.of('OutputIntents'))).toBeDefined()
})
