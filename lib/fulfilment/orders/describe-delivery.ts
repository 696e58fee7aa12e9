import type { DeliveryAddress } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'

type Told = Pick<StoredOrder, 'shippingAddress' | 'billingAddress' | 'customer' | 'customerNote'>

/**
 * Returns what whoever sends the goods of a sales order has to know. An address without a phone or an e-mail gets those of the
 * buyer, since carriers refuse parcels whose recipient they cannot reach.
 */
export const describeDelivery = ({
  shippingAddress,
  billingAddress,
  customer,
  customerNote,
}: Told): { deliveryAddress: DeliveryAddress | null; customerNote: string | null } => ({
  deliveryAddress: shippingAddress && {
    ...shippingAddress,
    phone: shippingAddress.phone ?? customer?.phone ?? billingAddress?.phone ?? null,
    email: shippingAddress.email ?? customer?.email ?? billingAddress?.email ?? null,
  },
  customerNote,
})
