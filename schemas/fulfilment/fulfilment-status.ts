/** How far the fulfilment of a sales order is. */
export const FULFILMENT_STATUSES = [
  'none',
  'pending',
  'blocked',
  'in_progress',
  'partially_fulfilled',
  'fulfilled',
  'cancelled',
] as const
export type FulfilmentStatus = (typeof FULFILMENT_STATUSES)[number]
