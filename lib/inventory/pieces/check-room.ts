import { Problem } from '../../platform/problem.ts'
import { MAX_ACTIONS } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

/** Actions that a request adds to those of its work, such as the answer to its key. */
const RESERVE = 7

/** Throws if the work does not fit one transaction, because it concerns too many lines, lots or serial units. */
export const checkRoom = (unit: Unit): void => {
  if (unit.size > MAX_ACTIONS - RESERVE)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'This is too much for a single step. Divide it: name fewer lines, lots or serial units.',
    )
}
