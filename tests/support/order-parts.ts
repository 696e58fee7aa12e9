import { completeParts } from '../../lib/sales/order-parts/complete-parts.ts'
import { readParts } from '../../lib/sales/order-parts/read-parts.ts'
import type { OrderRow } from '../../schemas/sales/order.ts'

/** Builds the parts of a stored order from those of a row. */
export const buildParts = (total: number, row: Partial<OrderRow> = {}) =>
  completeParts(total, readParts({ externalOrderId: 'E', currency: 'EUR', total, ...row }))
