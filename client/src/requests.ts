import type { CollectionSearch, CollectionView } from './generated/schemas.ts'

/** Options of every request. */
export interface RequestOptions {
  /** Ends the request, with all its repetitions, when it is aborted. */
  signal?: AbortSignal | undefined
  /** Milliseconds for one attempt, instead of those of the client. */
  timeoutMs?: number | undefined
  /** Number of repetitions after a failure that may pass, instead of that of the client. */
  maxRetries?: number | undefined
  /** More headers, which take precedence over those of the client. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a request that the platform does not carry out twice. */
export interface RepeatableOptions extends RequestOptions {
  /**
   * A unique value for this request. Without one the client makes one, which protects the repetitions that it sends
   * itself. Give one that you store if your program may send the request again after it was restarted.
   */
  idempotencyKey?: string | undefined
}

/** Options of a request that changes a resource. */
export interface ChangeOptions extends RequestOptions {
  /**
   * The resource as it was returned, or its `ETag`. The change is refused with `PRECONDITION_FAILED` if the resource has
   * changed since.
   */
  ifMatch?: string | object | undefined
}

/** Options of a request that can be tried. */
export interface DryRunOptions {
  /** True to get what the request would make, without a change. */
  dryRun?: boolean | undefined
}

export interface RepeatableChangeOptions extends RepeatableOptions, ChangeOptions {}

/** One page of a collection. */
export interface Page<T> {
  '@context': '/api/docs/contexts/Collection'
  '@id': string
  '@type': 'Collection'
  /** Number of members on all pages. */
  totalItems: number
  search: CollectionSearch
  view: CollectionView
  member: T[]
}

/** A request as it is sent, without what the client adds to all of them. */
export interface PreparedRequest {
  method: string
  /** Path and query. */
  path: string
  body?: string | undefined
  contentType?: string | undefined
  idempotencyKey?: string | undefined
  ifMatch?: string | undefined
  /** True if it is sent without a token. */
  isPublic?: boolean | undefined
  /** Milliseconds after the first attempt for which the platform recognises a repetition of a request without a key. */
  repeatableForMs?: number | undefined
  /** Milliseconds for one attempt, instead of those of the client. */
  timeoutMs?: number | undefined
}

type QueryValue = string | number | boolean | null | undefined

export const writeQuery = (query: Readonly<Record<string, QueryValue>> | undefined): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

/** Fills the parameters of a path. Throws if a value would lead to another path, such as an empty id to the collection. */
export const fillPath = (path: string, values: readonly unknown[]): string => {
  let index = 0
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[index++]
    if (typeof value !== 'string' || !value || value === '.' || value === '..')
      throw new TypeError(`${name} must be text that names something, not ${JSON.stringify(value)}.`)
    return encodeURIComponent(value)
  })
}

/** Makes a value that no other request has. `crypto.randomUUID` exists only on secure pages. */
export const makeIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
