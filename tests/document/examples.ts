import { priceLines } from '../../lib/billing/invoices/invoice.ts'
import { layOutInvoice } from '../../lib/billing/invoices/sending/lay-out-invoice.ts'
import { layOutOpenItems } from '../../lib/billing/open-items/lay-out-open-items.ts'
import type { Letterhead, PrintedDocument, Recipient, Row } from '../../lib/document/printing/printed-document.ts'
import { resolveLanguage } from '../../lib/document/words/words.ts'
import { layOutPickList } from '../../lib/fulfilment/pick-lists/lay-out-pick-list.ts'
import { EMPTY_ADDRESS } from '../../lib/platform/addresses/empty-address.ts'

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60"><rect width="60" height="60" rx="12" fill="#1F3A5F"/><path d="M14 44 30 14l16 30z" fill="#fff"/><path d="M74 22h110M74 38h74" stroke="#1F3A5F" stroke-width="8" stroke-linecap="round"/></svg>`

const NORDLICHT: Letterhead = {
  name: 'Nordlicht Logistik GmbH',
  address: { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  taxId: 'DE123456789',
  registration: 'Amtsgericht Hamburg, HRB 123456',
  email: 'buchhaltung@nordlicht.example',
  phone: '+49 40 1234560',
  website: 'https://www.nordlicht.example',
  logo: { type: 'image/svg+xml', content: Buffer.from(LOGO) },
  bankAccount: {
    accountHolder: 'Nordlicht Logistik GmbH',
    bankName: 'Hansebank',
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
  },
  footer: 'Geschäftsführung: Ada Behrens, Kim Sørensen\nEs gelten unsere allgemeinen Geschäftsbedingungen.',
  colour: '#1F3A5F',
}

const TEEHAUS: Recipient = {
  name: 'Teehaus am Markt KG',
  contact: 'Frau Zofia Gęślicka',
  address: { line1: 'Marktplatz 3', line2: 'Hinterhaus', postalCode: '04109', city: 'Leipzig', countryCode: 'DE' },
  taxId: 'DE987654321',
}

const line = (position: number, description: string, quantity: number, unitPrice: number, rate = 19): Row => ({
  cells: [position, description, quantity, unitPrice, rate, Math.round(quantity * unitPrice)],
})

interface Bill extends Partial<PrintedDocument> {
  lines: Row[]
  taxes: { percent: number; amount: number }[]
}

const bill = ({ lines, taxes, ...rest }: Bill): PrintedDocument => {
  const subtotal = lines.reduce((sum, { cells }) => sum + Number(cells[5]), 0)
  const total = taxes.reduce((sum, { amount }) => sum + amount, subtotal)
  return {
    kind: 'invoice',
    number: 'INV-2026-00042',
    locale: 'de_DE',
    zone: 'Europe/Berlin',
    currency: 'EUR',
    mark: null,
    issuer: NORDLICHT,
    recipient: TEEHAUS,
    facts: [
      { label: 'issueDate', kind: 'date', value: '2026-03-01T09:30:00.000Z' },
      { label: 'dueDate', kind: 'date', value: '2026-03-31' },
      { label: 'yourTaxId', kind: 'code', value: rest.recipient ? rest.recipient.taxId : TEEHAUS.taxId },
    ],
    columns: [
      { label: 'position', kind: 'code' },
      { label: 'description', kind: 'text' },
      { label: 'quantity', kind: 'quantity' },
      { label: 'unitPrice', kind: 'money' },
      { label: 'tax', kind: 'percent' },
      { label: 'amount', kind: 'money' },
    ],
    rows: lines,
    sums: [
      { label: 'subtotal', amount: subtotal },
      ...taxes.map(({ percent, amount }) => ({ label: 'taxAtRate' as const, percent, amount })),
      { label: 'total', amount: total, strong: true },
    ],
    payment: {
      amount: total,
      dueDate: '2026-03-31',
      reference: rest.number ?? 'INV-2026-00042',
      hasCode: rest.mark == null,
    },
    notes: null,
    at: '2026-03-01T09:30:00.000Z',
    ...rest,
  }
}

const TAXES = {
  rates: { standard: 19, reduced: 7 },
  categories: { rent: { kind: 'exempt' as const, reason: '§ 4 Nr. 12 UStG' } },
  defaultCategory: 'standard',
}

interface Taxed {
  locale: string
  recipient: Recipient
  lines: [description: string, quantity: number, unitPrice: number, taxCategoryId: string][]
  pricesIncludeTax?: boolean
}

/** Lays out an invoice as billing does, from lines that it prices. */
const taxed = ({ locale, recipient, lines, pricesIncludeTax = false }: Taxed): PrintedDocument => {
  const given = lines.map(([description, quantity, unitPrice, taxCategoryId]) => ({
    description,
    quantity,
    unitPrice,
    taxCategoryId,
  }))
  let ids = 0
  const { lines: lineItems, ...totals } = priceLines(given, {
    taxRates: TAXES,
    pricesIncludeTax,
    newId: () => String(++ids),
  })
  const at = '2026-03-01T09:30:00.000Z'
  const invoice = {
    id: '01K9ZB5D3F7H1K4M6P8R0T2V5X',
    rev: 1,
    createdAt: at,
    updatedAt: at,
    partnerId: '01K9ZB4A7M2C5X8V1B6N3Q0W4E',
    partnerName: recipient.name,
    currencyCode: 'EUR',
    status: 'issued' as const,
    invoiceNumber: 'INV-2026-00042',
    dueDate: '2026-03-31',
    supplyDate: null,
    supplyPeriod: { from: '2026-02-01', to: '2026-02-28' },
    deliverTo: null,
    dispatchCountry: null,
    pricesIncludeTax,
    ...totals,
    credited: 0,
    creditIssued: 0,
    applied: 0,
    creditToApply: 0,
    allocated: 0,
    closing: null,
    notes: null,
    lineItemCount: lines.length,
    lineItems,
    issuedAt: at,
    paidAt: null,
    cancelledAt: null,
    cancellationReason: null,
    paymentReference: null,
    channelId: null,
    recurringProfileId: null,
    periodStart: null,
    drawing: null,
    reminders: [],
    remindersStoppedAt: null,
    reminded: {},
  }
  const { contact, taxId, ...rest } = recipient
  const partner = { ...rest, locale, billingContact: null, taxId: null, vatId: taxId }
  const issuer = { ...NORDLICHT, vatId: NORDLICHT.taxId, taxId: '22/815/08154' }
  return layOutInvoice(invoice, partner, { issuer, locale: 'de_DE', zone: 'Europe/Berlin', giroCode: false }, true)
}

const LONG_TEXT =
  'Umlagerung und Neuetikettierung der Restbestände aus dem Außenlager, einschließlich der Zählung vor Ort, der Abstimmung mit dem Bestand im System, der Entsorgung beschädigter Umverpackungen und der Übergabe an die Spedition; Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenberechnungsgrundlagenverordnung beachtet, ohne die ein Umlagern von Waren dieser Gefahrgutklasse auf dem Wasserweg nicht zulässig gewesen wäre, mit Nachweis nach Artikel 4711, Absatz 2, der genannten Verordnung. Ende der Arbeiten.'

const GOODS = [
  'Lagerung, Palettenplatz',
  'Wareneingang, Karton',
  'Kommissionierung, Position',
  'Versand national, Paket bis 5 kg',
  'Retoure, Prüfung und Einlagerung',
  'Verpackung, recycelter Karton 40 × 30 × 20 cm',
]

const AL_KHALIJ: Letterhead = {
  name: 'شركة الخليج للتجارة العامة ذ.م.م.',
  address: { line1: 'شارع فهد السالم، برج السور', postalCode: '13001', city: 'مدينة الكويت', countryCode: 'KW' },
  taxId: null,
  registration: 'سجل تجاري 123456',
  email: 'billing@alkhalij.example',
  phone: '+965 2222 3333',
  website: 'https://alkhalij.example',
  logo: null,
  bankAccount: {
    accountHolder: 'شركة الخليج للتجارة العامة',
    bankName: 'بنك الكويت الوطني',
    iban: 'KW81CBKU0000000000001234560101',
    bic: 'NBOKKWKW',
  },
  footer: null,
  colour: '#0B6E4F',
}

const SAKURA: Letterhead = {
  name: 'さくら物流株式会社',
  address: { line1: '千代田区丸の内1-9-1', postalCode: '100-0005', city: '東京都', countryCode: 'JP' },
  taxId: 'T1234567890123',
  registration: null,
  email: 'keiri@sakura.example',
  phone: '+81 3 1234 5678',
  website: null,
  logo: null,
  bankAccount: {
    accountHolder: 'サクラブツリユウ（カ',
    bankName: 'みずほ銀行 丸の内支店',
    iban: null,
    bic: 'MHCBJPJT',
  },
  footer: '毎度ありがとうございます。',
  colour: '#8C1D40',
}

const settlement = (): PrintedDocument => {
  const lines: [string, string, number, string?][] = [
    ['2026-02-02', 'Verkäufe über den Onlineshop, 41 Bestellungen', 184_390, 'Kalenderwoche 6'],
    ['2026-02-05', 'Versandkosten DHL, 41 Pakete bis 5 kg', -22_140],
    ['2026-02-09', 'Verkäufe über den Onlineshop, 38 Bestellungen', 171_025, 'Kalenderwoche 7'],
    ['2026-02-12', 'Retouren, Prüfung und Wiedereinlagerung', -3_850],
    ['2026-02-17', 'Verkaufsprovision 8 %', -28_433],
    ['2026-02-28', 'Lagerung, 12 Palettenplätze, Februar', -17_400],
    ['2026-02-28', 'Übertrag aus SET-2026-00003', -4_120],
    ['2026-02-28', 'Kulanz für beschädigte Ware, telefonisch vereinbart', 2_500],
  ]
  return {
    ...bill({ lines: [], taxes: [], number: 'SET-2026-00007' }),
    kind: 'settlement',
    facts: [
      { label: 'issueDate', kind: 'date', value: '2026-03-01T09:30:00.000Z' },
      { label: 'period', kind: 'period', value: '2026-02-01/2026-02-28' },
      { label: 'yourTaxId', kind: 'code', value: TEEHAUS.taxId },
    ],
    columns: [
      { label: 'date', kind: 'date' },
      { label: 'description', kind: 'text' },
      { label: 'amount', kind: 'money' },
    ],
    rows: lines.map(([day, description, amount, note = null]) => ({ cells: [day, description, amount], note })),
    sums: [
      { label: 'credits', amount: 355_415 },
      { label: 'debits', amount: -71_823 },
      { label: 'adjustments', amount: -1_620 },
      { label: 'settlementTotal', amount: 281_972, strong: true },
    ],
    payment: null,
  }
}

/** A year of a partner's bills; all but the last ones are paid some weeks later. */
const statement = (): PrintedDocument => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString()
  const bills = Array.from({ length: 32 }, (_, i) => ({
    at: i * 11,
    amount: 45_000 + ((i * 7919) % 90_000),
    number: i,
  }))
  const entries = bills.flatMap(({ at, amount, number }): { at: number; cells: Row['cells'] }[] => [
    { at, cells: [day(at), 'invoice', `NL-${88_120 + number}`, day(at + 30), amount] },
    ...(number < 25 ? [{ at: at + 35, cells: [day(at + 35), 'payment', `NL-${88_120 + number}`, null, -amount] }] : []),
    ...(number === 20 ? [{ at, cells: [day(at), 'credit_note', 'CN-2026-00003', null, -16_752] }] : []),
    ...(number % 12 === 5 ? [{ at, cells: [day(at), 'settlement', `SET-2026-0000${number}`, day(at), 31_050] }] : []),
  ])
  let balance = 119_00
  const rows = entries
    .toSorted((a, b) => a.at - b.at)
    .map(({ cells }): Row => {
      balance += Number(cells[4])
      return { cells: [...cells, balance] }
    })
  return {
    ...bill({ lines: [], taxes: [] }),
    kind: 'statement',
    number: null,
    facts: [
      { label: 'period', kind: 'period', value: '2026-01-01/2026-12-31' },
      { label: 'yourTaxId', kind: 'code', value: 'DE987654321' },
    ],
    columns: [
      { label: 'date', kind: 'date' },
      { label: 'description', kind: 'word' },
      { label: 'number', kind: 'text' },
      { label: 'dueDate', kind: 'date' },
      { label: 'amount', kind: 'money' },
      { label: 'balance', kind: 'money' },
    ],
    rows: [{ cells: [day(0), 'openingBalance', null, null, null, 119_00] }, ...rows],
    sums: [{ label: 'closingBalance', amount: balance, strong: true }],
    ages: {
      current: balance - 250_000,
      days1To30: 150_000,
      days31To60: 88_100,
      days61To90: 11_900,
      days90Plus: 0,
    },
    payment: null,
  }
}

/** The open items of a partner with a partly paid invoice, one that is not due yet, and credit. */
const openItems = (locale: string, issuer: Letterhead, { contact, ...recipient }: Recipient): PrintedDocument => {
  const invoices = (
    [
      ['INV-2025-00871', '2025-11-28', '2025-12-12', 210, 154_700, 54_700],
      ['INV-2026-00007', '2026-01-09', '2026-01-23', 168, 1_190_000, 1_190_000],
      ['INV-2026-00042', '2026-04-29', '2026-05-13', 58, 20_706, 18_206],
      ['INV-2026-00118', '2026-06-01', '2026-06-15', 25, 88_060, 88_060],
      ['INV-2026-00131', '2026-06-26', '2026-07-10', 0, 33_320, 33_320],
    ] as const
  ).map(([invoiceNumber, day, dueDate, daysOverdue, totalAmount, openAmount]) => ({
    ...{ invoiceId: invoiceNumber, invoiceNumber, currency: 'EUR', status: 'overdue' as const },
    ...{ issuedAt: `${day}T09:30:00.000Z`, dueDate, daysOverdue, totalAmount, openAmount, owedAmount: openAmount },
  }))
  const aging = { current: 33_320, days1To30: 88_060, days31To60: 18_206, days61To90: 0, days90Plus: 1_244_700 }
  const sums = { currency: 'EUR', openAmount: 1_384_286, credit: 25_000, creditToApply: 0, balance: 1_359_286, aging }
  const partner = { ...recipient, locale, billingContact: contact ? { name: contact, email: 'ap@example.com' } : null }
  const stationery = { issuer, locale, zone: 'Europe/Berlin', giroCode: false }
  return layOutOpenItems(invoices, sums, '2026-07-10', partner, stationery)
}

const share = (orderNumber: string, quantity: number, ...serialNumbers: string[]) => ({
  ...{ orderNumber, quantity, serialNumbers },
})

const PACKED_FOR_COMPANY = {
  deliveryAddress: {
    ...EMPTY_ADDRESS,
    ...{ name: 'Ada Lovelace', company: 'Analytical Engines GmbH', phone: '+49 40 555 0100' },
  },
  customerNote: 'Bitte beim Nachbarn abgeben',
}

const pickList = (locale: string): PrintedDocument =>
  layOutPickList(
    {
      orders: [
        { orderNumber: 'DE-100045', reference: 'FO-01K9ZB3V5Q8W2E4R6T7Y1M0N9P', ...PACKED_FOR_COMPANY },
        {
          orderNumber: 'DE-100048',
          reference: 'FO-01K9ZB4A7M2C5X8V1B6N3Q0W4E',
          deliveryAddress: null,
          customerNote: null,
        },
      ],
      rows: [
        {
          ...{ sku: 'CUP-WHITE', name: 'Tasse, Porzellan, weiß', lot: null, useBy: null, quantity: 3 },
          shares: [share('DE-100045', 1), share('DE-100048', 2)],
        },
        {
          ...{ sku: 'KETTLE-1L', name: 'Wasserkocher, 1 l', lot: null, useBy: null, quantity: 2 },
          shares: [share('DE-100048', 2, 'SN-0001-4471', 'SN-0001-4472')],
        },
        {
          ...{ sku: 'TEA-GREEN-100', name: 'Grüner Tee, 100 g', lot: 'L-2026-031', useBy: '2026-09-30', quantity: 12 },
          shares: [share('DE-100045', 12)],
        },
        {
          ...{ sku: 'TEA-GREEN-100', name: 'Grüner Tee, 100 g', lot: 'L-2026-044', useBy: '2027-01-31', quantity: 4 },
          shares: [share('DE-100045', 1), share('DE-100048', 3)],
        },
      ],
      custodianName: 'Hamburg East',
      partner: {
        name: 'Speicher am Hafen GmbH',
        address: { line1: 'Brooktorkai 7', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
      } as Parameters<typeof layOutPickList>[0]['partner'],
      at: '2026-03-12T09:30:00.000Z',
    },
    { issuer: NORDLICHT, zone: 'Europe/Berlin' },
    locale,
  )

const returnSlip = (locale: string, names: [string, string]): PrintedDocument => ({
  ...bill({ lines: [], taxes: [], locale, number: 'RET-2026-00012', payment: null }),
  kind: 'return_slip',
  currency: 'XXX',
  issuer: { ...NORDLICHT, footer: null },
  recipient: {
    name: 'Speicher am Hafen GmbH',
    contact: 'Hamburg East',
    address: { line1: 'Brooktorkai 7', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
    taxId: null,
  },
  facts: [
    { label: 'issueDate', kind: 'date', value: '2026-03-12T09:30:00.000Z' },
    { label: 'forOrder', kind: 'code', value: 'DE-100045' },
    { label: 'returnFrom', kind: 'text', value: 'Zofia Gęślicka' },
    { label: 'carrier', kind: 'text', value: 'DHL' },
    { label: 'trackingNumber', kind: 'code', value: '00340434161094042557' },
  ],
  columns: [
    { label: 'position', kind: 'code' },
    { label: 'article', kind: 'code' },
    { label: 'description', kind: 'text' },
    { label: 'quantity', kind: 'quantity' },
  ],
  rows: [
    { cells: [1, 'TEA-GREEN-100', names[0], 2], note: null },
    { cells: [2, 'CUP-PORCELAIN-WHITE', names[1], 1], note: null },
  ],
  sums: [],
  notes: resolveLanguage(locale).words.enclose,
})

/** Content of the samples in docs/samples. */
export const EXAMPLES = {
  settlement: settlement(),
  'invoice-one-line': bill({
    lines: [line(1, 'Lagerung März 2026, 12 Palettenplätze', 12, 1450)],
    taxes: [{ percent: 19, amount: 3306 }],
    notes: 'Vielen Dank für Ihren Auftrag.',
    payment: { amount: 20_706, dueDate: '2026-03-31', reference: 'INV-2026-00042', hasCode: true },
  }),
  'invoice-200-lines': bill({
    number: 'INV-2026-00043',
    lines: Array.from({ length: 200 }, (_, i) => {
      const row =
        i === 17
          ? line(i + 1, LONG_TEXT, 1.5, 98_765)
          : line(i + 1, GOODS[i % GOODS.length] as string, 1 + ((i * 7) % 40), 95 + ((i * 131) % 9000), i % 5 ? 19 : 7)
      return i % 9 ? row : { ...row, note: `Auftrag DE-${100_000 + i}` }
    }),
    taxes: [
      { percent: 19, amount: 1_604_511 },
      { percent: 7, amount: 143_211 },
    ],
  }),
  'invoice-japanese': bill({
    number: 'INV-2026-00007',
    locale: 'ja_JP',
    zone: 'Asia/Tokyo',
    currency: 'JPY',
    issuer: SAKURA,
    recipient: {
      name: '株式会社お茶の水商店 御中',
      contact: '経理部 山田 花子 様',
      address: { line1: '神田駿河台4-3', postalCode: '101-0062', city: '東京都千代田区', countryCode: 'JP' },
      taxId: 'T9876543210987',
    },
    lines: [
      line(1, '保管料 2026年3月分（12パレット）', 12, 1800, 10),
      line(2, '緑茶 ティーバッグ 100g 詰替え作業', 240, 35, 8),
      line(3, '国内配送 60サイズ', 86, 720, 10),
    ],
    taxes: [
      { percent: 10, amount: 8352 },
      { percent: 8, amount: 672 },
    ],
    notes: '恐れ入りますが、振込手数料は貴社にてご負担ください。',
  }),
  'invoice-arabic-kwd': bill({
    number: 'INV-2026-00011',
    locale: 'ar_KW',
    zone: 'Asia/Kuwait',
    currency: 'KWD',
    issuer: AL_KHALIJ,
    recipient: {
      name: 'مؤسسة النور للشاي (فرع السالمية)',
      contact: 'السيد أحمد الصباح',
      address: { line1: 'شارع سالم المبارك 14', city: 'السالمية', countryCode: 'KW' },
      taxId: null,
    },
    lines: [
      line(1, 'تخزين 12 منصة لشهر مارس 2026', 12, 14_500, 0),
      line(2, 'شحن محلي، طرد حتى 5 كغ (DHL Express)', 86, 1250, 0),
      { ...line(3, 'شاي أخضر ١٠٠ غ TEA-GREEN-100', 2.5, 990, 0), note: 'DE-100045' },
    ],
    taxes: [],
    notes: 'شكرًا لتعاملكم معنا.',
  }),
  'invoice-kwd-english': bill({
    number: 'INV-2026-00012',
    locale: 'en_KW',
    zone: 'Asia/Kuwait',
    currency: 'KWD',
    lines: [line(1, 'Storage, 12 pallets', 12, 14_500, 0), line(2, 'Refund of damages', 1, -2_250, 0)],
    taxes: [],
  }),
  'invoice-draft': bill({
    number: null,
    locale: 'en_GB',
    mark: 'draft',
    lines: [line(1, 'Storage, 12 pallets', 12, 1450), line(2, 'Parcels within the country', 86, 495)],
    taxes: [{ percent: 19, amount: 11_394 }],
    issuer: { ...NORDLICHT, logo: null },
  }),
  'invoice-cancelled-polish': bill({
    number: 'INV-2026-00044',
    locale: 'pl_PL',
    mark: 'cancelled',
    currency: 'PLN',
    recipient: {
      name: 'Herbaciarnia „Źdźbło” Sp. z o.o.',
      contact: null,
      address: { line1: 'ul. Świętojańska 5/7', postalCode: '81-368', city: 'Gdynia', countryCode: 'PL' },
      taxId: 'PL5213456789',
    },
    lines: [line(1, 'Magazynowanie, 12 palet – zażółć gęślą jaźń', 12, 6450, 23)],
    taxes: [{ percent: 23, amount: 17_802 }],
    payment: null,
  }),
  'invoice-taxes': taxed({
    locale: 'de_DE',
    recipient: TEEHAUS,
    lines: [
      ['Lagerung, 12 Palettenplätze', 12, 1450, 'standard'],
      ['Fachbuch „Tee lagern“', 3, 2990, 'reduced'],
      ['Miete einer Teilfläche', 1, 40_000, 'rent'],
    ],
  }),
  'invoice-prices-with-tax': taxed({
    locale: 'de_DE',
    recipient: TEEHAUS,
    pricesIncludeTax: true,
    lines: [
      ['Grüner Tee, 100 g', 2, 595, 'standard'],
      ['Fachbuch „Tee lagern“', 3, 333, 'reduced'],
      ['Rabatt', 1, -100, 'standard'],
      ['Versand', 1, 490, 'standard'],
    ],
  }),
  'invoice-reverse-charge': taxed({
    locale: 'fr_FR',
    recipient: {
      name: 'Maison du Thé SARL',
      contact: null,
      address: { line1: '14, rue des Écoles', postalCode: '75005', city: 'Paris', countryCode: 'FR' },
      taxId: 'FR40303265045',
    },
    lines: [
      ['Entreposage, 12 palettes', 12, 1450, 'reverse_charge'],
      ['Préparation de commandes', 86, 210, 'reverse_charge'],
    ],
  }),
  'credit-note': bill({
    kind: 'credit_note',
    number: 'CN-2026-00003',
    locale: 'fr_FR',
    facts: [
      { label: 'issueDate', kind: 'date', value: '2026-03-12T09:30:00.000Z' },
      { label: 'forInvoice', kind: 'code', value: 'INV-2026-00042' },
      { label: 'reason', kind: 'text', value: 'Marchandise endommagée' },
    ],
    recipient: {
      name: 'Maison du Thé SARL',
      contact: null,
      address: { line1: '14, rue des Écoles', postalCode: '75005', city: 'Paris', countryCode: 'FR' },
      taxId: 'FR40303265045',
    },
    lines: [line(1, 'Thé vert, 100 g', 40, 349, 20)],
    taxes: [{ percent: 20, amount: 2792 }],
    sums: [
      { label: 'subtotal', amount: 13_960 },
      { label: 'taxAtRate', percent: 20, amount: 2792 },
      { label: 'creditTotal', amount: 16_752, strong: true },
    ],
    payment: null,
  }),
  statement: statement(),
  'open-items': openItems('de_DE', NORDLICHT, TEEHAUS),
  'open-items-arabic': openItems('ar_KW', AL_KHALIJ, TEEHAUS),
  'delivery-note': {
    ...bill({ lines: [], taxes: [], number: 'DE-100045' }),
    kind: 'delivery_note',
    currency: 'XXX',
    recipient: {
      name: 'Ada Lovelace',
      contact: null,
      address: { line1: 'Kanalstraße 7', postalCode: '20095', city: 'Hamburg', countryCode: 'DE' },
      taxId: null,
    },
    facts: [
      { label: 'issueDate', kind: 'date', value: '2026-03-02T10:30:00.000Z' },
      { label: 'forOrder', kind: 'code', value: 'DE-100045' },
      { label: 'carrier', kind: 'text', value: 'DHL' },
      { label: 'trackingNumber', kind: 'code', value: '00340434161094042557' },
    ],
    columns: [
      { label: 'position', kind: 'quantity' },
      { label: 'description', kind: 'text' },
      { label: 'sku', kind: 'code' },
      { label: 'quantity', kind: 'quantity' },
    ],
    rows: [
      { cells: [1, 'Grüner Tee, 100 g', 'TEA-GREEN-100', 2] },
      { cells: [2, 'Schwarzer Tee „Ostfriesen“, lose, 250 g', 'TEA-BLACK-250', 1] },
      { cells: [3, 'Becher aus Steinzeug, blau', 'CUP-BLUE', 4] },
    ],
    sums: [],
    payment: null,
  },
  'return-slip': returnSlip('de_DE', ['Grüner Tee, 100 g', 'Tasse, Porzellan, weiß']),
  'pick-list': pickList('de_DE'),
  'pick-list-japanese': pickList('ja_JP'),
  'return-slip-arabic': returnSlip('ar_KW', ['شاي أخضر، 100 غ', 'كوب من الخزف الأبيض']),
} satisfies Record<string, PrintedDocument>
