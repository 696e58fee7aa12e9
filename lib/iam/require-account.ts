import type { Id } from '../platform/id.ts'
import type { Unit } from '../platform/store/unit.ts'
import { identityKey } from './identity-store.ts'

/** Lets the change through only while the account was not deleted, so that nothing of it appears after it was erased. */
export const requireAccount = (unit: Unit, identity: Id, gone: () => Error): void =>
  unit.add({ check: identityKey(identity), when: 'attribute_not_exists(#deletedAt)' }, { refuse: gone })
