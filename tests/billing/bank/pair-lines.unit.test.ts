import { expect, it } from 'vitest'
import type { BankLine } from '../../../lib/billing/bank-entries/bank-entry.ts'
import { hashTraits } from '../../../lib/billing/bank-statements/pairing/hash-traits.ts'
import { pairLines } from '../../../lib/billing/bank-statements/pairing/pair-lines.ts'

const aLine = (given: Partial<BankLine>): BankLine => ({
  ...{ account: 'DE89370400440532013000', direction: 'credit', isReversal: false, amount: 5000, currency: 'EUR' },
  ...{ bookedOn: '2026-11-02', valueOn: null, counterpartyName: 'Anna Muster', counterpartyAccount: null },
  ...{ text: null, structuredReference: null, endToEndId: null, bankReference: null, returnReason: null },
  ...given,
})
const anEntry = (given: Partial<BankLine>) => ({ ...aLine(given), saidAs: { camt053: hashTraits(aLine(given)) } })
const pair = (lines: readonly BankLine[], entries: ReturnType<typeof anEntry>[]) =>
  pairLines(
    'csv',
    lines.map((line) => ({ line, traits: hashTraits(line) })),
    entries,
  )

it('A line that could be several entries leaves to another line the only one that this can be.', () => {
  const entries = [anEntry({ text: 'Rechnung 1 EREF+E1' }), anEntry({ text: 'Rechnung 2 EREF+E2' })]
  const lines = [aLine({}), aLine({ text: 'Rechnung 1' })]
  expect(pair(lines, entries)).toEqual([entries[1], entries[0]])
})

it.each<[string, Partial<BankLine>, Partial<BankLine>]>([
  ['names', { counterpartyName: 'Anna' }, {}],
  ['accounts', { counterpartyAccount: 'DE02120300000000202051' }, { counterpartyAccount: 'DE02500105170137075030' }],
  [
    'an account and a name',
    { counterpartyName: null, counterpartyAccount: 'DE02120300000000202051' },
    { counterpartyAccount: null },
  ],
  ['references of the bank', { bankReference: 'R1' }, { bankReference: 'R2' }],
  ['references of the payer', { endToEndId: 'E1' }, { endToEndId: 'E2' }],
  ['days of value', { valueOn: '2026-11-02' }, { valueOn: '2026-11-03' }],
  ['texts', { text: 'Rechnung 1' }, { text: 'Rechnung 12' }],
])('Files of two layouts with different %s show two entries.', (_, line, entry) => {
  expect(pair([aLine(line)], [anEntry(entry)])).toEqual([undefined])
})

it.each<[string, Partial<BankLine>, Partial<BankLine>]>([
  [
    'a name that is cut',
    { counterpartyName: 'Stadtwerke Musterstadt' },
    { counterpartyName: 'STADTWERKE Musterstadt Netz' },
  ],
  ['a name only beside an account', {}, { counterpartyAccount: 'DE02120300000000202051' }],
  ['no party', { counterpartyName: null }, { counterpartyAccount: 'DE02120300000000202051' }],
  ['more around the text', { text: 'Rechnung 1' }, { text: 'EREF+E1 SVWZ+Rech nung 1' }],
  ['one reference of the bank', { bankReference: 'R1', text: 'a' }, { bankReference: 'R1', text: 'b' }],
])('Files of two layouts with %s show one entry.', (_, line, entry) => {
  const known = anEntry(entry)
  expect(pair([aLine(line)], [known])).toEqual([known])
})
