import { hash } from 'node:crypto'
import type { Day } from '../../platform/calendar/day.ts'
import { guardFormula } from '../../platform/csv/format-csv.ts'
import type { DatevPosting } from './datev-posting.ts'
import { encodeWindows1252, transliterate } from './encode-windows1252.ts'

const number = (name: string, count: number, ...parts: string[]) =>
  Array.from({ length: count }, (_, i) => parts.map((part) => `${name}${part} ${i + 1}`)).flat()

/** Names of the columns of format version 13, in their order. */
const COLUMNS = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz'],
  ...['WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1'],
  ...['Belegfeld 2', 'Skonto', 'Buchungstext', 'Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank'],
  ...['Sachverhalt', 'Zinssperre', 'Beleglink', ...number('Beleginfo - ', 8, 'Art', 'Inhalt')],
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...number('Zusatzinformation', 20, ' - Art', '- Inhalt'),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz'],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername'],
  ...['Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis'],
  ...['Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum'],
  ...['Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)', 'Steuersatz', 'Land', 'Abrechnungsreferenz'],
  ...['BVV-Position', 'EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

const MAX_TEXT = 60
const MAX_DOCUMENT_NUMBER = 36
const MAX_NAME = 30

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const quoteText = (text: string, most: number) => quote(guardFormula(transliterate(text).trim()).slice(0, most))

/**
 * Formats the number of a document with the characters that field takes. A number that changes thereby or is too long ends with
 * a digest, so that two numbers never become the same.
 */
export const formatDocumentNumber = (text: string): string => {
  const allowed = transliterate(text).replace(/[^A-Za-z0-9$&%*+\-/]/g, '-')
  if (allowed === text && text.length <= MAX_DOCUMENT_NUMBER) return text
  const digest = hash('sha256', text, 'hex').slice(0, 8)
  return `${allowed.slice(0, MAX_DOCUMENT_NUMBER - digest.length - 1)}-${digest}`
}

const formatAmount = (amount: number) => `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`
const formatRate = (percent: number) => percent.toFixed(2).replace('.', ',')
const formatDayOfYear = (day: Day) => `${day.slice(8, 10)}${day.slice(5, 7)}`
const formatDay = (day: Day) => day.replaceAll('-', '')
const formatDayFirst = (day: Day) => `${formatDayOfYear(day)}${day.slice(0, 4)}`

export interface BatchHead {
  consultant: number
  client: number
  fiscalYearStart: Day
  accountLength: number
  from: Day
  to: Day
  chart: 'SKR03' | 'SKR04'
  name: string
  at: Date
}

/** Formats the two lines before the postings, of format version 13. */
export const formatBatchHead = (head: BatchHead): Buffer => {
  const fields = [
    ...[
      '"EXTF"',
      '700',
      '21',
      '"Buchungsstapel"',
      '13',
      head.at.toISOString().replace(/\D/g, ''),
      '',
      '"RE"',
      '""',
      '""',
    ],
    ...[head.consultant, head.client, formatDay(head.fiscalYearStart), head.accountLength],
    ...[formatDay(head.from), formatDay(head.to), quoteText(head.name, MAX_NAME), '""', '1', '0', '0', '"EUR"'],
    ...['', '""', '', '', quote(head.chart.slice(-2)), '', '', '""', '""'],
  ]
  return encodeWindows1252(`${fields.join(';')}\r\n${COLUMNS.join(';')}\r\n`)
}

const formatPosting = (posting: DatevPosting) => {
  const { amount, side, account, contraAccount, taxKey, foreign, buyerVatId, supplyDay, day, text } = posting
  const fields = COLUMNS.map(() => '')
  const set = (column: string, value: string) => {
    fields[COLUMNS.indexOf(column)] = value
  }
  set('Umsatz (ohne Soll/Haben-Kz)', formatAmount(amount))
  set('Soll/Haben-Kennzeichen', quote(side))
  set('Konto', account)
  set('Gegenkonto (ohne BU-Schlüssel)', contraAccount)
  if (taxKey) set('BU-Schlüssel', quote(taxKey))
  set('Belegdatum', formatDayOfYear(day))
  set('Belegfeld 1', quote(formatDocumentNumber(posting.documentNumber)))
  if (foreign) {
    set('EU-Land u. UStID (Bestimmung)', quote(foreign.country))
    set('EU-Steuersatz (Bestimmung)', formatRate(foreign.ratePercent))
  }
  if (buyerVatId) set('EU-Land u. UStID (Bestimmung)', quote(buyerVatId))
  if (posting.shiftedCase) set('Sachverhalt L+L', posting.shiftedCase)
  set('Buchungstext', quoteText(text, MAX_TEXT))
  // DATEV takes the day of the supply only together with the one that says in which period the tax is owed.
  if (supplyDay)
    for (const column of ['Leistungsdatum', 'Datum Zuord. Steuerperiode']) set(column, formatDayFirst(supplyDay))
  return `${fields.join(';')}\r\n`
}

export const formatPostings = (postings: readonly DatevPosting[]): Buffer =>
  encodeWindows1252(postings.map(formatPosting).join(''))
