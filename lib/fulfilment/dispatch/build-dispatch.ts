import { type Fitted, fitAddress, NO_LIMITS } from '../../custodians/address-limits.ts'
import { type CustodianConnector, CustodianError, type Dispatch } from '../../custodians/custodian-connector.ts'
import { withKnownRegion } from '../../platform/addresses/describe-region.ts'
import { EMPTY_ADDRESS } from '../../platform/addresses/empty-address.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { findOrderOfChannel } from '../../sales/orders/find-orders.ts'
import { countOpen, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'

type Limited = Pick<NonNullable<CustodianConnector['orders']>, 'limits'>

/** The custodian's system would refuse the address, so it is not asked. */
export class UnfitAddress extends CustodianError {
  constructor(message: string) {
    super('INVALID_CONFIG', message)
  }
}

/** Makes the address of an order fit what its custodian takes. Throws `UnfitAddress` if it cannot be sent. */
export const fitToCustodian = (
  { deliveryAddress, customerNote }: Pick<StoredFulfilmentOrder, 'deliveryAddress' | 'customerNote'>,
  { limits = NO_LIMITS }: Limited,
): Fitted => {
  const fitted = fitAddress(withKnownRegion(deliveryAddress ?? EMPTY_ADDRESS), customerNote, limits, false)
  if (fitted.refusals.length) throw new UnfitAddress(`The address ${fitted.refusals.join(', and it ')}.`)
  return fitted
}

/** Builds the request of a fulfilment order: what is still open of it, for the address as the custodian takes it. */
export const buildDispatch = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  fulfilmentOrder: StoredFulfilmentOrder,
  orders: Limited,
): Promise<Dispatch> => {
  const { reference, orderNumber, serviceLevel, currency, lines, salesOrderId } = fulfilmentOrder
  const { address, note } = fitToCustodian(fulfilmentOrder, orders)
  const order = salesOrderId ? (await findOrderOfChannel(db, tenant, salesOrderId))?.order : undefined
  return {
    reference,
    orderNumber,
    serviceLevel,
    deliveryAddress: address,
    customer: {
      name: order?.customer?.name ?? address.name,
      email: order?.customer?.email ?? address.email,
      phone: order?.customer?.phone ?? address.phone,
    },
    customerNote: note,
    currency,
    lines: lines
      .filter((line) => countOpen(line) > 0)
      .map((line) => ({
        sku: line.sku,
        name: line.name,
        quantity: countOpen(line),
        unitPrice: (line.orderLine === null ? undefined : order?.lineItems[line.orderLine])?.unitPrice ?? null,
      })),
  }
}
