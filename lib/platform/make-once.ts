/** Makes the thing at the first call and hands out the same one from then on. */
export const makeOnce = <T>(make: () => T): (() => T) => {
  let made: { it: T } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}
