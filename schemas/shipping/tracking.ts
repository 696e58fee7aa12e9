export const TRACKING_STATES = [
  'created',
  'scheduled',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'returned',
  'refused',
  'damaged',
  'lost',
  'cancelled',
] as const
export type TrackingState = (typeof TRACKING_STATES)[number]

/** Facts about a parcel that change no state. */
export const TRACKING_FLAGS = ['delayed', 'ready_for_pickup', 'attempt_failed', 'returning'] as const
export type TrackingFlag = (typeof TRACKING_FLAGS)[number]
