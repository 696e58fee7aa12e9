import type { Shortage } from '../../inventory/allocations/allocation.ts'
import { readStockOfVariants } from '../../inventory/allocations/reserve-stock.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { requireCustodian } from '../../warehousing/require-custodian.ts'
import { addOrder, type NewLine } from '../orders/add-order.ts'
import { writeOrder } from '../orders/change-order.ts'
import { followOrders } from '../orders/follow-orders.ts'
import { countOpen, FULFILMENT_ORDER_MOVES, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { cancelPieces, listOpenPieces } from '../orders/lines.ts'
import { MAX_STOCK_ITEMS } from '../orders/settle-stock.ts'
import { isSimulated } from '../policies/explain-unusable.ts'
import { checkUnsent } from './hold-order.ts'
import { checkReserved } from './split-order.ts'

export const requireActiveCustodian = async (db: Table, tenant: Id, id: Id): Promise<StoredCustodian> => {
  const custodian = await requireCustodian(db, tenant, id)
  if (custodian.status !== 'active')
    throw new Problem('OPERATION_NOT_ALLOWED', `${custodian.name} is ${custodian.status}. Choose an active custodian.`)
  return custodian
}

/** Throws if an order is a test that the custodian would send for real. */
export const checkSendsTests = (
  custodian: Pick<StoredCustodian, 'name' | 'type'>,
  { isTest }: Pick<StoredFulfilmentOrder, 'isTest'>,
): void => {
  if (isTest && !isSimulated(custodian))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The order is a test, and ${custodian.name} sends real parcels. Choose a simulated custodian.`,
    )
}

export const buildShortageProblem = (
  custodian: Pick<StoredCustodian, 'name'>,
  lines: readonly Pick<NewLine, 'variantId' | 'sku'>[],
  shortages: readonly Shortage[],
) => {
  const missing = shortages.map(({ variantId, wanted, available }) => {
    const sku = lines.find((line) => line.variantId === variantId)?.sku ?? variantId
    return `${wanted} of ${sku} are wanted and ${available} are available`
  })
  return new Problem('OPERATION_NOT_ALLOWED', `${custodian.name} has too little stock: ${missing.join('; ')}.`)
}

/** Throws if a custodian lacks any of the pieces now; only so many of them are reserved in the same transaction. */
export const checkStock = async (
  db: Table,
  tenant: Id,
  custodian: StoredCustodian,
  lines: readonly NewLine[],
): Promise<void> => {
  const wanted = new Map<Id, number>()
  for (const { variantId, quantity } of lines) wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity)
  const stock = await readStockOfVariants(db, tenant, [...wanted.keys()])
  const shortages = [...wanted].flatMap(([variantId, quantity]) => {
    const own = stock.find((each) => each.variantId === variantId && each.custodianId === custodian.id)
    const available = own?.available ?? 0
    return available < quantity ? [{ variantId, wanted: quantity, available }] : []
  })
  if (shortages.length) throw buildShortageProblem(custodian, lines, shortages)
}

/** Gives the open pieces of an order to another custodian, in a new order; stock moves only at these two places. */
export const reassignOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  custodianId: Id,
): Promise<StoredFulfilmentOrder> => {
  const order = await unit.load(fulfilmentOrders, id)
  move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, 'cancel')
  checkUnsent(order, 'reassigned')
  checkReserved(order)
  if (order.custodianId === custodianId)
    throw invalid({ propertyPath: 'custodianId', message: 'must be another custodian than that of the order' })
  const custodian = await requireActiveCustodian(app.db, unit.tenant, custodianId)
  const lines = order.lines.flatMap(({ orderLine, variantId, sku, name, ...line }): NewLine[] =>
    countOpen(line) > 0 ? [{ orderLine, variantId, sku, name, quantity: countOpen(line) }] : [],
  )
  checkSendsTests(custodian, order)
  await checkStock(app.db, unit.tenant, custodian, lines)
  const { salesOrderId, orderNumber, channelId, isTest, serviceLevel, deliveryAddress, customerNote, currency } = order
  const header = { salesOrderId, orderNumber, channelId, isTest, serviceLevel, deliveryAddress, customerNote, currency }
  const added = await addOrder(app.db, unit, { ...header, custodian, lines }, Math.floor(MAX_STOCK_ITEMS / 2))
  if ('shortages' in added) throw buildShortageProblem(custodian, lines, added.shortages)
  const cancelled = cancelPieces(order.lines, listOpenPieces(order.lines))
  const after = await writeOrder(app, unit, order, {
    fields: { lines: cancelled.lines },
    moves: cancelled.moves,
    reason: `Reassigned to ${custodian.name}`,
  })
  const steps = [
    { before: order, after },
    { before: undefined, after: added },
  ]
  await followOrders(app.db, unit, steps, { givesBack: true })
  return added
}
