export const TOPICS = [
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'orders/fulfilled',
  'orders/partially_fulfilled',
  'orders/edited',
  'orders/delete',
  'refunds/create',
  'order_transactions/create',
  'disputes/create',
  'disputes/update',
  'fulfillments/create',
  'fulfillments/update',
  'fulfillment_orders/placed_on_hold',
  'fulfillment_orders/hold_released',
  'fulfillment_orders/rescheduled',
  'fulfillment_orders/scheduled_fulfillment_order_ready',
  'products/create',
  'products/update',
  'products/delete',
  'inventory_levels/update',
  'app/uninstalled',
] as const

/** Converts a topic to the spelling of the API, such as `ORDERS_CREATE`. */
export const toTopicEnum = (topic: string): string => topic.replaceAll('/', '_').toUpperCase()

export const fromTopicEnum = (name: string): string =>
  TOPICS.find((topic) => toTopicEnum(topic) === name) ?? name.toLowerCase()
