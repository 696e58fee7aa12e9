import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../lib/billing/bank-statements/reading/read-csv.ts'
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

  it.each<[',' | '.', string, number]>([
    [',', '1 234,50', 123_450],
    [',', '1\u202f234,50', 123_450],
    [',', '1\u2009234,50', 123_450],
    [',', '12.345.678,90', 1_234_567_890],
    [',', '1.234', 123_400],
    [',', '-12,34 €', -1234],
    [',', 'EUR 5,00-', -500],
    [',', '1.234,50 S', -123_450],
    [',', '1.234,50 H', 123_450],
    [',', '\u20135,00', -500],
    ['.', "1'234.50", 123_450],
    ['.', '1,234.50', 123_450],
    ['.', '(1,234.50)', -123_450],
    ['.', '5.00 DR', -500],
    ['.', '5.00CR', 500],
    ['.', '1,23,456.00', 12_345_600],
  ])('reads the amount of the separator %s, %s, as %i', (decimalSeparator, amount, cents) => {
    const { statements } = read([HEADER, `01.03.2026;${amount};;;;`], { decimalSeparator })
    expect(statements[0]?.lines).toMatchObject([{ amount: Math.abs(cents), direction: cents < 0 ? 'debit' : 'credit' }])
  })

  it.each<[',' | '.', string]>([
    [',', '99.90'],
    [',', '1234.50'],
    [',', '0.500'],
    [',', '1.23.456,00'],
    [',', '1.234 567,00'],
    [',', '1,23,456'],
    ['.', '12,50'],
    ['.', '1234,567.00'],
    ['.', '1.234.567'],
    ['.', '5.00 USD'],
    ['.', '-5.00-'],
    ['.', '-(5.00)'],
    ['.', '5.00 X'],
    ['.', 'n/a'],
  ])('has no valid amount of the separator %s in %s', (decimalSeparator, amount) => {
    expect(read([HEADER, `01.03.2026;${amount};;;;`], { decimalSeparator }).faults).toEqual([
      'Row 1 after the header has no valid amount.',
    ])
  })

  it('leaves out rows without a day or an amount, and totals and pending payments in the column of the day', () => {
    const columns = { date: 'Tag', debit: 'Soll', credit: 'Haben', name: 'Name' }
    const { statements, faults } = read(
      [
        'Tag;Soll;Haben;Name',
        '02.11.2026;;100,00;Anna',
        '03.11.2026;40,00;0,00;Bert',
        '03.11.2026;;;Info',
        ...[';40,00;100,00;Summe', 'Summe;40,00;100,00;', 'Gesamtsumme EUR:;;60,00;', 'Saldo per 30.11.2026;;60,00;'],
        ...['Total 2026;;1,00;', 'offen;3,00;;Shop'],
      ],
      { columns },
    )
    expect(faults).toEqual([])
    expect(statements[0]?.lines).toMatchObject([{ amount: 10_000 }, { amount: 4000, direction: 'debit' }])
  })

  it('refuses an amount with another text instead of a day, and one for both debit and credit', () => {
    const columns = { date: 'Tag', debit: 'Soll', credit: 'Haben' }
    const { faults } = read(['Tag;Soll;Haben', 'Summerau;;1,00', '01.03.2026;40,00;100,00'], { columns })
    expect(faults).toEqual([
      'Row 1 after the header has no day as DD.MM.YYYY in the column Tag.',
      'Row 2 after the header has an amount for both debit and credit.',
    ])
  })

  it('may have a column for the direction and one for the status', () => {
    const columns = { date: 'Tag', amount: 'Betrag', direction: 'SH', status: 'Status' }
    const { statements, faults } = read(
      [
        'Tag;Betrag;SH;Status',
        ...['01.03.2026;5,00;S;Gebucht', '01.03.2026;6,00;h;', '01.03.2026;-7,00;S;Umsatz gebucht'],
        ...['01.03.2026;8,00;S;Vorgemerkt', '01.03.2026;1,00;;', '01.03.2026;-1,00;H;', '01.03.2026;1,00;H;Rejected'],
      ],
      { columns },
    )
    expect(statements[0]?.lines.map(({ direction, amount }) => [direction, amount])).toEqual([
      ['debit', 500],
      ['credit', 600],
      ['debit', 700],
    ])
    expect(faults).toEqual([
      'Row 5 after the header says neither debit nor credit in the column SH.',
      'Row 6 after the header has a negative amount, but says credit in the column SH.',
      'Row 7 after the header has an unknown status in the column Status.',
    ])
  })

  it.each(['NONREF', ' notprovided', 'N/A', 'Non Ref', 'nicht angegeben', '-', '0000'])(
    'has no reference where it says %s',
    (nothing) => {
      const columns = { date: 'Tag', amount: 'Betrag', reference: 'Name', endToEndId: 'IBAN' }
      expect(read([HEADER, `01.03.2026;1,00;${nothing};${nothing};;`], { columns }).statements[0]?.lines).toMatchObject(
        [{ bankReference: null, endToEndId: null }],
      )
    },
  )

  it('may end its lines in each of the usual ways, also mixed', () => {
    const text = `Konto\rStand\r\n${HEADER}\n01.03.2026;1,00;;;;\r01.03.2026;2,00;;;;\r\n01.03.2026;3,00;;;;`
    expect(read([text], { rowsBeforeHeader: 2 }).statements[0]?.lines).toHaveLength(3)
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
