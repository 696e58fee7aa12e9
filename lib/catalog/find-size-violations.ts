import type { Violation } from '../platform/problem.ts'

/**
 * Of the content of a product, of a variant, and of what a channel says in place of them: what a platform confirmed holds
 * all three, in one item of at most 400 KB.
 */
const MAX_CONTENT_KB = 100

const countBytes = (content: object) => Buffer.byteLength(JSON.stringify(content))

/** What is wrong with the size of content after members were given: the largest of these is named. */
export const findSizeViolations = (given: object, after: object, before: object = {}): Violation[] => {
  const size = countBytes(after)
  if (size <= MAX_CONTENT_KB * 1024 || size <= countBytes(before)) return []
  const largest = Object.entries(given)
    .map(([name, member]) => ({ name, size: countBytes([member]) }))
    .reduce((a, b) => (b.size > a.size ? b : a))
  return [{ propertyPath: largest.name, message: `makes all members together larger than ${MAX_CONTENT_KB} KB` }]
}
