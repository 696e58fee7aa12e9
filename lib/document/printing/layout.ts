import { describeRegion } from '../../platform/addresses/describe-region.ts'
import { formatDate, formatMoney } from '../../platform/locale/formats.ts'
import { getDirection } from '../../platform/locale/get-direction.ts'
import { fillLabel, type LabelName, resolveLanguage, type Words } from '../words/words.ts'
import { formatPercent, formatPlainAmount, formatPrice, formatQuantity } from './amounts.ts'
import { buildGiroCode } from './giro-code.ts'
import type {
  Ages,
  Kind,
  Letterhead,
  PostalAddress,
  PrintedDocument,
  PrintedKind,
  Sum,
  Value,
} from './printed-document.ts'

type Pair = readonly [label: string, value: string]

/** A document with all texts translated and all values formatted. */
export interface Layout {
  lang: string
  region: string | null
  dir: 'ltr' | 'rtl'
  paper: 'a4' | 'us-letter'
  colour: string
  /** For example `Invoice INV-2026-00001`. */
  title: string
  kind: string
  number: string | null
  mark: string | null
  watermark: string | null
  /** Year, month, day, hour, minute and second in UTC. */
  at: readonly number[]
  issuer: { name: string; sender: string; address: string[]; contact: string[]; ids: string[]; logo: string | null }
  recipient: { label: string | null; lines: string[] }
  facts: Pair[]
  columns: { label: string; align: 'start' | 'end'; wide: boolean }[]
  rows: { cells: string[]; note: string | null }[]
  sums: { label: string; amount: string; strong: boolean }[]
  remarks: string[]
  ages: { heading: string; pairs: Pair[] } | null
  /** The content of `code` is that of a QR code. */
  payment: {
    heading: string
    request: string | null
    pairs: Pair[]
    code: { content: string; caption: string } | null
  } | null
  notes: { heading: string; lines: string[] } | null
  footer: string[]
  page: string
  download: string
}

const LATIN = /[\p{Script=Latin}\p{N}]/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Isolates text of the other direction, so that it does not reorder the characters around it. */
const isolateText = (text: string, dir: Layout['dir']) =>
  (dir === 'rtl' ? LATIN : RIGHT_TO_LEFT).test(text) ? `\u2068${text}\u2069` : text

const forceLeftToRight = (text: string, dir: Layout['dir']) => (dir === 'rtl' ? `\u2066${text}\u2069` : text)

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
/** Characters that change the direction of the following text; names and descriptions do not need them. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]+/g

const cleanTexts = (...texts: (string | null | undefined)[]): string[] =>
  texts.map((text) => text?.replace(DIRECTION_MARKS, '').replace(CONTROLS, ' ').trim() ?? '').filter(Boolean)

const splitLines = (text: string | null): string[] => (text ? cleanTexts(...text.split(/\r?\n/)) : [])

const getCountryName = (code: string, locale: string) => new Intl.DisplayNames([locale], { type: 'region' }).of(code)

/** Names the country only if it differs from the sender's. */
const layOutAddress = (address: PostalAddress | null, locale: string, home?: string | null): string[] => {
  if (!address) return []
  const { line1, line2, postalCode, city, countryCode } = address
  const country = countryCode && countryCode !== home ? getCountryName(countryCode, locale) : null
  return cleanTexts(line1, line2, cleanTexts(postalCode, city).join(' '), describeRegion(address), country)
}

const groupIban = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ')

const layOutBankAccount = (
  { accountHolder, bankName, iban, bic }: NonNullable<Letterhead['bankAccount']>,
  words: Words,
  dir: Layout['dir'],
): Pair[] => [
  ...cleanTexts(accountHolder).map((each): Pair => [words.accountHolder, isolateText(each, dir)]),
  ...cleanTexts(bankName).map((each): Pair => [words.bank, isolateText(each, dir)]),
  ...cleanTexts(iban).map((each): Pair => [words.iban, forceLeftToRight(groupIban(each), dir)]),
  ...cleanTexts(bic).map((each): Pair => [words.bic, forceLeftToRight(each, dir)]),
]

const layOutCode = ({ payment, issuer, currency }: PrintedDocument, words: Words) => {
  if (!payment?.hasCode) return null
  const { amount, reference } = payment
  const content = buildGiroCode({ account: issuer.bankAccount, payee: issuer.name, currency, amount, reference })
  return content === null ? null : { content, caption: words.scanToPay }
}

/** Lays out the requested payment, or only the account for payments. */
const layOutPayment = (printed: PrintedDocument, words: Words, tag: string, dir: Layout['dir']): Layout['payment'] => {
  const { payment, hasAccount = false, issuer, currency, zone } = printed
  const account = issuer.bankAccount ? layOutBankAccount(issuer.bankAccount, words, dir) : []
  if (!payment)
    return hasAccount && account.length ? { heading: words.payment, request: null, pairs: account, code: null } : null
  return {
    heading: words.payment,
    request: fillLabel(words.pleasePay, {
      amount: formatMoney(payment.amount, currency, tag),
      date: formatDate(payment.dueDate, { locale: tag, zone }, 'long'),
    }),
    pairs: [
      ...account,
      ...cleanTexts(payment.reference).map((each): Pair => [words.reference, forceLeftToRight(each, dir)]),
    ],
    code: layOutCode(printed, words),
  }
}

const layOutAges = (ages: Ages, currency: string, tag: string, words: Words, dir: Layout['dir']): Pair[] => {
  const layOutAgeSince = (days: string, amount: number): Pair => [
    fillLabel(words.overdue, { days: forceLeftToRight(days, dir) }),
    formatPlainAmount(amount, currency, tag),
  ]
  const formatRange = (from: number, to: number) => [from, to].map((days) => formatQuantity(days, tag)).join('–')
  return [
    [words.notDue, formatPlainAmount(ages.current, currency, tag)],
    layOutAgeSince(formatRange(1, 30), ages.days1To30),
    layOutAgeSince(formatRange(31, 60), ages.days31To60),
    layOutAgeSince(formatRange(61, 90), ages.days61To90),
    layOutAgeSince(`> ${formatQuantity(90, tag)}`, ages.days90Plus),
  ]
}

const START_ALIGNED: ReadonlySet<Kind> = new Set(['text', 'code', 'word', 'date'])
const US_LETTER_REGIONS = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO'])

/** Words above the recipient, for documents that have them. */
const RECIPIENT_LABELS: Partial<Record<PrintedKind, LabelName>> = { invoice: 'billTo', return_slip: 'returnTo' }

/** Translates and formats a document for its locale; computes no amounts. */
export const layOut = (printed: PrintedDocument): Layout => {
  const { issuer, recipient, currency, zone, number, mark } = printed
  const { locale, words } = resolveLanguage(printed.locale)
  const tag = locale.toString()
  const dir = getDirection(locale.language)
  const isolate = (text: string) => isolateText(text, dir)
  const formatValue = (value: Value, kind: Kind): string => {
    if (value === null) return ''
    if (kind === 'money') return formatPlainAmount(Number(value), currency, tag)
    if (kind === 'price') return formatPrice(Number(value), currency, tag)
    if (kind === 'quantity') return formatQuantity(Number(value), tag)
    if (kind === 'percent') return formatPercent(Number(value), tag)
    const formatDay = (text: string) => formatDate(text, { locale: tag, zone }, 'medium')
    if (kind === 'date') return formatDay(String(value))
    if (kind === 'period') return [...new Set(String(value).split('/'))].map(formatDay).join(' – ')
    if (kind === 'word') return words[value as LabelName]
    const text = cleanTexts(String(value)).join(' ')
    return kind === 'code' ? forceLeftToRight(text, dir) : isolate(text)
  }
  const renderLabel = (name: LabelName, { percent, base, kind, count, country }: Partial<Sum> = {}) => {
    const label = fillLabel(words[name], {
      ...(percent !== undefined && { rate: formatPercent(percent, tag) }),
      ...(base !== undefined && { base: formatPlainAmount(base, currency, tag) }),
      ...(kind && { kind: words[kind] }),
      ...(count !== undefined && { count: formatQuantity(count, tag) }),
    })
    return country ? fillLabel(words.ofCountry, { label, country: getCountryName(country, tag) ?? country }) : label
  }
  const name = cleanTexts(issuer.name).join('')
  const home = issuer.address?.countryCode
  const recipientLabel = RECIPIENT_LABELS[printed.kind]
  const address = layOutAddress(issuer.address, tag, recipient.address?.countryCode ?? home)
  const wide = Math.max(
    0,
    printed.columns.findIndex(({ kind }) => kind === 'text'),
  )
  return {
    lang: locale.language,
    region: locale.region ?? null,
    dir,
    paper: US_LETTER_REGIONS.has(locale.region ?? '') ? 'us-letter' : 'a4',
    colour: issuer.colour,
    title: [words[printed.kind], ...cleanTexts(number).map((each) => forceLeftToRight(each, dir))].join(' '),
    kind: words[printed.kind],
    number: number && forceLeftToRight(number, dir),
    mark: mark && words[mark],
    watermark: mark && words[mark].toLocaleUpperCase(tag),
    at: new Date(printed.at).toISOString().split(/\D/).slice(0, 6).map(Number),
    issuer: {
      name: isolate(name),
      sender: [name, ...layOutAddress(issuer.address, tag, home)].map(isolate).join(' · '),
      address: address.map(isolate),
      contact: cleanTexts(issuer.phone, issuer.email, issuer.website?.replace(/^https?:\/\/|\/$/g, '')).map((each) =>
        forceLeftToRight(each, dir),
      ),
      ids: [
        ...cleanTexts(issuer.vatId).map((id) => `${words.taxId}: ${forceLeftToRight(id, dir)}`),
        ...cleanTexts(issuer.taxId).map(
          (id) => `${issuer.vatId ? words.taxNumber : words.taxId}: ${forceLeftToRight(id, dir)}`,
        ),
        ...cleanTexts(issuer.registration).map(isolate),
      ],
      logo: issuer.logo && `data:${issuer.logo.type};base64,${issuer.logo.content.toString('base64')}`,
    },
    recipient: {
      label: recipientLabel ? words[recipientLabel] : null,
      lines: cleanTexts(recipient.name, recipient.contact, ...layOutAddress(recipient.address, tag, home)).map(isolate),
    },
    facts: printed.facts
      .filter(({ value }) => value !== null)
      .map(({ label: name, kind, value }): Pair => [renderLabel(name), formatValue(value, kind)]),
    columns: printed.columns.map(({ label: name, kind }, i) => ({
      label: kind === 'money' && name === 'amount' ? `${renderLabel(name)} (${currency})` : renderLabel(name),
      align: i === wide || START_ALIGNED.has(kind) ? 'start' : 'end',
      wide: i === wide,
    })),
    rows: printed.rows.map(({ cells, note }) => ({
      cells: cells.map((value, i) => formatValue(value, printed.columns[i]?.kind ?? 'text')),
      note: note ? isolate(cleanTexts(note).join(' ')) : null,
    })),
    sums: printed.sums.map(({ label: name, amount, strong = false, ...rest }) => ({
      label: renderLabel(name, rest),
      amount: strong ? formatMoney(amount, currency, tag) : formatPlainAmount(amount, currency, tag),
      strong,
    })),
    remarks: (printed.remarks ?? []).map(({ label: name, text }) => isolate(cleanTexts(words[name], text).join(': '))),
    ages: printed.ages ? { heading: words.aging, pairs: layOutAges(printed.ages, currency, tag, words, dir) } : null,
    payment: layOutPayment(printed, words, tag, dir),
    notes: printed.notes ? { heading: words.notes, lines: splitLines(printed.notes).map(isolate) } : null,
    footer: splitLines(issuer.footer).map(isolate),
    page: words.page,
    download: words.download,
  }
}
