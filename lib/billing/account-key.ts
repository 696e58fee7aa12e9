import type { Id } from '../platform/id.ts'

/** Builds the key of a partner's account in one currency, for ledger entries, unsettled charges and carried amounts. */
export const buildAccountKey = (partnerId: Id, currency: string): string => `${partnerId}#${currency}`
