import { describe, expect, it } from 'vitest'
import { DecimalCell, formatCsvRow } from '../../lib/platform/csv/format-csv.ts'

describe('a cell of a CSV', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
  const before = ['', ' ', '\u00A0', '\t', '\r', '\n', '\uFEFF', '"', "'", ' "']

  it.each(before.flatMap((start) => signs.map((sign) => `${start}${sign}1+1`)))('%j is no formula', (text) => {
    expect(formatCsvRow([text]).replace(/^"/, '')).toMatch(/^'/)
  })

  it.each(['\tx', '\rx', '\nx'])('%j does not begin with a control character', (text) => {
    expect(formatCsvRow([text])).toContain(`'${text}`)
  })

  it.each(['a=1', 'Müller-Lüdenscheidt', '12', "'90s", 'a ＝ b'])('%j stays as it is', (text) => {
    expect(formatCsvRow([text])).toBe(`${text}\r\n`)
  })

  it('stays a number', () => {
    expect(formatCsvRow([-1, new DecimalCell('-12.90'), true, null])).toBe('-1,-12.90,true,\r\n')
  })
})
