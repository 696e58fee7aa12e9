import type { ReturnState } from '../../../schemas/fulfilment/return.ts'
import { findIdsByNumber } from '../../billing/numbering/find-ids-by-number.ts'
import type { Id } from '../../platform/id.ts'
import { foldDocumentNumber } from '../../platform/identifiers/document-number.ts'
import { invalid } from '../../platform/problem.ts'
import { entity, itemKey, type Stored } from '../../platform/store/entities/entity.ts'
import { find, findAll, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { ReturnedByLine } from '../returned-pieces/returned-pieces.ts'
import { returnTimeline, type StoredReturn } from './return.ts'

// Returns:          T#<tenant>#return / <id>   listed newest first by any of status and sales order or custodian; one for
//                                              each number; the id of a parcel's return is derived from its shipment
// returned pieces:  T#<tenant>#returned-pieces / <fulfilment order>   pieces of each line that are promised and received,
//                                                                     over all returns of the fulfilment order
// refunded amounts: T#<tenant>#refunded-amounts / <sales order>       what its returns refunded, by currency

export const returns = entity<StoredReturn>({
  name: 'return',
  shape: 1,
  audit: { hidden: ['sender'], platform: 'summary' },
  lists: [
    { facets: ['status'] },
    { by: ['salesOrderId'], facets: ['status'] },
    { by: ['custodianId'], facets: ['status'] },
  ],
  unique: ({ returnNumber }) => ({ number: returnNumber && foldDocumentNumber(returnNumber) }),
  timeline: returnTimeline,
})

export interface StoredReturnedPieces extends Stored {
  lines: ReturnedByLine
}

export const returnedPieces = entity<StoredReturnedPieces>({
  name: 'returned-pieces',
  shape: 1,
  audit: false,
  lists: [],
})

/** The refunds of all returns of a sales order, in minor units by currency. */
export interface StoredRefundedAmounts extends Stored {
  amounts: Readonly<Record<string, number>>
}

export const refundedAmounts = entity<StoredRefundedAmounts>({
  name: 'refunded-amounts',
  shape: 1,
  audit: false,
  lists: [],
})

export const findReturn = (db: Table, tenant: Id, id: string) => find(db, returns, tenant, id)

/** Loads the return named in the request, for a change; checks `If-Match`. */
export const loadReturn = (unit: Unit, id: string) => unit.load(returns, id)

export const findReturnIdsByNumber = (db: Table, tenant: Id, numbers: readonly string[]) =>
  findIdsByNumber(db, returns, tenant, numbers)

interface ReturnFilters {
  status?: ReturnState | undefined
  salesOrderId?: Id | undefined
  custodianId?: Id | undefined
}

export const readPageOfReturns = (
  db: Table,
  tenant: Id,
  page: Page,
  { status, salesOrderId, custodianId }: ReturnFilters,
) => {
  if (salesOrderId && custodianId)
    throw invalid({ propertyPath: 'custodianId', message: 'must be absent if salesOrderId is given' })
  const by = { ...(salesOrderId && { salesOrderId }), ...(custodianId && { custodianId }) }
  return list(db, returns, tenant, { ...page, facets: { status }, by })
}

/** Returns of one sales order that are read at once; a return has at least one piece. */
const MAX_OF_SALES_ORDER = 500

/** Lists the returns of a sales order, oldest first. */
export const listReturnsOfSalesOrder = async (db: Table, tenant: Id, salesOrderId: Id): Promise<StoredReturn[]> =>
  (await scanOldestFirst(db, returns, tenant, { by: { salesOrderId }, after: null, limit: MAX_OF_SALES_ORDER })).items

/** Reads what came and comes back of fulfilment orders; those without returns are absent. */
export const readReturnedPieces = async (
  db: Table,
  tenant: Id,
  fulfilmentOrderIds: readonly Id[],
): Promise<Map<Id, StoredReturnedPieces>> =>
  new Map((await findAll(db, returnedPieces, tenant, fulfilmentOrderIds)).map((each) => [each.id, each]))

/** Commits only if no return has changed the pieces of the fulfilment order since they were read. */
export const requireReturnedPieces = (
  unit: Unit,
  fulfilmentOrderId: Id,
  before: StoredReturnedPieces | undefined,
): void => {
  if (before) unit.require(returnedPieces, before)
  else unit.add({ check: itemKey(unit.tenant, returnedPieces, fulfilmentOrderId), when: 'attribute_not_exists(pk)' })
}

/** Writes the pieces of a fulfilment order; the unit fails if another return changed them since `before` was read. */
export const putReturnedPieces = (
  unit: Unit,
  fulfilmentOrderId: Id,
  before: StoredReturnedPieces | undefined,
  lines: ReturnedByLine,
): void => {
  if (before) unit.update(returnedPieces, before, { lines })
  else unit.create(returnedPieces, { id: fulfilmentOrderId, lines }, 'stale')
}

export const findRefundedAmounts = (db: Table, tenant: Id, salesOrderId: Id) =>
  find(db, refundedAmounts, tenant, salesOrderId)

/** Writes what was refunded of an order; the unit fails if another return changed it since `before` was read. */
export const putRefundedAmounts = (
  unit: Unit,
  salesOrderId: Id,
  before: StoredRefundedAmounts | undefined,
  amounts: StoredRefundedAmounts['amounts'],
): void => {
  if (before) unit.update(refundedAmounts, before, { amounts })
  else unit.create(refundedAmounts, { id: salesOrderId, amounts }, 'stale')
}
