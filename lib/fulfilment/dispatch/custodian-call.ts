import type { CustodianError } from '../../custodians/custodian-connector.ts'
import { computeRetryTime } from '../../platform/back-off/compute-retry-time.ts'
import { createOwnLease } from '../../platform/effects/own-lease.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'

// Lease of a fulfilment order's calls:  T#<tenant>#fulfilment-dispatch / <fulfilment order>

/** An order about which its custodian's system is called. */
export interface OrderAtCustodian {
  tenant: Id
  order: StoredFulfilmentOrder
  custodian: StoredCustodian
}

/** Lets one worker at a time send an order or cancel it; only then is it reliable to ask first whether the custodian has it. */
export const custodianCallLease = createOwnLease<OrderAtCustodian>('fulfilment-dispatch', ({ tenant, order }) => ({
  tenant,
  id: order.id,
}))

const BACK_OFF = { firstMs: 60_000, maxMs: 3_600_000 }

export const computeCallAfterFailure = (now: Date, failures: number, { retryAfterSeconds }: CustodianError): Date =>
  computeRetryTime(now, failures, BACK_OFF, retryAfterSeconds)
