/** Bytes at the end in which the reference to the table of objects and the end mark lie. */
const TAIL_BYTES = 2048

/** Requires the header at the first byte and nothing but white space after the end mark. */
export const findPdfFault = (content: Buffer): string | undefined => {
  if (!/^%PDF-[12]\.\d/.test(content.toString('latin1', 0, 8)))
    return 'The content is no PDF, or data precedes its header.'
  const tail = content.toString('latin1', Math.max(0, content.length - TAIL_BYTES))
  const end = tail.lastIndexOf('%%EOF')
  if (end === -1 || !tail.includes('startxref')) return 'The PDF is cut off.'
  return /^[\s\0]*$/.test(tail.slice(end + 5)) ? undefined : 'The PDF is followed by other data.'
}
