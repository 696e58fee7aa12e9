import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../lib/billing/bank-statements/read-csv.ts'
import type { CsvMapping } from '../../../schemas/billing/bank/csv-mapping.ts'

const MAPPING: CsvMapping = {
  delimiter: ';',
  encoding: 'utf-8',
  decimalSeparator: ',',
  dateFormat: 'DD.MM.YYYY',
  rowsBeforeHeader: 0,
  currency: 'EUR',
  columns: { date: 'Tag', amount: 'Betrag', name: 'Name', iban: 'IBAN', text: ['Zweck', 'Mehr'] },
}
const read = (rows: string[], mapping: Partial<CsvMapping> = {}) =>
  readCsv(rows.join('\r\n'), {
    account: 'DE89370400440532013000',
    mapping: { ...MAPPING, ...mapping },
    openingBalance: null,
    closingBalance: null,
  })
const HEADER = 'Tag;Betrag;Name;IBAN;Zweck;Mehr'

describe('a CSV', () => {
  it('is read by its mapping, with quotes, line breaks in cells, a byte order mark and blank rows', () => {
    const { statements, faults } = read([
      `\uFEFF${HEADER}`,
      '02.03.2026;"1.234,56";"Ada ""A"" GmbH";DE02 1203 0000 0000 2020 51;"one\ntwo";INV-1',
      '',
      '3.3.2026;-5,00;=cmd|x;;;fee',
    ])
    expect(faults).toEqual([])
    expect(statements[0]?.lines).toMatchObject([
      {
        amount: 123_456,
        direction: 'credit',
        counterpartyName: 'Ada "A" GmbH',
        counterpartyAccount: 'DE02120300000000202051',
        text: 'one\ntwo INV-1',
        bookedOn: '2026-03-02',
      },
      { amount: 500, direction: 'debit', counterpartyName: '=cmd|x', text: 'fee', bookedOn: '2026-03-03' },
    ])
  })

  it('names every faulty row and continues behind it', () => {
    const rows = Array.from({ length: 20 }, (_, i) =>
      i === 16 ? '31.02.2026;1,00;;;;' : i === 18 ? '01.03.2026;1,005;;;;' : '01.03.2026;1,00;;;;',
    )
    expect(read([HEADER, ...rows]).faults).toEqual([
      'Row 17 after the header has no day as DD.MM.YYYY in the column Tag.',
      'Row 19 after the header has no valid amount.',
    ])
  })

  it('is refused if a mapped column is missing or there twice', () => {
    expect(read(['Tag;Betrag;Betrag;Name;IBAN;Zweck', '01.03.2026;1;1;;;']).faults).toEqual([
      'The header has the column Betrag 2 times.',
      'The header has no column Mehr.',
    ])
  })

  it.each<[string, string]>([
    ['-1.234,50', 'debit'],
    ['1.234,50-', 'debit'],
    ['\u22121\u00a0234,50', 'debit'],
    ['+1.234,50', 'credit'],
  ])('reads the amount %s as a %s', (amount, direction) => {
    expect(read([HEADER, `01.03.2026;${amount};;;;`]).statements[0]?.lines).toMatchObject([
      { amount: 123_450, direction },
    ])
  })

  it('may have a column for debits and one for credits, with or without a sign', () => {
    const columns = { date: 'Day', debit: 'Out', credit: 'In', currency: 'Cur' }
    const mapping = {
      delimiter: ',',
      decimalSeparator: '.',
      dateFormat: 'YYYY-MM-DD',
      currency: null,
      columns,
    } as const
    const { statements } = read(
      ['Day,Out,In,Cur', '2026-03-01,5.00,,EUR', '2026-03-01,-5.00,,EUR', '2026-03-01,,1.5,usd', 'Total,,,'],
      mapping,
    )
    expect(
      statements.map(({ currency, lines }) => [currency, lines.map(({ direction, amount }) => [direction, amount])]),
    ).toEqual([
      [
        'EUR',
        [
          ['debit', 500],
          ['debit', 500],
        ],
      ],
      ['USD', [['credit', 150]]],
    ])
  })

  it('may have rows above its header', () => {
    expect(
      read(['Kontoauszug;x', 'Stand;y', HEADER, '01.03.2026;1,00;;;;'], { rowsBeforeHeader: 2 }).statements[0]?.lines,
    ).toHaveLength(1)
  })

  it.each([
    ['nothing', ['']],
    ['a header alone', [HEADER]],
  ])('is refused if it contains %s', (_, rows) => {
    expect(read(rows).faults).toHaveLength(1)
  })
})
