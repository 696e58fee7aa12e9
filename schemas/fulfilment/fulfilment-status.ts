/** Stages of the fulfilment of a sales order. */
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
