import { createReferenceResolver } from '../platform/store/lists/create-reference-resolver.ts'
import { variants } from './variant-store.ts'

export const requireVariant = createReferenceResolver(variants)
