import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'

/** Invokes a function and returns its result; throws if the function threw. */
export type Invoke = (functionName: string, event: unknown) => Promise<unknown>

/** Thrown if the function could not be reached, which says nothing about the event. */
export class Unreachable extends Error {}

export const makeInvoke = (endpoint: string, region: string): Invoke => {
  const client = new LambdaClient({ endpoint, region, maxAttempts: 1 })
  return async (FunctionName, event) => {
    const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) })
    const { FunctionError, Payload } = await client.send(command).catch((error: Error) => {
      throw new Unreachable(error.message)
    })
    const text = Payload?.transformToString()
    const answer: unknown = text ? JSON.parse(text) : undefined
    if (!FunctionError) return answer
    throw new Error(`${FunctionName} failed: ${(answer as { errorMessage?: string } | undefined)?.errorMessage}`)
  }
}

/** Returns the ids that a worker reported as failed; an answer of another shape means none, as with Lambda. */
export const readFailedIds = (answer: unknown): Set<string> => {
  const { batchItemFailures = [] } = (answer ?? {}) as { batchItemFailures?: { itemIdentifier: string }[] | null }
  return new Set((batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier))
}
