import type { LabelFormat } from '../../custodians/custodian-connector.ts'

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEADER_AT = 12
/** Readers look for the end of a PDF in its last bytes, since some writers append more. */
const PDF_END_BYTES = 1024

const isPdf = (file: Buffer) =>
  /^%PDF-[12]\.\d/.test(file.toString('latin1', 0, 8)) &&
  file.toString('latin1', Math.max(0, file.length - PDF_END_BYTES)).includes('%%EOF')

const isPng = (file: Buffer) =>
  file.subarray(0, PNG_START.length).equals(PNG_START) &&
  file.toString('latin1', HEADER_AT, HEADER_AT + 4) === 'IHDR' &&
  file.subarray(-12).includes('IEND')

/** A script of a label printer: text whose first format is complete. */
const isZpl = (file: Buffer) => {
  const text = file.toString('latin1').trim()
  return /^(\^XA|[~^][A-Z]{2})/i.test(text) && /\^XA/i.test(text) && /\^XZ$/i.test(text) && !text.includes('\0')
}

/** Recognizes a label by its content; undefined if it is none. */
export const recognizeLabel = (file: Buffer): LabelFormat | undefined => {
  if (isPdf(file)) return 'PDF'
  if (isPng(file)) return 'PNG'
  return isZpl(file) ? 'ZPL' : undefined
}
