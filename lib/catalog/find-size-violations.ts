import type { Violation } from '../platform/problem.ts'

/**
 * Maximum size of a product, of a variant, and of a channel's overrides. The baseline of a listing contains all three in
 * one item of at most 400 KB.
 */
const MAX_CONTENT_KB = 100

const countBytes = (content: object) => Buffer.byteLength(JSON.stringify(content))

/** Finds content that becomes too large; the violation names the largest of the given members. */
export const findSizeViolations = (given: object, after: object, before: object = {}): Violation[] => {
  const size = countBytes(after)
  if (size <= MAX_CONTENT_KB * 1024 || size <= countBytes(before)) return []
  const largest = Object.entries(given)
    .map(([name, member]) => ({ name, size: countBytes([member]) }))
    .reduce((a, b) => (b.size > a.size ? b : a))
  return [{ propertyPath: largest.name, message: `must be shorter: all members together exceed ${MAX_CONTENT_KB} KB` }]
}
