import type { FilePurpose, FileType } from '../../../schemas/storage/file.ts'
import { findJpegFault } from './find-jpeg-fault.ts'
import { findPdfFault } from './find-pdf-fault.ts'
import { findPngFault } from './find-png-fault.ts'
import { findTextFault, findZplFault } from './find-text-fault.ts'

/** Enough for photos of telephones; a decoder needs four bytes of memory for each. */
const MAX_PIXELS = 60_000_000
const MAX_LOGO_PIXELS = 4_000_000

/** Length of the end record of a ZIP without its comment, which has at most 65,535 bytes. */
const ZIP_END_BYTES = 22
const ZIP_END = Buffer.from('504b0506', 'hex')

/** Finds the end record of a ZIP whose comment reaches to the last byte, by which archives are recognized. */
const endsAsArchive = (content: Buffer) => {
  const from = Math.max(0, content.length - ZIP_END_BYTES - 65_535)
  for (let at = content.indexOf(ZIP_END, from); at !== -1; at = content.indexOf(ZIP_END, at + 1))
    if (at + ZIP_END_BYTES <= content.length && at + ZIP_END_BYTES + content.readUInt16LE(at + 20) === content.length)
      return true
  return false
}

/** Readers of PDF accept a header within the first kilobyte. */
const beginsAsPdfToo = (content: Buffer) => content.subarray(0, 1024 + 5).includes('%PDF-')

type Check = (content: Buffer, maxPixels: number) => string | undefined | Promise<string | undefined>

const CHECKS: Record<FileType, Check> = {
  'application/pdf': findPdfFault,
  'image/png': findPngFault,
  'image/jpeg': findJpegFault,
  'text/csv': findTextFault,
  'text/plain': findTextFault,
  'application/zpl': findZplFault,
  // The parser is loaded with the first file of its type.
  'application/xml': async (content) => (await import('./find-xml-fault.ts')).findXmlFault(content),
}

/**
 * Returns in one sentence why the content is not of its declared type and no other. Formats are read to their end, because
 * a file that is two types at once is treated as either.
 */
export const findContentFault = async (
  content: Buffer,
  { mimeType, purpose }: { mimeType: FileType; purpose: FilePurpose },
): Promise<string | undefined> => {
  const fault = await CHECKS[mimeType](content, purpose === 'logo' ? MAX_LOGO_PIXELS : MAX_PIXELS)
  if (fault) return fault
  if (mimeType !== 'application/pdf' && beginsAsPdfToo(content)) return 'The content is also a PDF.'
  return endsAsArchive(content) ? 'The content is also an archive.' : undefined
}
