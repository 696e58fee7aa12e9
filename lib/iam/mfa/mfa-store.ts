import type { Id } from '../../platform/id.ts'
import type { Item } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type Account, changeIdentity, mfaKey } from '../identity-store.ts'
import type { Mfa } from '../mfa.ts'

// Second factors:  I#<identity> / MFA   factors and hashes of recovery codes, in one item, so that each use of a code is
//                                       decided by its `rev`

const buildItem = (identity: Id, { factors, recoveryCodes }: Mfa, rev: number): Item => ({
  ...mfaKey(identity),
  kind: 'mfa',
  rev,
  factors,
  recoveryCodes,
})

/** Writes the use of a factor. The unit is stale if the factors have changed since they were read. */
export const saveMfaUse = (unit: Unit, identity: Id, before: Mfa, after: Mfa): void =>
  unit.add({
    put: buildItem(identity, after, before.rev + 1),
    when: before.rev ? '#rev = :rev' : 'attribute_not_exists(pk)',
    ...(before.rev && { values: { ':rev': before.rev } }),
  })

/**
 * Writes another set of factors. The identity changes too, so that a sign-in that runs meanwhile starts again and asks for
 * the new factor, and a deleted account gets none.
 */
export const saveMfa = (unit: Unit, { identity, mfa }: Pick<Account, 'identity' | 'mfa'>, after: Mfa): void => {
  changeIdentity(unit, identity.id, {}, identity)
  saveMfaUse(unit, identity.id, mfa, after)
}
