/** Words by which banks and payers say that there is none, without white space and signs. */
const PLACEHOLDERS = new Set(
  (
    'NOTPROVIDED NOTAVAILABLE NOTAPPLICABLE NOTSPECIFIED NOTGIVEN NONREF NONREFERENCE NOREF NOREFERENCE NONE NIL NULL NA ' +
    'UNKNOWN KEINEREFERENZ OHNEREFERENZ KEINEANGABE NICHTANGEGEBEN NICHTVERFÜGBAR'
  ).split(' '),
)

/**
 * Returns the text of a reference, a name or an account without white space around it; null if it says that there is none,
 * as `NOTPROVIDED`, `n/a`, `Non Ref`, a dash or zeros do. Every format is read with it, so that files of all formats agree.
 */
export const omitPlaceholder = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  const plain = trimmed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return /^0*$/.test(plain) || PLACEHOLDERS.has(plain) ? null : trimmed
}
