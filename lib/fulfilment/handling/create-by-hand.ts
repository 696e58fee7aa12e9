import type { CreateFulfilmentOrderInput } from '../../../schemas/fulfilment/fulfilment-order.ts'
import { findVariants } from '../../catalog/find-variants.ts'
import { EMPTY_ADDRESS } from '../../platform/addresses/empty-address.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orInvalid, Problem, type Violation } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findOrderOfChannel, markRouted } from '../../sales/orders/find-orders.ts'
import { closeIncident } from '../incidents/raise-incident.ts'
import { countUnplanned, followSteps } from '../order-fulfilments/order-fulfilment.ts'
import {
  buildOrderFulfilment,
  findOrderFulfilment,
  saveOrderFulfilment,
} from '../order-fulfilments/order-fulfilment-store.ts'
import { addOrder, type NewLine, type NewOrder } from '../orders/add-order.ts'
import { describeDelivery } from '../orders/describe-delivery.ts'
import { followOrders } from '../orders/follow-orders.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { MAX_STOCK_ITEMS } from '../orders/settle-stock.ts'
import { describeUnknown, findSoldVariants, getSoldVariant, type SoldVariants } from '../routing/find-sold-variants.ts'
import { buildShortageProblem, checkSendsTests, checkStock, requireActiveCustodian } from './reassign-order.ts'

type Given = CreateFulfilmentOrderInput
type Header = Omit<NewOrder, 'lines'>

const add = async ({ db }: Pick<App, 'db'>, unit: Unit, header: Header, lines: readonly NewLine[]) => {
  const custodian = await requireActiveCustodian(db, unit.tenant, header.custodian.id)
  checkSendsTests(custodian, header)
  await checkStock(db, unit.tenant, custodian, lines)
  const added = await addOrder(db, unit, { ...header, custodian, lines }, MAX_STOCK_ITEMS)
  if ('shortages' in added) throw buildShortageProblem(custodian, lines, added.shortages)
  return added
}

const readStandaloneLines = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  given: NonNullable<Given['lines']>,
): Promise<NewLine[]> => {
  const variants = await findVariants(db, tenant, [...new Set(given.flatMap(({ variantId }) => variantId ?? []))])
  const violations: Violation[] = []
  const lines = given.flatMap(({ variantId, orderLine, quantity }, i): NewLine[] => {
    const found = variantId && variants.get(variantId)
    if (!found)
      violations.push({ propertyPath: `lines[${i}].variantId`, message: 'must be the id of an existing variant' })
    if (orderLine !== undefined)
      violations.push({ propertyPath: `lines[${i}].orderLine`, message: 'must be absent without a salesOrderId' })
    return found
      ? [{ orderLine: null, variantId: found.variant.id, sku: found.variant.sku, name: found.variant.name, quantity }]
      : []
  })
  if (violations.length) throw invalid(...violations)
  return lines
}

const addStandalone = async (app: Pick<App, 'db'>, unit: Unit, given: Given): Promise<StoredFulfilmentOrder> => {
  const violations = [
    ...(given.lines ? [] : [{ propertyPath: 'lines', message: 'is required without a salesOrderId' }]),
    ...(given.deliveryAddress
      ? []
      : [{ propertyPath: 'deliveryAddress', message: 'is required without a salesOrderId' }]),
  ]
  if (violations.length) throw invalid(...violations)
  const [lines, custodian, currency] = await Promise.all([
    readStandaloneLines(app, unit.tenant, given.lines ?? []),
    requireActiveCustodian(app.db, unit.tenant, given.custodianId),
    getSetting(app, unit.tenant, GENERAL_SETTINGS.defaultCurrency),
  ])
  const header = {
    salesOrderId: null,
    orderNumber: given.orderNumber ?? `M-${unit.newId()}`,
    channelId: null,
    isTest: false,
    custodian,
    serviceLevel: given.serviceLevel ?? null,
    deliveryAddress: { ...EMPTY_ADDRESS, ...given.deliveryAddress },
    customerNote: given.customerNote ?? null,
    currency: currency ?? 'EUR',
  }
  const after = await add(app, unit, header, lines)
  await followOrders(app.db, unit, [{ before: undefined, after }], {})
  return after
}

/** Explains why a person cannot choose the variant of a line; undefined if it is one of two that the line may sell. */
const explainChoice = (variantId: string | undefined, candidates: SoldVariants, orderLine: number) => {
  if (variantId === undefined) return undefined
  const [first, second] = candidates.get(orderLine) ?? []
  if (!first || !second) return 'must be absent with a salesOrderId, unless the line may sell two variants'
  return [first.id, second.id].includes(variantId) ? undefined : `must be ${first.id} or ${second.id}`
}

/** Leaves of the variants that lines may sell those that a person chose. */
const takeChosen = (candidates: SoldVariants, lines: Given['lines'] = []): SoldVariants =>
  new Map(
    [...candidates].map(([orderLine, variants]) => {
      const ids = lines.flatMap((line) => (line.orderLine === orderLine ? (line.variantId ?? []) : []))
      return [orderLine, ids.length ? variants.filter(({ id }) => ids.includes(id)) : variants]
    }),
  )

const addOfSalesOrder = async (app: Pick<App, 'db'>, unit: Unit, salesOrderId: Id, given: Given) => {
  const [found, record, custodian] = await Promise.all([
    findOrderOfChannel(app.db, unit.tenant, salesOrderId),
    findOrderFulfilment(app.db, unit.tenant, salesOrderId),
    requireActiveCustodian(app.db, unit.tenant, given.custodianId),
  ])
  const { order, channel } = orInvalid(found, 'salesOrderId', 'order')
  if (order.status !== 'accepted')
    throw new Problem('OPERATION_NOT_ALLOWED', `The sales order is ${order.status}. To fulfil it, it must be accepted.`)
  const next = record ?? buildOrderFulfilment(order, channel.name)
  if (!next.lines.length) throw new Problem('OPERATION_NOT_ALLOWED', 'The sales order has no goods to fulfil.')
  const wanted = new Map<number, number>()
  for (const { orderLine = -1, quantity } of given.lines ?? [])
    wanted.set(orderLine, (wanted.get(orderLine) ?? 0) + quantity)
  const chosen = next.lines.filter((line) => (given.lines ? wanted.has(line.orderLine) : countUnplanned(line) > 0))
  const byIndex = new Map(next.lines.map((line) => [line.orderLine, line]))
  const candidates = await findSoldVariants(app.db, unit.tenant, order, chosen)
  const violations = (given.lines ?? []).flatMap(({ orderLine = -1, variantId }, i): Violation[] => {
    const line = byIndex.get(orderLine)
    const mistake = explainChoice(variantId, candidates, orderLine)
    if (mistake) return [{ propertyPath: `lines[${i}].variantId`, message: mistake }]
    if (!line)
      return [
        { propertyPath: `lines[${i}].orderLine`, message: 'must be the index of a line of goods of the sales order' },
      ]
    return (wanted.get(orderLine) ?? 0) > countUnplanned(line)
      ? [
          {
            propertyPath: `lines[${i}].quantity`,
            message: `must not exceed the ${countUnplanned(line)} pieces that nobody fulfils yet`,
          },
        ]
      : []
  })
  if (violations.length) throw invalid(...violations)
  if (!chosen.length) throw new Problem('OPERATION_NOT_ALLOWED', 'All pieces of the sales order are planned already.')
  const sold = takeChosen(candidates, given.lines)
  const unknown = describeUnknown(chosen, sold)
  if (unknown) throw new Problem('OPERATION_NOT_ALLOWED', `The order cannot be fulfilled: ${unknown.description}.`)
  const lines = chosen.flatMap((line): NewLine[] => {
    const variant = getSoldVariant(sold, line.orderLine)
    const quantity = wanted.get(line.orderLine) ?? countUnplanned(line)
    return variant
      ? [{ orderLine: line.orderLine, variantId: variant.id, sku: variant.sku, name: line.name, quantity }]
      : []
  })
  const header = {
    salesOrderId: order.id,
    orderNumber: order.number,
    channelId: order.channelId,
    isTest: order.isTest,
    custodian,
    serviceLevel: given.serviceLevel ?? null,
    ...describeDelivery(order),
    currency: order.currency,
  }
  const after = await add(app, unit, header, lines)
  const step = { before: undefined, after }
  const planned = followSteps(next.lines, [step], { givesBack: false, isCancelled: false })
  const isPlanned = planned.every((line) => !countUnplanned(line))
  if (isPlanned && next.incidentId) await closeIncident(app.db, unit, next.incidentId, 'The order was planned by hand')
  saveOrderFulfilment(unit, record, {
    ...next,
    lines: planned,
    incidentId: isPlanned ? null : next.incidentId,
    reserving: next.reserving + (after.isReserving ? 1 : 0),
    toDispatch: after.isManual ? next.toDispatch : [...next.toDispatch, after.id],
  })
  markRouted(unit, order)
  return after
}

/** Creates a fulfilment order by hand: of lines of a sales order, or standalone. */
export const createByHand = (app: Pick<App, 'db'>, unit: Unit, given: Given): Promise<StoredFulfilmentOrder> =>
  given.salesOrderId ? addOfSalesOrder(app, unit, given.salesOrderId, given) : addStandalone(app, unit, given)
