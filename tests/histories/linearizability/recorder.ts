import { isUnknown, type Reply } from '../world.ts'
import type { Operation } from './find-order.ts'

/** Tells the order of calls and returns: later moments are larger. */
export const makeMoments = () => {
  let last = 0
  return () => ++last
}

/** The meaning of an answer; `nothing` if the request had no effect whatever it asked for. */
export type Outcome<O> = { known: O } | 'unknown' | 'nothing'

/** Reads an answer. `refusals` has the outputs of refusals that the state of the resource must explain, by status. */
export const readOutcome = <O>(
  reply: Reply,
  done: (answer: Exclude<Reply, 'crash'>) => O,
  refusals: Readonly<Record<number, O>> = {},
): Outcome<O> => {
  if (reply === 'crash' || isUnknown(reply)) return 'unknown'
  if (reply.status === 503) return 'nothing'
  if (reply.status < 300) return { known: done(reply) }
  const refusal = refusals[reply.status]
  if (refusal === undefined) throw new Error(`unexpected answer ${reply.status} ${reply.text}`)
  return { known: refusal }
}

/** Records operations with the moments of their calls and returns. Those without an effect are left out. */
export const makeRecorder = <I, O>(moment: () => number) => {
  const operations: Operation<I, O>[] = []
  return {
    operations,
    async record(input: I, work: () => Promise<Outcome<O>>): Promise<void> {
      const operation = { input, output: undefined, called: moment(), returned: Number.POSITIVE_INFINITY }
      const outcome = await work()
      if (outcome === 'nothing') return
      if (outcome === 'unknown') operations.push(operation)
      else operations.push({ ...operation, output: outcome.known, returned: moment() })
    },
  }
}

/** Describes operations that have no order, for the message of a failure. */
export const describeOperations = (operations: readonly Operation<unknown, unknown>[]): string =>
  operations
    .map(({ input, output, called, returned }) => `${called}-${returned} ${JSON.stringify({ input, output })}`)
    .join('\n  ')
