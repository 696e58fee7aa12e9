const MAX_DEPTH = 100

/** Deep nesting could overflow the stack of code that walks or serializes the value. */
export const isTooDeep = (root: unknown) => {
  let level = [root]
  for (let depth = 0; level.length; depth++) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((value) => (value !== null && typeof value === 'object' ? Object.values(value) : []))
  }
  return false
}
