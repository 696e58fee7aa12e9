import { createHash } from 'node:crypto'
import { cleanText } from '../identifiers/clean-text.ts'

/** Returns the spelling by which addresses are compared. */
export const normalizeEmail = (email: string): string => cleanText(email).toLowerCase()

/** Hashes the address for keys, so that no key has personal data. */
export const hashEmail = (email: string): string => createHash('sha256').update(normalizeEmail(email)).digest('hex')

/** Builds the undeliverable address of a deleted account. */
export const buildAnonymizedEmail = (identity: string) => `deleted-${identity}@anonymized.invalid`
export const isAnonymizedEmail = (email: string) => email.endsWith('@anonymized.invalid')
