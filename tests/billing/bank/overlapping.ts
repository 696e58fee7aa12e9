import fc from 'fast-check'
import { seeded } from '../../support/faults.ts'
import { aCamt } from './camt.ts'

/** A payment as it truly happened, whatever files say of it. */
export interface Truth {
  day: number
  cents: number
  name: string
  iban: string
  text: string
  reference: string
  endToEndId: string
}

/** Layouts of files, of which a bank offers several for one account. */
export const LAYOUTS = {
  camt053: { format: 'camt053', hasAccount: true, hasReference: true, cut: 140 },
  camt052: { format: 'camt052', hasAccount: true, hasReference: true, cut: 27 },
  csv: { format: 'csv', hasAccount: true, hasReference: true, cut: 27 },
  csvWithoutAccount: { format: 'csv', hasAccount: false, hasReference: false, cut: 20 },
} as const
export type LayoutName = keyof typeof LAYOUTS

/** A file that contains some of the payments, in its own order and writing. */
export interface Given {
  layout: LayoutName
  members: readonly Truth[]
  seed: number
}

export const MAPPED = {
  csv: {
    date: 'Tag',
    amount: 'Betrag',
    name: 'Name',
    iban: 'IBAN',
    text: ['Zweck'],
    reference: 'Ref',
    endToEndId: 'E2E',
  },
  csvWithoutAccount: { date: 'Tag', amount: 'Betrag', name: 'Name', text: ['Zweck'] },
} as const

export const OWN_ACCOUNT = 'DE89370400440532013000'

const PAYERS = [
  { name: 'Anna Muster', iban: 'DE02120300000000202051' },
  { name: 'Anna Muster', iban: 'DE02500105170137075030' },
  { name: 'Jürgen Müller', iban: '' },
  { name: 'Bert Beispiel', iban: '' },
  { name: 'Stadtwerke Musterstadt Netz und Vertrieb GmbH', iban: 'DE02100500000054540402' },
  { name: 'Stadtwerke Musterstadt Netz GmbH', iban: 'DE02300209000106531065' },
] as const

const NO_REFERENCES = ['', 'NOTPROVIDED', 'NONREF', 'Non Ref', 'n/a', '-', ' notprovided ']

/** A few values of each, so that many payments agree in all but one of them. */
const aTruth = fc.record({
  day: fc.integer({ min: 1, max: 2 }),
  cents: fc.constantFrom(5000, -5000, 123_450),
  payer: fc.constantFrom(...PAYERS),
  text: fc.constantFrom('Danke', 'Rechnung 1', 'Rechnung 12'),
  reference: fc.constantFrom('', '', 'R-1', 'R-2'),
  endToEndId: fc.constantFrom('', '', 'E-1'),
})

/** The least that files of any of these layouts show of a payment. */
const seeAll = ({ day, cents, name, text }: Truth) => JSON.stringify([day, cents, name.slice(0, 20), text])

/** What a file of one layout shows of a payment. */
const seeIn = (layout: LayoutName) => (truth: Truth) => {
  const { hasAccount, hasReference, cut } = LAYOUTS[layout]
  const party = hasAccount && truth.iban ? truth.iban : truth.name.slice(0, cut)
  return JSON.stringify([
    truth.day,
    truth.cents,
    party,
    truth.text,
    hasReference && [truth.reference, truth.endToEndId],
  ])
}

/**
 * Splits a list into files that overlap at random. Payments that files cannot tell apart are together in one of them at
 * least, since nobody could count them otherwise.
 */
const split = (
  truths: readonly Truth[],
  layouts: readonly LayoutName[],
  seeds: readonly number[],
  isMixed: boolean,
) => {
  const files = seeds.map((seed) => {
    const random = seeded(seed)
    const layout = layouts[Math.floor(random() * layouts.length)] as LayoutName
    return { layout, seed, members: new Set(truths.filter(() => random() < 0.5)) }
  })
  const see = isMixed ? seeAll : seeIn(layouts[0] as LayoutName)
  for (const [i, alike] of [...Map.groupBy(truths, see).values()].entries()) {
    const whole = files[((seeds[0] ?? 0) + i) % files.length]
    if (!files.some(({ members }) => alike.every((truth) => members.has(truth))))
      for (const truth of alike) whole?.members.add(truth)
  }
  return files.map(({ members, ...file }): Given => ({ ...file, members: [...members] }))
}

/** True lists of payments, and files of these layouts into which each is split. */
export const aSplit = (layouts: readonly LayoutName[], isMixed = false, maxFiles = 5) =>
  fc
    .record({
      given: fc.array(aTruth, { minLength: 1, maxLength: 8 }),
      seeds: fc.array(fc.nat(), { minLength: 2, maxLength: maxFiles }),
    })
    .map(({ given, seeds }) => {
      // A bank gives one reference to no two entries that differ in what their payers wrote.
      const truths = given.map(({ payer, ...truth }): Truth => {
        const reference = truth.reference && `${truth.reference}-${truth.text.length}`
        return { ...truth, ...payer, reference }
      })
      return { truths, files: split(truths, layouts, seeds, isMixed) }
    })

const decimal = (cents: number) => (Math.abs(cents) / 100).toFixed(2)

/** Writes a file as a bank would on some day: in any order, with other words for nothing, and names cut or not. */
export const writeFile = ({ layout, members, seed }: Given): string => {
  const random = seeded(seed + 1)
  const choose = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const { format, hasAccount, cut } = LAYOUTS[layout]
  const rows = members
    .map((truth) => ({ truth, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ truth }) => {
      const isCut = !hasAccount || (truth.iban && random() < 0.5)
      const name = isCut ? truth.name.slice(0, cut) : truth.name
      const written = choose([name, name.normalize('NFD'), name.toUpperCase(), name.replaceAll(' ', '  ')])
      const [reference, endToEndId] = [truth.reference, truth.endToEndId].map((text) => text || choose(NO_REFERENCES))
      return { ...truth, name: written, reference: reference ?? '', endToEndId: endToEndId ?? '' }
    })
  if (format !== 'csv')
    return aCamt(
      {
        account: OWN_ACCOUNT,
        entries: rows.map(({ day, cents, ...row }) => ({
          ...{ ...row, amount: decimal(cents), sign: cents < 0 ? ('DBIT' as const) : ('CRDT' as const) },
          ...{ booked: `2026-11-0${day}`, reference: row.reference.trim(), endToEndId: row.endToEndId.trim() },
        })),
      },
      '08',
      'UTF-8',
      format,
    )
  const amount = (cents: number) => {
    const text = (cents / 100).toFixed(2).replace('.', ',')
    return choose([text, text.replace(/(\d)(\d{3},)/, '$1.$2'), `${text} €`])
  }
  const lines = rows.map((row) => [
    ...[`0${row.day}.11.2026`, amount(row.cents), row.name],
    ...(hasAccount ? [row.iban.replaceAll(/(.{4})/g, '$1 ')] : []),
    ...[choose([row.text, `${row.text} `, row.text.toUpperCase()])],
    ...(hasAccount ? [row.reference, row.endToEndId] : []),
  ])
  const header = hasAccount ? 'Tag;Betrag;Name;IBAN;Zweck;Ref;E2E' : 'Tag;Betrag;Name;Zweck'
  return [header, ...lines.map((cells) => cells.join(';')), ';100,00;Summe'].join('\n')
}

const fold = (name: string) => name.normalize('NFC').toUpperCase().replaceAll(/\s+/g, ' ').slice(0, 20)

/** The payments as far as every layout shows them, in a fixed order. */
export const describeTruths = (truths: readonly Truth[]) =>
  truths.map(({ day, cents, name, text }) => [`2026-11-0${day}`, cents, fold(name), text.toUpperCase()].join()).sort()

interface Listed {
  bookedOn: string
  direction: string
  amount: number
  counterpartyName: string | null
  counterpartyAccount: string | null
  text: string | null
}

/** The same of the entries that the platform has. */
export const describeEntries = (entries: readonly Listed[]) =>
  entries
    .map(({ bookedOn, direction, amount, counterpartyName, text }) =>
      [bookedOn, direction === 'debit' ? -amount : amount, fold(counterpartyName ?? ''), text?.toUpperCase()].join(),
    )
    .sort()
