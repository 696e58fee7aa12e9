import type { en } from './en.ts'

/** The texts of the pages in one language. */
export type StepWords = Record<keyof typeof en, string>
