import type { StoreServer } from '../servers/server.ts'

/** What a stand-in answered. */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers of platforms have any shape.
  json: any
}

/** Asks a stand-in as a client would. */
export type Ask = (
  method: string,
  path: string,
  more?: { body?: unknown; headers?: Record<string, string> },
) => Promise<Answer>

/** Something that a platform does and that its stand-in follows. */
export interface Behaviour<Shop> {
  /** A sentence that begins with what does it. */
  does: string
  /** Title of the page of the platform's documentation, or name of the file in its source, that says so. */
  source: string
  /** Makes the stand-in do it, and returns what it shows. */
  play(shop: Shop, ask: Ask): Promise<unknown>
  shows: unknown
}

/** Asks a server with these headers, unless a request brings others. */
export const asking =
  ({ url }: StoreServer, common: Record<string, string>): Ask =>
  async (method, path, { body, headers = {} } = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { method, headers: { ...common, ...headers }, ...sent })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : undefined }
  }
