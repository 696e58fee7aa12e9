import type { Id } from '../platform/id.ts'
import type { Unit } from '../platform/store/unit.ts'
import { identityKey } from './identity-store.ts'

/** Refuses the unit if the account was deleted, so that no data of it appears after its erasure. */
export const requireAccount = (unit: Unit, identity: Id, gone: () => Error): void =>
  unit.add({ check: identityKey(identity), when: 'attribute_not_exists(#deletedAt)' }, { refuse: gone })
