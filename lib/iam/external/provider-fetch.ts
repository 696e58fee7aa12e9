import type { App } from '../../platform/app/app.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'

const MAX_BYTES = 256 * 1024
/** A sign-in makes up to four calls in sequence within the 15 seconds of a request. */
const TIMEOUT_MS = 3_000

interface FetchOptions {
  method?: string
  headers?: Record<string, string> | undefined
  body?: unknown
}

/** Creates a minimal `fetch` for the libraries, over the guarded outbound client. */
export const createProviderFetch =
  ({ outbound }: Pick<App, 'outbound'>) =>
  async (url: string, { method = 'GET', headers = {}, body }: FetchOptions = {}): Promise<Response> => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`unexpected method ${method}`)
    const answer = await outbound.send({
      url,
      method,
      headers,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(body != null && { body: String(body) }),
    })
    const headerPairs = Object.entries(answer.headers).filter((each): each is [string, string] => each[1] !== undefined)
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: headerPairs,
    })
  }

/** Finds the outbound error among the causes of an error. */
export const findOutboundError = (error: unknown): OutboundError | undefined => {
  if (error instanceof OutboundError) return error
  return error instanceof Error && error.cause ? findOutboundError(error.cause) : undefined
}
