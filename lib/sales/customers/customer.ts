import type { Customer, CustomerState } from '../../../schemas/sales/customers/customer.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export const CUSTOMER_MOVES = {
  change: { from: ['active'], to: 'active' },
  merge: { from: ['active'], to: 'merged' },
  erase: { from: ['active'], to: 'erasing' },
  finish_erasing: { from: ['erasing'], to: 'erased' },
} as const satisfies Moves<CustomerState, string>

/** Members of a customer that are computed when it is shown. */
type Computed = 'orderCount' | 'totals' | 'mergedIds'

/** A customer as one key has it. */
interface CustomerPart {
  id: Id
  key: string
  channelId: Id
}

export interface StoredCustomer extends Omit<Customer, keyof Stored | Computed>, Stored {
  /** The address in the channel, or the order, for which the customer was made. */
  key: string
  /** The customers that were merged into it; they keep their orders and the sums of these. */
  parts: readonly CustomerPart[]
}

/** Returns everything that a customer consists of, itself first. */
export const listParts = ({ id, key, channelId, parts }: StoredCustomer): CustomerPart[] => [
  { id, key, channelId },
  ...parts,
]
