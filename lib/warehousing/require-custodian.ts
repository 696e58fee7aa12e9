import { createReferenceResolver } from '../platform/store/lists/create-reference-resolver.ts'
import { custodians } from './custodian-store.ts'

export const requireCustodian = createReferenceResolver(custodians)
