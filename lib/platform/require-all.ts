import { invalid, Problem, type Violation } from './problem.ts'

/** Throws one problem with the violations, if there are any. */
export const refuseViolations = (violations: readonly Violation[]): void => {
  if (violations.length) throw invalid(...violations)
}

type Parts = readonly (() => unknown)[]
type Results<P extends Parts> = { [I in keyof P]: Awaited<ReturnType<P[I]>> }

/**
 * Runs the parts of a check beside each other and returns their results. If several find violations, throws one problem with
 * those of all, so that a caller can correct everything at once; what the state forbids is told once the input is valid.
 */
export const requireAll = async <const P extends Parts>(...parts: P): Promise<Results<P>> => {
  const settled = await Promise.allSettled(parts.map(async (part) => await part()))
  const errors = settled.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []))
  const problems = errors.filter((error) => error instanceof Problem)
  if (problems.length < errors.length) throw errors.find((error) => !(error instanceof Problem))
  const isInvalid = ({ errorCode }: Problem) => errorCode === 'VALIDATION_ERROR'
  refuseViolations(problems.filter(isInvalid).flatMap(({ violations }) => violations ?? []))
  if (problems[0]) throw problems[0]
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : undefined)) as Results<P>
}
