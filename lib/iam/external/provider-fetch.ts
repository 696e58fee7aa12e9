import type { App } from '../../platform/app/app.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'

const MAX_BYTES = 256 * 1024
/** Signing in takes up to four calls, one after another, within the fifteen seconds of a request. */
const TIMEOUT_MS = 3_000

interface Asked {
  method?: string
  headers?: Record<string, string> | undefined
  body?: unknown
}

/** `fetch` as far as the libraries need it, through the one guarded way out. */
export const createProviderFetch =
  ({ outbound }: Pick<App, 'outbound'>) =>
  async (url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Response> => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`nothing is asked of a provider with ${method}`)
    const answer = await outbound.send({
      url,
      method,
      headers,
      timeoutMs: TIMEOUT_MS,
      mostBytes: MAX_BYTES,
      ...(body != null && { body: String(body) }),
    })
    const told = Object.entries(answer.headers).filter((each): each is [string, string] => each[1] !== undefined)
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: told,
    })
  }

/** What kept a provider from being reached, where that is what went wrong. */
export const findOutboundError = (error: unknown): OutboundError | undefined => {
  if (error instanceof OutboundError) return error
  return error instanceof Error && error.cause ? findOutboundError(error.cause) : undefined
}
