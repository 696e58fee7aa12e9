import { createHash } from 'node:crypto'

/** The spelling under which an address is known. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Stands for the address in keys, so that no key is a person's data. */
export const emailDigest = (email: string): string => createHash('sha256').update(normalEmail(email)).digest('hex')

/** The address of an account that was deleted; it leads nowhere. */
export const nobodysEmail = (identity: string) => `deleted-${identity}@anonymized.invalid`
export const isNobodysEmail = (email: string) => email.endsWith('@anonymized.invalid')
