import type { StoredFulfilmentOrder } from '../../lib/fulfilment/orders/fulfilment-order.ts'

/** Members of a fulfilment order that nobody has worked on, for tests that store one. */
export const NEW_ORDER = {
  status: 'open',
  outcome: null,
  request: 'unsent',
  requestMessage: null,
  warnings: [],
  holds: [],
  serviceLevel: null,
  customerNote: null,
  isTest: false,
  closedAt: null,
  remoteId: null,
  isManual: true,
  isReserving: false,
  pendingStock: [],
  failures: 0,
  parcels: [],
  mismatch: null,
  cancelling: null,
  startedAt: null,
  firstFulfilmentId: null,
  currency: 'EUR',
  incidentId: null,
} satisfies Partial<StoredFulfilmentOrder>
