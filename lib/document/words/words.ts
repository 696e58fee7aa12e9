import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

export type LabelName = keyof typeof en
export type Words = Record<LabelName, string>

const LANGUAGES: Readonly<Record<string, Words>> = { ar, de, en, es, fr, it, ja, nl, pl, pt }

/** Returns the locale and its words; for languages without words, English with the region's dates and amounts. */
export const resolveLanguage = (locale: string): { locale: Intl.Locale; words: Words } => {
  const wanted = new Intl.Locale(locale.replaceAll('_', '-'))
  const words = LANGUAGES[wanted.language]
  if (words) return { locale: wanted, words }
  return { locale: new Intl.Locale('en', wanted.region ? { region: wanted.region } : {}), words: en }
}

/** Fills placeholders such as `{rate}`. */
export const fillLabel = (label: string, values: Readonly<Record<string, string>>) =>
  label.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
