import { hash } from 'node:crypto'
import type { FulfilmentOrder } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { Allocation } from '../../inventory/allocations/allocation.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

/** A line with the stock that is reserved for it. */
export type StoredFulfilmentLine = FulfilmentOrder['lines'][number] & { allocation: Allocation | null }

export interface StoredFulfilmentOrder extends Omit<FulfilmentOrder, keyof Stored | 'lines'>, Stored {
  lines: readonly StoredFulfilmentLine[]
  /** Id of the order at the custodian, once it is known. */
  remoteId: string | null
}

export const fulfilmentOrderUri = (id: Id) => `commerce:///fulfilment/orders/${id}`

/** Returns the id of the order that a reference names. */
export const parseReference = (reference: string): string | undefined => /^FO-([0-9A-Z]{26})$/.exec(reference)?.[1]

export const hashRemoteId = (custodianId: Id, remoteId: string) =>
  hash('sha256', JSON.stringify([custodianId, remoteId]), 'hex')
