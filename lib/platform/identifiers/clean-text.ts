/**
 * Characters that nobody sees, such as a zero-width space or a byte order mark, and control characters other than white space.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu

/**
 * Returns an identifier as it is stored and shown: as it was written, without what nobody sees and spaces around it, in NFC.
 */
export const cleanText = (text: string): string => text.replace(INVISIBLE, '').normalize('NFC').trim()
