import { invalid } from '../../platform/problem.ts'

/** Throws if the range of due dates ends before it begins. */
export const checkDueDates = ({
  dueDateFrom,
  dueDateTo,
}: {
  dueDateFrom?: string | undefined
  dueDateTo?: string | undefined
}): void => {
  if (dueDateFrom && dueDateTo && dueDateTo < dueDateFrom)
    throw invalid({ propertyPath: 'dueDateTo', message: 'must not be before dueDateFrom' })
}
