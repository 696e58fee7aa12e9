import { createReferenceResolver } from '../../platform/store/lists/create-reference-resolver.ts'
import { orders } from './order-store.ts'

export const requireOrder = createReferenceResolver(orders)
