import { invalid } from '../problem.ts'
import type { Day } from './day.ts'

/** Refuses filters whose range of days ends before it begins. */
export const checkRange = <N extends string>(
  filters: { readonly [name in N]?: Day | undefined },
  firstName: NoInfer<N>,
  lastName: NoInfer<N>,
): void => {
  const [first, last] = [filters[firstName], filters[lastName]]
  if (first && last && last < first)
    throw invalid({ propertyPath: lastName, message: `must not be before ${firstName}` })
}
