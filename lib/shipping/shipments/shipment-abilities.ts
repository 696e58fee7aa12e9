import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { findShipment } from './find-shipments.ts'
import { isPaid, SHIPMENT_MOVES } from './shipment.ts'

const { cancel } = SHIPMENT_MOVES

export const shipmentAbilities = defineAbilities({
  noun: 'shipment',
  find: findShipment,
  moves: { cancel },
  needs: 'shipping:shipment:write',
  refuses({ label }, action) {
    return action === 'cancel' && label && isPaid(label) ? `label is ${label.status}` : undefined
  },
})
