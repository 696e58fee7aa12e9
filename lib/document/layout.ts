import { date, money } from '../platform/locale/formats.ts'
import { percent, plainAmount, quantity } from './amounts.ts'
import type { Ages, Kind, Letterhead, PostalAddress, PrintedDocument, Value } from './printed.ts'
import { filled, type LabelName, spokenIn, type Words } from './words/words.ts'

type Pair = readonly [label: string, value: string]

/** A document as it is read: every text in its language and form, in the order in which it stands. */
export interface Layout {
  lang: string
  region: string | null
  dir: 'ltr' | 'rtl'
  paper: 'a4' | 'us-letter'
  colour: string
  /** Such as `Invoice INV-2026-00001`. */
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
  ages: { heading: string; pairs: Pair[] } | null
  payment: { heading: string; request: string; pairs: Pair[] } | null
  notes: { heading: string; lines: string[] } | null
  footer: string[]
  page: string
  download: string
}

const LATIN = /[\p{Script=Latin}\p{N}]/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Keeps text of the other direction from taking the signs around it with it. */
const isolated = (text: string, dir: Layout['dir']) =>
  (dir === 'rtl' ? LATIN : RIGHT_TO_LEFT).test(text) ? `\u2068${text}\u2069` : text

const ltr = (text: string, dir: Layout['dir']) => (dir === 'rtl' ? `\u2066${text}\u2069` : text)

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
/** Signs that turn what follows them around; names and descriptions have no need of them. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]+/g

const present = (...texts: (string | null | undefined)[]): string[] =>
  texts.map((text) => text?.replace(TURNING, '').replace(CONTROLS, ' ').trim() ?? '').filter(Boolean)

const linesOf = (text: string | null): string[] => (text ? present(...text.split(/\r?\n/)) : [])

const countryName = (code: string, locale: string) => new Intl.DisplayNames([locale], { type: 'region' }).of(code)

/** The country is named where it is another one than the sender's. */
const addressLines = (address: PostalAddress | null, locale: string, home?: string | null): string[] => {
  if (!address) return []
  const { line1, line2, postalCode, city, region, countryCode } = address
  const country = countryCode && countryCode !== home ? countryName(countryCode, locale) : null
  return present(line1, line2, present(postalCode, city).join(' '), region, country)
}

const ibanInGroups = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ')

const bankPairs = (
  { accountHolder, bankName, iban, bic }: NonNullable<Letterhead['bankAccount']>,
  words: Words,
  dir: Layout['dir'],
): Pair[] => [
  ...present(accountHolder).map((each): Pair => [words.accountHolder, isolated(each, dir)]),
  ...present(bankName).map((each): Pair => [words.bank, isolated(each, dir)]),
  ...present(iban).map((each): Pair => [words.iban, ltr(ibanInGroups(each), dir)]),
  ...present(bic).map((each): Pair => [words.bic, ltr(each, dir)]),
]

const agePairs = (ages: Ages, currency: string, tag: string, words: Words, dir: Layout['dir']): Pair[] => {
  const since = (days: string, amount: number): Pair => [
    filled(words.overdue, { days: ltr(days, dir) }),
    plainAmount(amount, currency, tag),
  ]
  const range = (from: number, to: number) => [from, to].map((days) => quantity(days, tag)).join('–')
  return [
    [words.notDue, plainAmount(ages.current, currency, tag)],
    since(range(1, 30), ages.days1To30),
    since(range(31, 60), ages.days31To60),
    since(range(61, 90), ages.days61To90),
    since(`> ${quantity(90, tag)}`, ages.days90Plus),
  ]
}

const STARTING: ReadonlySet<Kind> = new Set(['text', 'code', 'word', 'date'])
const LETTER = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO'])

/** What a document says, in the language and the forms of its locale. Nothing is reckoned here. */
export const layOut = (printed: PrintedDocument): Layout => {
  const { issuer, recipient, currency, zone, number, payment, mark } = printed
  const { locale, words } = spokenIn(printed.locale)
  const tag = locale.toString()
  const dir = words.download === '' || !['ar', 'he', 'fa', 'ur'].includes(locale.language) ? 'ltr' : 'rtl'
  const own = (text: string) => isolated(text, dir)
  const written = (value: Value, kind: Kind): string => {
    if (value === null) return ''
    if (kind === 'money') return plainAmount(Number(value), currency, tag)
    if (kind === 'quantity') return quantity(Number(value), tag)
    if (kind === 'percent') return percent(Number(value), tag)
    const day = (text: string) => date(text, { locale: tag, zone }, 'medium')
    if (kind === 'date') return day(String(value))
    if (kind === 'period') return [...new Set(String(value).split('/'))].map(day).join(' – ')
    if (kind === 'word') return words[value as LabelName]
    const text = present(String(value)).join(' ')
    return kind === 'code' ? ltr(text, dir) : own(text)
  }
  const label = (name: LabelName, rate?: number) =>
    filled(words[name], rate === undefined ? {} : { rate: percent(rate, tag) })
  const name = present(issuer.name).join('')
  const home = issuer.address?.countryCode
  const address = addressLines(issuer.address, tag, recipient.address?.countryCode ?? home)
  const wide = Math.max(
    0,
    printed.columns.findIndex(({ kind }) => kind === 'text'),
  )
  return {
    lang: locale.language,
    region: locale.region ?? null,
    dir,
    paper: LETTER.has(locale.region ?? '') ? 'us-letter' : 'a4',
    colour: issuer.colour,
    title: [words[printed.kind], ...present(number).map((each) => ltr(each, dir))].join(' '),
    kind: words[printed.kind],
    number: number && ltr(number, dir),
    mark: mark && words[mark],
    watermark: mark && words[mark].toLocaleUpperCase(tag),
    at: new Date(printed.at).toISOString().split(/\D/).slice(0, 6).map(Number),
    issuer: {
      name: own(name),
      sender: [name, ...addressLines(issuer.address, tag, home)].map(own).join(' · '),
      address: address.map(own),
      contact: present(issuer.phone, issuer.email, issuer.website?.replace(/^https?:\/\/|\/$/g, '')).map((each) =>
        ltr(each, dir),
      ),
      ids: [
        ...present(issuer.taxId).map((id) => `${words.taxId}: ${ltr(id, dir)}`),
        ...present(issuer.registration).map(own),
      ],
      logo: issuer.logo && `data:${issuer.logo.type};base64,${issuer.logo.content.toString('base64')}`,
    },
    recipient: {
      label: printed.kind === 'invoice' ? words.billTo : null,
      lines: present(recipient.name, recipient.contact, ...addressLines(recipient.address, tag, home)).map(own),
    },
    facts: printed.facts
      .filter(({ value }) => value !== null)
      .map(({ label: name, kind, value }): Pair => [label(name), written(value, kind)]),
    columns: printed.columns.map(({ label: name, kind }, i) => ({
      label: kind === 'money' && name === 'amount' ? `${label(name)} (${currency})` : label(name),
      align: i === wide || STARTING.has(kind) ? 'start' : 'end',
      wide: i === wide,
    })),
    rows: printed.rows.map(({ cells, note }) => ({
      cells: cells.map((value, i) => written(value, printed.columns[i]?.kind ?? 'text')),
      note: note ? own(present(note).join(' ')) : null,
    })),
    sums: printed.sums.map(({ label: name, amount, percent: rate, strong = false }) => ({
      label: label(name, rate),
      amount: strong ? money(amount, currency, tag) : plainAmount(amount, currency, tag),
      strong,
    })),
    ages: printed.ages ? { heading: words.aging, pairs: agePairs(printed.ages, currency, tag, words, dir) } : null,
    payment: payment && {
      heading: words.payment,
      request: filled(words.pleasePay, {
        amount: money(payment.amount, currency, tag),
        date: date(payment.dueDate, { locale: tag, zone }, 'long'),
      }),
      pairs: [
        ...(issuer.bankAccount ? bankPairs(issuer.bankAccount, words, dir) : []),
        ...present(payment.reference).map((each): Pair => [words.reference, ltr(each, dir)]),
      ],
    },
    notes: printed.notes ? { heading: words.notes, lines: linesOf(printed.notes).map(own) } : null,
    footer: linesOf(issuer.footer).map(own),
    page: words.page,
    download: words.download,
  }
}
