import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BankLine } from '../../../lib/billing/bank-entries/bank-entry.ts'
import type { CsvReading } from '../../../lib/billing/bank-statements/bank-statement.ts'
import { completeLine } from '../../../lib/billing/bank-statements/pairing/compare-lines.ts'
import { hashBucket, hashTraits, nameLayout } from '../../../lib/billing/bank-statements/pairing/hash-traits.ts'
import { type KnownLine, pairLines } from '../../../lib/billing/bank-statements/pairing/pair-lines.ts'
import { readCamt } from '../../../lib/billing/bank-statements/reading/read-camt.ts'
import { readCsv } from '../../../lib/billing/bank-statements/reading/read-csv.ts'
import {
  aSplit,
  describeEntries,
  describeTruths,
  type Given,
  LAYOUTS,
  type LayoutName,
  MAPPED,
  OWN_ACCOUNT,
  writeFile,
} from './overlapping.ts'

const buildReading = (layout: LayoutName): CsvReading | null =>
  layout === 'csv' || layout === 'csvWithoutAccount'
    ? {
        account: OWN_ACCOUNT,
        mapping: {
          ...{ delimiter: ';', encoding: 'utf-8', decimalSeparator: ',', dateFormat: 'DD.MM.YYYY', currency: 'EUR' },
          columns: { ...MAPPED[layout], text: [...MAPPED[layout].text] },
        },
        openingBalance: null,
        closingBalance: null,
      }
    : null

const readFile = (given: Given): { layout: string; lines: BankLine[] } => {
  const { format } = LAYOUTS[given.layout]
  const csv = buildReading(given.layout)
  const text = writeFile(given)
  const { statements, faults } = csv || format === 'csv' ? readCsv(text, csv as CsvReading) : readCamt(text, format)
  // A CSV without a row is no statement.
  if (given.members.length) expect(faults).toEqual([])
  return { layout: nameLayout({ format, csv }), lines: statements.flatMap(({ lines }) => lines) }
}

/** Imports files as the worker does, into a list. */
const importFiles = (files: readonly Given[]): KnownLine[] => {
  const entries: KnownLine[] = []
  for (const file of files) {
    const { layout, lines } = readFile(file)
    for (const [bucket, own] of Map.groupBy(lines, hashBucket)) {
      const given = own.map((line) => ({ line, traits: hashTraits(line) }))
      const known = entries.filter((entry) => hashBucket(entry) === bucket)
      const found = pairLines(layout, given, known)
      for (const [i, { line, traits }] of given.entries()) {
        const entry = found[i]
        if (entry) Object.assign(entry, completeLine(entry, line), { saidAs: { ...entry.saidAs, [layout]: traits } })
        else entries.push({ ...line, saidAs: { [layout]: traits } })
      }
    }
  }
  return entries
}

const RUNS = { numRuns: 400 }

describe('files that overlap', () => {
  it.each(Object.keys(LAYOUTS) as LayoutName[])(
    'of the layout %s give exactly the payments that happened',
    (layout) => {
      fc.assert(
        fc.property(aSplit([layout]), ({ truths, files }) => {
          expect(describeEntries(importFiles(files))).toEqual(describeTruths(truths))
        }),
        RUNS,
      )
    },
  )

  it('of several layouts of one account give exactly the payments that happened', () => {
    fc.assert(
      fc.property(aSplit(Object.keys(LAYOUTS) as LayoutName[], true), ({ truths, files }) => {
        const entries = importFiles(files)
        expect(describeEntries(entries)).toEqual(describeTruths(truths))
        for (const { counterpartyAccount } of entries)
          if (counterpartyAccount) expect(truths.map(({ iban }) => iban)).toContain(counterpartyAccount)
      }),
      RUNS,
    )
  })
})
