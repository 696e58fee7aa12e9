import { nullable } from '../../types.ts'
import { day, id, moment, text, topic } from './topic.ts'

// Names and addresses of customers are not part of these events; they stay with the order.
const shipment = {
  shipmentId: id(),
  orderNumber: nullable(text('DE-100045')),
  carrier: nullable(text('DHL')),
  trackingNumber: nullable(text('00340434161094042557')),
  custodianName: nullable(text('Hamburg East')),
}

const expected = { estimatedDeliveryDate: nullable(day('2026-03-04')) }

export const SHIPPING = {
  'shipping.shipment.created': topic(['warehousing', 'operational', 'low'], shipment),
  'shipping.shipment.scheduled': topic(['warehousing', 'operational', 'low'], {
    ...shipment,
    pickupAt: nullable(moment('2026-03-02T14:00:00.000Z')),
  }),
  'shipping.shipment.in_transit': topic(['warehousing', 'operational', 'low'], { ...shipment, ...expected }),
  'shipping.shipment.out_for_delivery': topic(['warehousing', 'operational', 'low'], { ...shipment, ...expected }),
  'shipping.shipment.delivered': topic(['warehousing', 'operational', 'low'], {
    ...shipment,
    deliveredAt: moment('2026-03-04T09:41:00.000Z'),
  }),
  'shipping.shipment.cancelled': topic(['warehousing', 'operational'], {
    ...shipment,
    reason: nullable(text('Requested by the customer')),
  }),
  'shipping.shipment.delayed': topic(['warehousing', 'incident', 'high'], {
    ...shipment,
    ...expected,
    reason: nullable(text('Held at customs')),
  }),
  'shipping.shipment.lost': topic(['warehousing', 'incident', 'high'], {
    ...shipment,
    lastSeenAt: nullable(moment('2026-03-03T18:20:00.000Z')),
  }),
  'shipping.shipment.damaged': topic(['warehousing', 'incident', 'high'], {
    ...shipment,
    description: nullable(text('The box is wet')),
  }),
  'shipping.shipment.refused': topic(['warehousing', 'incident', 'high'], {
    ...shipment,
    reason: nullable(text('The recipient did not accept it')),
  }),

  'routing.incident.raised': topic(['warehousing', 'incident', 'urgent'], {
    incidentId: id(),
    orderNumber: nullable(text('DE-100045')),
    custodianName: nullable(text('Hamburg East')),
    description: text('No custodian has enough of every item'),
  }),
}
