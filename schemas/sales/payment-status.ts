export const PAYMENT_STATUSES = [
  'unpaid',
  'authorized',
  'partly_paid',
  'paid',
  'partly_refunded',
  'refunded',
  'voided',
  'unknown',
] as const
