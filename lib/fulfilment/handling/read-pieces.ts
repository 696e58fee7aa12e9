import type { LinePieces } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import { countOpen, type StoredFulfilmentLine } from '../orders/fulfilment-order.ts'

/** Adds up the pieces of each line that a request names; throws if a line is unknown or has fewer open pieces. */
export const readPieces = (
  lines: readonly StoredFulfilmentLine[],
  given: readonly LinePieces[],
  path = 'lines',
  taken: ReadonlyMap<Id, number> = new Map(),
): Map<Id, number> => {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const pieces = new Map<Id, number>()
  const violations = given.flatMap(({ lineId, quantity }, i): Violation[] => {
    const line = byId.get(lineId)
    if (!line) return [{ propertyPath: `${path}[${i}].lineId`, message: 'must be the id of a line of the order' }]
    const sum = (pieces.get(lineId) ?? 0) + quantity
    pieces.set(lineId, sum)
    const open = countOpen(line) - (taken.get(lineId) ?? 0)
    return sum > open
      ? [{ propertyPath: `${path}[${i}].quantity`, message: `must not exceed the ${open} open pieces of the line` }]
      : []
  })
  if (violations.length) throw invalid(...violations)
  return pieces
}
