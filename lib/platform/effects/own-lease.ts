import type { Id } from '../id.ts'
import { partition } from '../store/entities/entity.ts'
import { claim, LEASE, requireHeldBy } from '../store/table/lease.ts'
import type { EffectLease } from './run-effect.ts'

// Lease of an effect that stores nothing with it:  T#<tenant>#<kind> / <the thing>   deleted with what became of the call

/** Longer than the function may run. */
const DURATION_MS = 2 * 60_000

interface Thing {
  tenant: Id
  id: Id
}

/** Describes a lease that is an item of its own; effects about the same thing take turns by the same kind. */
export const createOwnLease = <Subject>(
  kind: string,
  find: (subject: Subject) => Thing,
): EffectLease<Subject, object> => {
  const keyOf = (subject: Subject) => {
    const { tenant, id } = find(subject)
    return { pk: partition(tenant, kind), sk: id }
  }
  return {
    durationMs: DURATION_MS,
    // No call of a worker that has died is under way any more by then.
    busyMs: DURATION_MS + 5000,
    claim: (db, subject, claimant) =>
      claim(db, LEASE, keyOf(subject), claimant, { set: '#kind = :kind', values: { ':kind': kind } }),
    release: (subject, by) => ({ delete: keyOf(subject), ...requireHeldBy(LEASE, by) }),
  }
}
