import { nullable } from '../../types.ts'
import { count, day, id, text, topic } from './topic.ts'

const item = {
  sku: text('TEA-GREEN-100'),
  productName: nullable(text('Green tea, 100 g')),
}

const lot = { lotId: id(), lotNumber: text('L-2026-118'), ...item, quantity: nullable(count(240)) }

const partner = { partnerId: id(), partnerName: text('Nordlicht Logistik GmbH') }

export const GOODS = {
  'partner.partner.created': topic(['partner', 'operational'], partner),
  'partner.partner.status_changed': topic(['partner', 'operational'], {
    ...partner,
    status: text('blocked'),
    before: text('active'),
  }),

  'inventory.lot.recalled': topic(['inventory', 'incident', 'urgent'], {
    ...lot,
    reason: nullable(text('Recalled by the producer')),
  }),
  'inventory.lot.expired': topic(['inventory', 'incident', 'high'], { ...lot, expiredOn: day('2026-03-01') }),
  'inventory.serial_unit.status_changed': topic(['inventory', 'operational', 'low'], {
    serialUnitId: id(),
    serialNumber: text('SN-000481'),
    ...item,
    status: text('quarantined'),
    before: text('in_stock'),
  }),
  'inventory.item.discontinued': topic(['inventory', 'operational'], { stockItemId: id(), ...item }),
}
