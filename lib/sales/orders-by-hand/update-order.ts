import type { UpdateOrderInput } from '../../../schemas/sales/orders/update-order.ts'
import { findFulfilmentStatus } from '../../fulfilment/order-fulfilments/find-fulfilment-status.ts'
import type { App } from '../../platform/app/app.ts'
import { cleanTags } from '../../platform/identifiers/clean-tags.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { relinkCustomer } from '../customers/link-customer.ts'
import { changeOrder } from '../order-changes/apply-order-effects.ts'
import { trimText } from '../order-parts/trim-text.ts'
import { CORRECTABLE, type StoredOrder } from '../orders/order.ts'
import { toAddress, toCustomer } from '../orders/order-row.ts'
import { orders } from '../orders/order-store.ts'
import { readOrderContext } from './read-order-context.ts'

type Corrections = StoredOrder['corrected']

/** Reads corrections as a row of an import is read. */
const readCorrections = (given: UpdateOrderInput): Corrections => ({
  ...(given.customer !== undefined && { customer: toCustomer(given.customer) }),
  ...(given.shippingAddress !== undefined && { shippingAddress: toAddress(given.shippingAddress) }),
  ...(given.billingAddress !== undefined && { billingAddress: toAddress(given.billingAddress) }),
  ...(given.serviceLevel !== undefined && { serviceLevel: trimText(given.serviceLevel) }),
  ...(given.customerNote !== undefined && { customerNote: trimText(given.customerNote) }),
})

/** Remembers what the shop says of what is corrected; a member that was corrected before keeps what the shop said. */
const rememberShop = (before: StoredOrder, corrections: Corrections): Corrections => ({
  ...Object.fromEntries(CORRECTABLE.filter((name) => name in corrections).map((name) => [name, before[name]])),
  ...before.corrected,
})

const requireOpen = async (app: Pick<App, 'db'>, unit: Unit, { id, status, erasedAt }: StoredOrder) => {
  if (erasedAt) throw new Problem('OPERATION_NOT_ALLOWED', 'The customer of the order was erased.')
  if (status !== 'accepted' && status !== 'held')
    throw new Problem('OPERATION_NOT_ALLOWED', `The order is ${status}, so only its note and its tags can be changed.`)
  if ((await findFulfilmentStatus(app.db, unit.tenant, id)) === 'fulfilled')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The order was sent, so only its note and its tags can be changed.')
}

/** Changes what people say of an order, and corrects what its shop says of who gets it. */
export const updateOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  { note, tags, ...given }: UpdateOrderInput,
): Promise<StoredOrder> => {
  const before = await unit.load(orders, id)
  const said = { ...(note !== undefined && { note: trimText(note) }), ...(tags && { tags: cleanTags(tags) }) }
  const corrections = readCorrections(given)
  if (!Object.keys(corrections).length) return unit.update(orders, before, said)
  await requireOpen(app, unit, before)
  const context = await readOrderContext(app, unit.tenant, before)
  const corrected = rememberShop(before, corrections)
  const link = await relinkCustomer(app.db, unit, before, { ...before, ...corrections })
  return await changeOrder(app.db, unit, context, before, { ...said, ...corrections, ...link, corrected })
}
