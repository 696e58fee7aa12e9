import { hash } from 'node:crypto'
import type { RenderPickListInput } from '../../../schemas/fulfilment/pick-list.ts'
import type { StoredDocument } from '../../document/documents/document.ts'
import { describePieces } from '../../inventory/pieces/describe-pieces.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireCustodian } from '../../warehousing/require-custodian.ts'
import { countOpenPieces, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { composePickList } from './compose-pick-list.ts'
import { buildPickListSubject } from './pick-list-subject.ts'

/** Reads the orders in the order in which they are named; throws if one is unknown or another custodian's. */
const requireOrders = async (db: Table, tenant: Id, ids: readonly Id[]): Promise<StoredFulfilmentOrder[]> => {
  const named = [...new Set(ids)]
  const found = new Map((await findAll(db, fulfilmentOrders, tenant, named)).map((order) => [order.id, order]))
  const [first] = named.flatMap((id) => found.get(id) ?? [])
  const violations = ids.flatMap((id, i): Violation[] => {
    const order = found.get(id)
    const propertyPath = `fulfilmentOrderIds[${i}]`
    if (!order) return [{ propertyPath, message: 'must be the id of an existing fulfilment order' }]
    return order.custodianId === first?.custodianId
      ? []
      : [{ propertyPath, message: `must be an order of ${first?.custodianName}, as the first one is` }]
  })
  if (violations.length) throw invalid(...violations)
  return named.flatMap((id) => found.get(id) ?? [])
}

const checkPickable = ({ status, isManual, isReserving, orderNumber, custodianName }: StoredFulfilmentOrder): void => {
  const refuse = (why: string) => new Problem('OPERATION_NOT_ALLOWED', `The order ${orderNumber} ${why}.`)
  if (!isManual) throw refuse(`is worked by the system of ${custodianName}, so nobody picks it here`)
  if (status !== 'open' && status !== 'in_progress') throw refuse(`is ${status}, so nothing is picked for it`)
  if (isReserving) throw refuse('is still getting its stock. Try again in a moment')
}

/** Renders what people pick for orders of one custodian, as the orders are now; the same pieces give the same document. */
export const renderPickList = async (
  app: App,
  unit: Unit,
  { fulfilmentOrderIds, locale }: RenderPickListInput,
  log: Log,
): Promise<StoredDocument> => {
  const orders = await requireOrders(app.db, unit.tenant, fulfilmentOrderIds)
  const [first] = orders
  if (!first) throw new Error('a pick list without orders')
  for (const order of orders) checkPickable(order)
  for (const order of orders) unit.require(fulfilmentOrders, order)
  const allocations = orders.flatMap(({ lines }) => lines.flatMap(({ allocation }) => allocation ?? []))
  const [names, custodian] = await Promise.all([
    describePieces(app.db, unit.tenant, allocations),
    requireCustodian(app.db, unit.tenant, first.custodianId),
  ])
  const rows = composePickList(
    orders.filter((order) => countOpenPieces(order) > 0),
    names,
  )
  // Loaded late, because few requests of this module need them.
  const [{ renderDocument }, { readStationery }, { describeRecipients, layOutPickList }] = await Promise.all([
    import('../../document/documents/render-document.ts'),
    import('../../document/printing/stationery.ts'),
    import('./lay-out-pick-list.ts'),
  ])
  const [stationery, partner] = await Promise.all([
    readStationery(app, unit.tenant, log),
    requirePartner(app.db, unit.tenant, custodian.partnerId),
  ])
  const chosen = locale ?? stationery.locale
  const { name: custodianName } = custodian
  const list = { orders, rows, custodianName, partner, at: unit.now.toISOString() }
  return await renderDocument(
    app,
    unit,
    {
      subject: buildPickListSubject(orders),
      source: 'fulfilment',
      sourceRef: orders.length === 1 ? first.id : custodian.id,
      options: { locale: chosen, content: hash('sha256', JSON.stringify([rows, describeRecipients(orders)])) },
      isDraft: false,
      print: async () => layOutPickList(list, stationery, chosen),
    },
    log,
  )
}
