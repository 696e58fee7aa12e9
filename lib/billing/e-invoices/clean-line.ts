// Control characters, marks that change the direction of the text after them, and what XML cannot hold.
const UNSPEAKABLE = /[\p{Cc}\u2028\u2029\uFFFE\uFFFF]+/gu
const UNSPEAKABLE_BUT_LINES = /[^\P{Cc}\n]+|[\u2028\u2029\uFFFE\uFFFF]+/gu
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]+/g

/** Returns the text as one line that XML can hold; null if nothing is left of it. */
export const cleanLine = (text: string | null | undefined): string | null =>
  text?.toWellFormed().replace(DIRECTION_MARKS, '').replace(UNSPEAKABLE, ' ').trim() || null

/** Like `cleanLine`, but keeps line breaks. */
export const cleanLines = (text: string | null | undefined): string | null =>
  text
    ?.toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(DIRECTION_MARKS, '')
    .replace(UNSPEAKABLE_BUT_LINES, ' ')
    .trim() || null
