import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { type ChangedOrder, listChangedOrders } from '../../sales/orders/billing.ts'
import type { StoredInvoice } from './invoice.ts'

const SHOWN = 5

const nameOrders = (changed: readonly ChangedOrder[]): string => {
  const names = changed.slice(0, SHOWN).map(({ number }) => number)
  const others = changed.length - names.length
  return [...names, ...(others ? [`${others} more`] : [])].join(', ')
}

/** Explains that an invoice does not follow orders that changed; undefined if it follows all. */
const describeChanges = (changed: readonly ChangedOrder[]): string | undefined => {
  if (!changed.length) return undefined
  const [open] = changed.flatMap(({ openBecause }) => openBecause ?? [])
  return `Orders changed after the invoice had billed them: ${nameOrders(changed)}. ${open ?? 'The invoice follows in a moment.'}`
}

type Drawn = Pick<StoredInvoice, 'id' | 'channelId'>

/** Returns the warning that orders of the invoice changed; undefined if it follows all of its orders. */
export const warnOfChangedOrders = async (db: Table, tenant: Id, { id, channelId }: Drawn) => {
  const message = channelId ? describeChanges(await listChangedOrders(db, tenant, id)) : undefined
  return message === undefined ? undefined : { code: 'ORDER_CHANGED' as const, message }
}

/**
 * Throws ORDER_CHANGED if an order of the draft changed and the draft has not followed yet, so that nobody issues it unseen.
 */
export const requireFollowedOrders = async (db: Table, tenant: Id, draft: Drawn): Promise<void> => {
  const warning = await warnOfChangedOrders(db, tenant, draft)
  if (warning) throw new Problem('ORDER_CHANGED', warning.message)
}
