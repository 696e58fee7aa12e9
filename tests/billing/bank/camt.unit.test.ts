import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBalances } from '../../../lib/billing/bank-statements/reading/check-balances.ts'
import { parseAmount } from '../../../lib/billing/bank-statements/reading/parse-amount.ts'
import { readCamt } from '../../../lib/billing/bank-statements/reading/read-camt.ts'
import { findXmlFault } from '../../../lib/storage/checks/find-xml-fault.ts'
import { aCamt, aTransaction, type GivenEntry, type GivenStatement } from './camt.ts'

const read = (given: GivenStatement | GivenStatement[]) => {
  const { statements, faults } = readCamt(aCamt(given), 'camt053')
  expect(faults).toEqual([])
  return statements
}
const readEntries = (...entries: GivenEntry[]) => read({ entries })[0]?.lines ?? []

describe('a CAMT.053', () => {
  it.each(['02', '03', '04', '06', '08', '10', '13'])('is read in the version 001.%s', (version) => {
    const { statements } = readCamt(aCamt({ entries: [{ text: 'INV-2026-00001' }] }, version), 'camt053')
    expect(statements[0]?.lines[0]).toMatchObject({ amount: 11_900, direction: 'credit', text: 'INV-2026-00001' })
  })

  it('is read with any prefix of its namespace', () => {
    const xml = aCamt({ entries: [{}] })
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:')
      .replace('xmlns=', 'xmlns:ns2=')
    expect(readCamt(xml, 'camt053').statements[0]?.lines).toHaveLength(1)
  })

  it('has an entry of its own for each transaction, with its own amount, sign and references', () => {
    const details = [
      aTransaction({ amount: '20.00', endToEndId: 'A', name: 'Ada', text: 'one', reference: 'R1' }),
      aTransaction({ amount: '30.00', endToEndId: 'B', name: 'Bea', text: 'two', reference: 'R2' }),
      aTransaction({ amount: '5.00', sign: 'DBIT', text: 'fee' }),
    ]
    const lines = readEntries({ amount: '45.00', details, reference: 'BATCH', info: 'three payments' })
    expect(
      lines.map(({ amount, direction, endToEndId, text, bankReference }) => [
        amount,
        direction,
        endToEndId,
        text,
        bankReference,
      ]),
    ).toEqual([
      [2000, 'credit', 'A', 'one', 'R1'],
      [3000, 'credit', 'B', 'two', 'R2'],
      [500, 'debit', null, 'fee', 'BATCH'],
    ])
  })

  it('takes of a transaction in another currency what was booked', () => {
    const foreign = (booked: string) =>
      `<TxDtls><Amt Ccy="USD">99.00</Amt><AmtDtls><TxAmt><Amt Ccy="EUR">${booked}</Amt></TxAmt></AmtDtls></TxDtls>`
    const lines = readEntries({ amount: '45.00', details: [foreign('20.00'), foreign('25.00')] })
    expect(lines.map(({ amount }) => amount)).toEqual([2000, 2500])
  })

  it('keeps an entry whole if the amounts of its transactions are missing or add up to something else', () => {
    for (const details of [
      [aTransaction({ text: 'one' }), aTransaction({ text: 'two' })],
      [aTransaction({ amount: '20.00', text: 'one' }), aTransaction({ amount: '20.00', text: 'two' })],
    ])
      expect(readEntries({ amount: '45.00', details, info: 'batch' })).toMatchObject([{ amount: 4500, text: 'batch' }])
  })

  it('takes the text of the entry only where it has one transaction or none', () => {
    expect(readEntries({ details: [], info: 'Account fee' })).toMatchObject([{ text: 'Account fee' }])
    expect(readEntries({ details: [aTransaction({ name: 'Ada' })], info: 'Rent' })).toMatchObject([{ text: 'Rent' }])
  })

  it('repeats the text of the entry in none of its transactions', () => {
    const details = [aTransaction({ amount: '20.00' }), aTransaction({ amount: '25.00', text: 'own' })]
    const lines = readEntries({ amount: '45.00', details, info: 'two payments' })
    expect(lines.map(({ text }) => text)).toEqual([null, 'own'])
  })

  it('contains booked entries only', () => {
    const pending = { amount: '7.00', status: '<Cd>PDNG</Cd>' }
    expect(readEntries({ status: 'BOOK' }, pending, { status: 'PDNG' }, { status: '<Cd>INFO</Cd>' })).toHaveLength(1)
  })

  it('may contain several statements', () => {
    const statements = read([
      { id: '1', entries: [{}] },
      { id: '2', account: 'DE02120300000000202051', entries: [{}, {}] },
    ])
    expect(statements.map(({ account, lines }) => [account, lines.length])).toEqual([
      ['DE89370400440532013000', 1],
      ['DE02120300000000202051', 2],
    ])
  })

  it('names the other party, also of a returned payment, and no placeholder for a reference', () => {
    const other = { name: 'Ada', iban: 'DE02120300000000202051' }
    expect(readEntries({ ...other, endToEndId: 'NOTPROVIDED' })).toMatchObject([
      { counterpartyName: 'Ada', counterpartyAccount: other.iban, endToEndId: null },
    ])
    const [returned] = readEntries({ ...other, sign: 'DBIT', returnReason: 'AC04', endToEndId: 'E1' })
    expect(returned).toMatchObject({ returnReason: 'AC04', endToEndId: 'E1', direction: 'debit' })
  })

  it.each([
    ['no XML', 'a,b'],
    ['another document', '<Document><BkToCstmrDbtCdtNtfctn/></Document>'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "c">]><Document><BkToCstmrStmt><Stmt/></BkToCstmrStmt></Document>'],
  ])('is refused if it is %s', (_, xml) => {
    expect(readCamt(xml, 'camt053')).toEqual({ statements: [], faults: [expect.stringContaining('no CAMT.053')] })
  })

  it.each<[string, GivenEntry]>([
    ['has no valid amount', { amount: '1.234' }],
    ['has no valid amount', { amount: '-5.00' }],
    ['is in USD', { currency: 'USD' }],
    ['has no valid day', { booked: '2026-02-30' }],
    ['is neither', { sign: 'X' as 'CRDT' }],
  ])('is refused if an entry %s', (fault, entry) => {
    expect(readCamt(aCamt({ entries: [entry], closing: '0.00' }), 'camt053').faults).toEqual([
      expect.stringContaining(fault),
    ])
  })

  it('is refused without an opening and a closing balance', () => {
    const { faults } = readCamt(aCamt({ balances: '<Bal/>' }), 'camt053')
    expect(faults).toEqual([expect.stringContaining('no valid opening and closing balance')])
  })

  it('is read in Latin-1 if it declares so, and checked in that encoding', () => {
    const xml = Buffer.from(aCamt({ entries: [{ name: 'Müller' }] }, '08', 'ISO-8859-1'), 'latin1')
    expect(findXmlFault(xml)).toBeUndefined()
    expect(
      findXmlFault(Buffer.from(String(xml.toString('latin1')).replace('ISO-8859-1', 'UTF-8'), 'latin1')),
    ).toContain('encod')
  })
})

describe('a CAMT.052', () => {
  const readReport = (given: GivenStatement) => readCamt(aCamt(given, '08', 'UTF-8', 'camt052'), 'camt052')

  it('is read with its booked entries, with balances or without', () => {
    const entries = [{ text: 'booked' }, { text: 'pending', status: '<Cd>PDNG</Cd>' }]
    for (const given of [{ entries }, { entries, balances: '' }, { entries, opening: '5.00', closing: '900.00' }]) {
      const { statements, faults } = readReport(given)
      expect(faults).toEqual([])
      expect(statements[0]?.lines).toMatchObject([{ text: 'booked', amount: 11_900 }])
      expect(statements[0]?.closingBalance).toBe('opening' in given || 'balances' in given ? null : 11_900)
    }
  })

  it('is refused as a CAMT.053 with its format, and the other way round', () => {
    expect(readCamt(aCamt({}, '08', 'UTF-8', 'camt052'), 'camt053').faults).toEqual([
      'The file is no CAMT.053, or contains no statement; it is a CAMT.052, with the format camt052.',
    ])
    expect(readCamt(aCamt({}), 'camt052').faults).toEqual([expect.stringContaining('with the format camt053')])
  })
})

describe('balances', () => {
  const check = (given: GivenStatement) => {
    const [statement] = readCamt(aCamt(given), 'camt053').statements
    if (!statement) throw new Error('the statement was not read')
    return checkBalances(statement)
  }
  const reversal = { amount: '20.00', isReversal: true }

  it('decide whether a reversal has its own sign or that of the original', () => {
    const asWritten = check({ closing: '139.00', entries: [{}, reversal] })
    expect(asWritten).toMatchObject({ lines: [{ direction: 'credit' }, { direction: 'credit' }] })
    const turned = check({ closing: '99.00', entries: [{}, reversal] })
    expect(turned).toMatchObject({ lines: [{ direction: 'credit' }, { direction: 'debit' }] })
  })

  it('that contradict the entries are reported with the figures', () => {
    const { fault } = check({ opening: '10.00', closing: '100.00', entries: [{}] }) as { fault: string }
    for (const figure of ['10.00 EUR', '119.00 EUR', '129.00 EUR', '100.00 EUR']) expect(fault).toContain(figure)
  })

  it('agree exactly if opening and entries add up to closing, for any amounts', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 })
    const entry = fc.record({ amount: cents, sign: fc.constantFrom('CRDT' as const, 'DBIT' as const) })
    const decimal = (amount: number) => (amount / 100).toFixed(2)
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.array(entry, { maxLength: 8 }),
        fc.integer({ min: -1, max: 1 }),
        (opening, entries, off) => {
          const sum = entries.reduce((total, { amount, sign }) => total + (sign === 'CRDT' ? amount : -amount), opening)
          const given = entries.map(({ amount, sign }) => ({ amount: decimal(amount), sign }))
          const result = check({ opening: decimal(opening), closing: decimal(sum + off), entries: given })
          expect('lines' in result).toBe(off === 0)
        },
      ),
    )
  })
})

describe('an amount', () => {
  it.each([
    ['12.5', 'EUR', 1250],
    ['12.50000', 'EUR', 1250],
    ['+7', 'JPY', 7],
    ['1.2345', 'EUR', undefined],
    ['1,00', 'EUR', undefined],
    ['999999999999999999', 'EUR', undefined],
    ['', 'EUR', undefined],
  ])('%s %s is %s minor units', (text, currency, expected) => {
    expect(parseAmount(text, currency)).toBe(expected)
  })
})
