import type { Violation } from '../platform/problem.ts'

/**
 * Of the content of a product, of a variant, and of what a channel says in place of them: what a platform confirmed holds
 * all three, in one item of at most 400 KB.
 */
const MOST_CONTENT_KB = 100

const sizeOf = (content: object) => Buffer.byteLength(JSON.stringify(content))

/** What is wrong with the size of content after members were given: the largest of these is named. */
export const sizeViolations = (given: object, after: object, before: object = {}): Violation[] => {
  const size = sizeOf(after)
  if (size <= MOST_CONTENT_KB * 1024 || size <= sizeOf(before)) return []
  const largest = Object.entries(given)
    .map(([name, member]) => ({ name, size: sizeOf([member]) }))
    .reduce((a, b) => (b.size > a.size ? b : a))
  return [{ propertyPath: largest.name, message: `makes all members together larger than ${MOST_CONTENT_KB} KB` }]
}
