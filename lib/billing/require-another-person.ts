import type { Id } from '../platform/id.ts'
import { Problem } from '../platform/problem.ts'
import type { Unit } from '../platform/store/unit.ts'

type Actor = Pick<Unit, 'actor' | 'source'>

/** Returns the identities that count as preparers: a service account acts in the name of its sponsor. */
export const listPreparers = ({ actor, source }: Actor): (Id | null)[] =>
  source?.sponsor ? [actor, source.sponsor] : [actor]

/** The kind of record, and its steps that require different people, as the beginning of a sentence. */
interface Separated {
  noun: string
  steps: string
}

/**
 * Enforces the four-eyes principle: nobody of those who took an earlier step takes this one. The platform never takes it,
 * with or without that principle.
 */
export const requireAnotherPerson = (
  { noun, steps }: Separated,
  involved: readonly (Id | null)[],
  { actor, source }: Actor,
  fourEyes: boolean,
): void => {
  if (actor === null)
    throw new Problem('OPERATION_NOT_ALLOWED', `A person must decide about the ${noun}, not the platform.`)
  if (!fourEyes) return
  if (source?.actorType === 'service_account')
    throw new Problem('PERSON_REQUIRED', 'Four eyes are demanded, so a person must do this, not a service account.')
  if (involved.includes(actor))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `Another person must do this. ${steps} a ${noun} require different people.`,
    )
}
