import { chooseLanguage, type Language } from '../platform/locale/choose-language.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import type { StepWords } from './words/step-words.ts'

export const LANGUAGES: Readonly<Record<string, StepWords>> & { readonly en: StepWords } = { de, en }

/** Chooses the first language that the browser wishes for and that the pages have, else English. */
export const chooseStepLanguage = (acceptLanguage: string | undefined): Language<StepWords> =>
  chooseLanguage(LANGUAGES, acceptLanguage)
