/** Returns a function that creates the value at its first call and returns the same one from then on. */
export const makeOnce = <T>(make: () => T): (() => T) => {
  let made: { it: T } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}
