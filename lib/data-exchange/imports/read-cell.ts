import { guardFormula } from '../../platform/csv/format-csv.ts'
import { UNREADABLE } from './decode-text.ts'

/** A formula that gives a text, by which spreadsheets are made to keep zeros in front. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** A number of which a spreadsheet has kept the first digits only, such as 4,00638E+12 of an EAN. */
const SHORTENED = /^-?\d(?:[.,]\d+)?E\+\d{2,}$/i

/** Returns the text that a cell shows, without the apostrophe by which an export keeps it from being a formula. */
export const readCellText = (cell: string): string => {
  const text = cell.trim()
  const formula = TEXT_FORMULA.exec(text)?.[1]
  if (formula !== undefined) return formula.replaceAll('""', '"').trim()
  const guarded = text.slice(1)
  return guardFormula(guarded) === text ? guarded.trim() : text
}

/** Returns why the text of a cell is not what was meant; undefined if nothing is known. */
export const findCellFault = (text: string): string | undefined => {
  if (text.includes(UNREADABLE)) return 'is no UTF-8, unlike the rest of the file; save the file as UTF-8'
  return SHORTENED.test(text)
    ? 'looks like a number that a spreadsheet shortened; format the column as text'
    : undefined
}
