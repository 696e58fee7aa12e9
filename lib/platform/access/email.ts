import { createHash } from 'node:crypto'

/** The spelling under which an address is known. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Stands for the address in keys, so that no key is a person's data. */
export const hashEmail = (email: string): string => createHash('sha256').update(normalizeEmail(email)).digest('hex')

/** The address of an account that was deleted; it leads nowhere. */
export const buildAnonymizedEmail = (identity: string) => `deleted-${identity}@anonymized.invalid`
export const isAnonymizedEmail = (email: string) => email.endsWith('@anonymized.invalid')
