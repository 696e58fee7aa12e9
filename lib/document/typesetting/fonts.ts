import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { makeOnce } from '../../platform/make-once.ts'
import { readCoverage } from './read-coverage.ts'

const require = createRequire(import.meta.url)

interface Family {
  name: string
  /** Matches text that needs the family; the first family is always used. */
  writes: RegExp
  files: readonly string[]
}

const listPackageFonts = (name: string, title: string, bold = '600SemiBold') =>
  ['400Regular', bold].map((weight) => `@expo-google-fonts/${name}/${weight}/${title}_${weight}.ttf`)

/** In order of preference for a letter. Arabic uses Vazirmatn, because its text can be copied letter by letter. */
const FAMILIES: readonly Family[] = [
  { name: 'Noto Sans', writes: /(?:)/u, files: listPackageFonts('noto-sans', 'NotoSans') },
  { name: 'Vazirmatn', writes: /\p{Script=Arabic}/u, files: listPackageFonts('vazirmatn', 'Vazirmatn') },
  {
    name: 'Noto Sans Hebrew',
    writes: /\p{Script=Hebrew}/u,
    files: listPackageFonts('noto-sans-hebrew', 'NotoSansHebrew'),
  },
  { name: 'Noto Sans Thai', writes: /\p{Script=Thai}/u, files: listPackageFonts('noto-sans-thai', 'NotoSansThai') },
  {
    name: 'Noto Sans Devanagari',
    writes: /\p{Script=Devanagari}/u,
    files: listPackageFonts('noto-sans-devanagari', 'NotoSansDevanagari'),
  },
  {
    name: 'BIZ UDPGothic',
    writes: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u,
    files: listPackageFonts('biz-udpgothic', 'BIZUDPGothic', '700Bold'),
  },
]

/** Paths of the files inside `node_modules`. */
export const FONT_FILES = FAMILIES.flatMap(({ files }) => files)

const WRITABLE =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]/u

/** Both weights of a family have glyphs for the same characters. */
const COVERAGES = FAMILIES.map(({ files: [regular = ''] }) => makeOnce(() => readCoverage(require.resolve(regular))))

export interface Glyphs {
  /** The families that a text needs. */
  families: string[]
  /** Code points for which one of these families has a glyph. */
  has: (codePoint: number) => boolean
}

/** Chooses the families of the text's scripts, and further ones for characters that only these have. */
export const chooseGlyphs = async (text: string): Promise<Glyphs> => {
  const left = new Set([...text].map((letter) => letter.codePointAt(0) ?? 0))
  const chosen = new Map<string, ReadonlySet<number>>()
  const consider = async (
    isNeeded: (family: Family, getCoverage: () => Promise<ReadonlySet<number>>) => boolean | Promise<boolean>,
  ) => {
    for (const [i, family] of FAMILIES.entries()) {
      const getCoverage = COVERAGES[i] as (typeof COVERAGES)[number]
      if (chosen.has(family.name) || !(await isNeeded(family, getCoverage))) continue
      const coverage = await getCoverage()
      chosen.set(family.name, coverage)
      for (const codePoint of left) if (coverage.has(codePoint)) left.delete(codePoint)
    }
  }
  await consider(({ writes }) => writes.test(text))
  await consider(async (_, getCoverage) => {
    if (left.size === 0) return false
    const coverage = await getCoverage()
    return [...left].some((codePoint) => coverage.has(codePoint))
  })
  return {
    families: FAMILIES.map(({ name }) => name).filter((name) => chosen.has(name)),
    has: (codePoint) => [...chosen.values()].some((coverage) => coverage.has(codePoint)),
  }
}

/** Returns whether the text has a letter that no family has. */
export const hasUnknownLetters = (text: string): boolean => [...new Set(text)].some((letter) => !WRITABLE.test(letter))

/** Four times as large as all other families together. */
const LARGE = 'BIZ UDPGothic'

export type FontSet = 'all' | 'common'

/** Chooses the smaller font set unless a text needs the large family. */
export const chooseFontSet = (families: readonly string[]): FontSet => (families.includes(LARGE) ? 'all' : 'common')

export const loadFonts = (fontSet: FontSet): Promise<Buffer[]> =>
  Promise.all(
    FAMILIES.filter(({ name }) => fontSet === 'all' || name !== LARGE)
      .flatMap(({ files }) => files)
      .map((file) => readFile(require.resolve(file))),
  )
