import type { Id } from '../../platform/id.ts'

export const fulfilmentUri = (orderId: Id, id: Id) => `commerce:///fulfilment/orders/${orderId}/fulfilments/${id}`
