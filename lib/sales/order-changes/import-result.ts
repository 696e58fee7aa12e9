import type { StoredChannel } from '../channels/channel.ts'
import type { StoredOrder } from '../orders/order.ts'
import type { RowFields } from '../orders/order-row.ts'

/** `elsewhere`: the order belongs to another channel of the shop, or was placed where none of ours reads it. */
export type ImportResult =
  | { action: 'created' | 'updated' | 'unchanged'; order: StoredOrder; before: StoredOrder | undefined }
  | { action: 'elsewhere'; fields: RowFields; owner: StoredChannel | undefined; before: StoredOrder | undefined }

type Written = Exclude<ImportResult, { action: 'elsewhere' }>

export const isWritten = (result: ImportResult): result is Written =>
  result.action !== 'elsewhere' && result.action !== 'unchanged'
