import type { Id } from '../platform/id.ts'

/** Key of all that is owed to a partner in one currency: its ledger account, unsettled charges and amounts to carry forward. */
export const buildAccountKey = (partnerId: Id, currency: string): string => `${partnerId}#${currency}`
