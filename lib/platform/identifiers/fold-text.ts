import { cleanText } from './clean-text.ts'

/** Returns one form of letters that differ in case only, ß and final sigma included. */
const foldCase = (text: string): string =>
  // The capital ẞ has no other upper case, so only its lower case becomes SS.
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/**
 * Returns the spelling by which people compare identifiers: without case, compatibility forms, and differences of white space.
 * Two texts with the same spelling are the same identifier; it is never shown.
 */
export const foldText = (text: string): string =>
  foldCase(cleanText(text).normalize('NFKC')).normalize('NFKC').replace(/\s+/g, ' ').trim()
