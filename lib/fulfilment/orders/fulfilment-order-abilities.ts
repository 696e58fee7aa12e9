import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { FULFILMENT_ORDER_MOVES, isUnsent } from './fulfilment-order.ts'
import { findFulfilmentOrder } from './fulfilment-order-store.ts'

const { start, hold, release, cancel } = FULFILMENT_ORDER_MOVES

export const fulfilmentOrderAbilities = defineAbilities({
  noun: 'fulfilment order',
  find: findFulfilmentOrder,
  moves: { start, hold, release, cancel },
  needs: 'fulfilment:order:write',
  refuses(order, action) {
    if (action === 'start' && !order.isManual) return "the custodian's system works the fulfilment order"
    return (action === 'hold' || action === 'release') && !isUnsent(order) ? 'fulfilment order is sent' : undefined
  },
})
