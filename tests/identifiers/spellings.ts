import fc from 'fast-check'

/** Identifiers of the letters, digits and signs that people use, with single spaces inside. */
export const anIdentifier = fc
  .array(fc.constantFrom(...'abcxyzABCXYZ0189-_./#äöüßÜÑéŁœ日本カΣσжЯ'), { minLength: 1, maxLength: 20 })
  .map((signs) => signs.join(''))

const AROUND = ['', ' ', '\t', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u200b \u200b']

const CHANGES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.normalize('NFD'),
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.toUpperCase().normalize('NFD'),
  (text) => [...text].map((sign, i) => (i % 2 ? sign.toUpperCase() : sign.toLowerCase())).join(''),
  (text) => [...text].join('\u200b'),
  // The full-width forms of ASCII, which input methods of East Asia write.
  (text) => text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)),
]

/** Other spellings of an identifier. */
export const aSpelling = (text: string) =>
  fc
    .tuple(fc.constantFrom(...AROUND), fc.constantFrom(...CHANGES), fc.constantFrom(...AROUND))
    .map(([before, change, after]) => before + change(text) + after)

/** Some spellings of an ASCII identifier, for tests that cannot try all. */
export const spell = (text: string): string[] => [
  ` ${text.toLowerCase()} `,
  `\u00a0${text.toUpperCase()}\u200b`,
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)),
  text.normalize('NFD'),
]
