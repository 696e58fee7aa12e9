/** A request of a client, from the moment at which it was sent to the moment at which its answer came. */
export interface Operation<I, O> {
  input: I
  /** Undefined if the client got no answer: the operation may have an effect at any time after its call, or never. */
  output: O | undefined
  called: number
  /** Infinite without an answer. */
  returned: number
}

/** The sequential behaviour that concurrent operations must look like. */
export interface Model<S, I, O> {
  initial: S
  /** Returns the state after the operation, or undefined if it cannot have this output in this state. */
  step(state: S, input: I, output: O | undefined): S | undefined
  /** Equal for equal states. */
  describe(state: S): string
}

/** Returns the indexes of operations that may come next: those that no other one has to precede. */
const listNext = <I, O>(operations: readonly Operation<I, O>[], isPlaced: (index: number) => boolean): number[] => {
  let firstReturn = Number.POSITIVE_INFINITY
  for (const [index, { returned }] of operations.entries())
    if (!isPlaced(index)) firstReturn = Math.min(firstReturn, returned)
  return operations.flatMap(({ called }, index) => (isPlaced(index) || called > firstReturn ? [] : [index]))
}

/**
 * Finds an order of the operations in which each takes effect at one moment between its call and its return, as Wing and
 * Gong describe, and remembers where it has been, as Lowe proposes. Returns undefined if there is none. Operations on
 * different objects are to be checked apart, which is faster and finds the same.
 */
export const findOrder = <S, I, O>(
  { initial, step, describe }: Model<S, I, O>,
  operations: readonly Operation<I, O>[],
): Operation<I, O>[] | undefined => {
  const answered = operations.reduce(
    (bits, { returned }, index) => (returned === Number.POSITIVE_INFINITY ? bits : bits | (1n << BigInt(index))),
    0n,
  )
  const visited = new Set<string>()
  const search = (placed: bigint, state: S): Operation<I, O>[] | undefined => {
    if ((placed & answered) === answered) return []
    const visit = `${placed.toString(36)} ${describe(state)}`
    if (visited.has(visit)) return undefined
    visited.add(visit)
    for (const index of listNext(operations, (each) => (placed & (1n << BigInt(each))) !== 0n)) {
      const operation = operations[index] as Operation<I, O>
      const after = step(state, operation.input, operation.output)
      const rest = after !== undefined && search(placed | (1n << BigInt(index)), after)
      if (rest) return [operation, ...rest]
    }
    return undefined
  }
  return search(0n, initial)
}
