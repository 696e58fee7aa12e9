const MAX_WORD_LENGTH = 24
const LONG_WORD = new RegExp(
  `[^\\s\\u200B\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]{${MAX_WORD_LENGTH + 1},}`,
  'gu',
)
const ZERO_WIDTH_SPACE = '\u200B'

/** Lets words that are too long for a column break anywhere, in every string of the value. */
export const makeBreakable = <T>(value: T): T => {
  if (typeof value === 'string') return value.replace(LONG_WORD, (word) => [...word].join(ZERO_WIDTH_SPACE)) as T
  if (Array.isArray(value)) return value.map(makeBreakable) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, makeBreakable(each)])) as T
}
