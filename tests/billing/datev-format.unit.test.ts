import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DatevPosting, post, requireAgreement, sumPostings } from '../../lib/billing/datev/datev-posting.ts'
import { encodeWindows1252, transliterate } from '../../lib/billing/datev/encode-windows1252.ts'
import { formatBatchHead, formatDocumentNumber, formatPostings } from '../../lib/billing/datev/format-batch.ts'

const POSTING: DatevPosting = {
  ...{ amount: 11_900, side: 'S', account: '10000', contraAccount: '8400', taxKey: '', day: '2026-03-05' },
  ...{ documentNumber: 'INV-2026-00042', text: 'Teehaus "Süd"; Kühn' },
}

const decode = (bytes: Buffer) => new TextDecoder('windows-1252').decode(bytes)

describe('the format of a batch', () => {
  it('is byte for byte what it was', () => {
    const head = formatBatchHead({
      ...{ consultant: 29098, client: 55003, fiscalYearStart: '2026-01-01', accountLength: 4 },
      ...{ from: '2026-03-01', to: '2026-03-31', chart: 'SKR03', name: 'Teehaus Süd' },
      at: new Date('2026-04-01T06:07:08.009Z'),
    })
    expect(decode(head).split('\r\n')[0]).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20260401060708009;;"RE";"";"";29098;55003;20260101;4;20260301;20260331;"Teehaus Süd";"";1;0;0;"EUR";;"";;;"03";;;"";""',
    )
    expect(decode(formatPostings([POSTING]))).toBe(
      `119,00;"S";;;;;10000;8400;;0503;"INV-2026-00042";;;"Teehaus ""Süd""; Kühn"${';'.repeat(111)}\r\n`,
    )
    expect(formatPostings([POSTING]).includes(0xfc)).toBe(true)
  })

  it('has one byte for each character, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = transliterate(text)
        expect(decode(encodeWindows1252(plain))).toBe(plain)
        expect(plain).not.toMatch(/\p{Cc}/u)
      }),
    )
  })

  it.each([
    ["=cmd|' /C calc'!A1", "'=cmd|' /C calc'!A1"],
    ['＝1+1', "'=1+1"],
    ['+49 Handel', "'+49 Handel"],
    ['－5', "'-5"],
    ['@home GmbH', "'@home GmbH"],
    ['"=1+1', '\'""=1+1'],
    ['\t\r\n=1+1', "'=1+1"],
    ['\uFEFF=1+1', "'=1+1"],
    ['\tTeehaus\r\nSüd', 'Teehaus  Süd'],
    ['Teehaus = Süd', 'Teehaus = Süd'],
  ])('has no text that a spreadsheet takes for a formula, and no control: %j', (given, text) => {
    const [line = ''] = decode(formatPostings([{ ...POSTING, text: given }])).split('\r\n')
    expect(line).toContain(`;;;"${text}";`)
    const name = {
      consultant: 29098,
      client: 55003,
      fiscalYearStart: '2026-01-01',
      accountLength: 4,
      chart: 'SKR03',
    } as const
    const head = formatBatchHead({ ...name, from: '2026-03-01', to: '2026-03-31', name: given, at: new Date() })
    expect(decode(head)).toContain(`;20260331;"${text}";`)
  })

  it('keeps the first sign of the number of a document, by which open items are matched and which can call nothing', () => {
    expect(formatDocumentNumber('-2026/42')).toBe('-2026/42')
    expect(formatDocumentNumber("=cmd|'/C calc'!A1")).toMatch(/^-cmd--\/C-calc--A1-[0-9a-f]{8}$/)
  })

  it('has texts of at most 60 characters with the apostrophe', () => {
    const [line = ''] = decode(formatPostings([{ ...POSTING, text: `=${'1'.repeat(80)}` }])).split('\r\n')
    expect(line).toContain(`;"'=${'1'.repeat(58)}";`)
  })

  it('has 125 cells and one line for each posting, whatever its texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, documentNumber) => {
        const [line = '', ...others] = decode(formatPostings([{ ...POSTING, text, documentNumber }])).split('\r\n')
        expect(others).toEqual([''])
        const bare = line.replace(/"(?:[^"]|"")*"/g, '')
        expect(bare.split(';')).toHaveLength(125)
      }),
    )
  })

  it('never gives two numbers of documents the same text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (one, other) => {
        fc.pre(one !== other)
        const [a, b] = [formatDocumentNumber(one), formatDocumentNumber(other)]
        expect(a).not.toBe(b)
        for (const each of [a, b]) expect(each).toMatch(/^[A-Za-z0-9$&%*+\-/]{0,36}$/)
      }),
    )
    expect(formatDocumentNumber('INV-2026-00042')).toBe('INV-2026-00042')
    expect(formatDocumentNumber('A_1')).not.toBe(formatDocumentNumber('A 1'))
  })
})

describe('postings', () => {
  it('have amounts above 0, on the side that keeps their sum', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (amounts) => {
        const postings = amounts.flatMap((amount) => post(amount, POSTING))
        expect(sumPostings(postings)).toBe(amounts.reduce((sum, amount) => sum + amount, 0))
        for (const { amount } of postings) expect(amount).toBeGreaterThan(0)
      }),
    )
  })

  it('that do not agree with their document are never written', () => {
    expect(() => requireAgreement(post(11_899, POSTING), 11_900, 'INV-1')).toThrow('add up to 11899, not to 11900')
    expect(requireAgreement(post(11_900, POSTING), 11_900, 'INV-1')).toHaveLength(1)
  })
})
