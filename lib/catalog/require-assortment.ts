import { createReferenceResolver } from '../platform/store/lists/create-reference-resolver.ts'
import { assortments } from './assortment-store.ts'

export const requireAssortment = createReferenceResolver(assortments)
