const [TAB, LINE_FEED, FORM_FEED, RETURN, SPACE, DELETE] = [9, 10, 12, 13, 32, 127]
const WHITE = new Set([TAB, LINE_FEED, FORM_FEED, RETURN])

/** The beginnings of files that consist of text and that programs open by their content. */
const OTHERS = /^(?:\uFEFF|\u00ef\u00bb\u00bf)?\s*(?:<|GIF8[79]a|%PDF-|%!PS|\{\\rtf|RIFF|#!)/i

/** Requires text without control characters in any encoding whose characters below 128 are those of ASCII. */
export const findTextFault = (content: Buffer): string | undefined => {
  for (const byte of content)
    if ((byte < SPACE && !WHITE.has(byte)) || byte === DELETE) return 'The text contains control characters.'
  return OTHERS.test(content.toString('latin1', 0, 1024)) ? 'The text begins like a file of another type.' : undefined
}

/** Requires text with a label between `^XA` and `^XZ`. */
export const findZplFault = (content: Buffer): string | undefined => {
  const start = content.indexOf('^XA')
  if (start === -1 || !content.includes('^XZ', start)) return 'The content is no ZPL.'
  return findTextFault(content)
}
