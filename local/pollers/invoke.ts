import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'

/** Calls a function and gives back what it returned; throws when it threw. */
export type Invoke = (functionName: string, event: unknown) => Promise<unknown>

/** The function could not be asked at all, which says nothing about the event. */
export class Unreachable extends Error {}

export const invokeAt = (endpoint: string, region: string): Invoke => {
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

/** The ids that a worker reports as failed; like the platform, an answer of another shape means none. */
export const failedIds = (answer: unknown): Set<string> => {
  const { batchItemFailures = [] } = (answer ?? {}) as { batchItemFailures?: { itemIdentifier: string }[] | null }
  return new Set((batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier))
}
