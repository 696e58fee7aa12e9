/**
 * Spreadsheets take a cell that begins like this for a formula, also one in quotes, behind white space or a byte order mark,
 * or with a full-width sign.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\uFEFF"']*[=+\-@＝＋－＠])/

const QUOTED = /[",\r\n]|^\s|\s$/

/** A cell of a CSV: text, which is guarded against formulas, or a number, which may begin with a minus. */
export type Cell = string | number | boolean | null

/** Puts an apostrophe before a text that a spreadsheet takes for a formula. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const formatCell = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = guardFormula(cell)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A decimal such as `-12.90` that is written as a number. */
export class DecimalCell {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Formats one record of a CSV as RFC 4180 describes it. */
export const formatCsvRow = (cells: readonly (Cell | DecimalCell)[]): string =>
  `${cells.map((cell) => (cell instanceof DecimalCell ? cell.text : formatCell(cell))).join(',')}\r\n`

/** Bytes by which Excel recognizes UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
