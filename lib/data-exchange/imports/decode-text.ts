/** Stands for bytes that are no text of the encoding. */
export const UNREADABLE = '\ufffd'

/**
 * Decodes the text of a file. Excel writes the code page of its country unless it is told to write UTF-8. Text that has
 * letters beyond ASCII in UTF-8 is UTF-8, even if some bytes are not: a row of another system may have been pasted into it,
 * and those bytes become `UNREADABLE`.
 */
export const decodeText = (content: Uint8Array): string => {
  const text = new TextDecoder('utf-8').decode(content)
  if (!text.includes(UNREADABLE)) return text
  const isUtf8 = /[^\0-\x7f\ufffd]/.test(text)
  return isUtf8 ? text : new TextDecoder('windows-1252').decode(content)
}
