export const TOPICS = [
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'orders/fulfilled',
  'orders/partially_fulfilled',
  'orders/edited',
  'orders/delete',
  'products/create',
  'products/update',
  'products/delete',
  'inventory_levels/update',
  'app/uninstalled',
] as const

/** As the API spells a topic, `ORDERS_CREATE`. */
export const enumOf = (topic: string): string => topic.replaceAll('/', '_').toUpperCase()

export const topicOf = (name: string): string => TOPICS.find((topic) => enumOf(topic) === name) ?? name.toLowerCase()
