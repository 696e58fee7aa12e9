import { chooseLanguage as choose, type Language } from '../../platform/locale/choose-language.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { ja } from './words/ja.ts'
import { nl } from './words/nl.ts'
import type { PageWords } from './words/page-words.ts'
import { pl } from './words/pl.ts'
import { pt } from './words/pt.ts'

const LANGUAGES: Readonly<Record<string, PageWords>> & { en: PageWords } = { ar, de, en, es, fr, it, ja, nl, pl, pt }

export type PageLanguage = Language<PageWords>

/** Chooses the first wish that the page can meet, else the tenant's language, else English. */
export const chooseLanguage = (acceptLanguage: string | undefined, tenantLocale: string): PageLanguage =>
  choose(LANGUAGES, acceptLanguage, tenantLocale)
