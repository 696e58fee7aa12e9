import type { Answer } from './authentication.ts'

/** The parts of a response beside its resource. */
export interface ResponseInfo {
  status: number
  /** Revision of the resource, for `ifMatch`. */
  etag: string | undefined
  /** Id of the request, under which the log of the platform has it. */
  requestId: string | undefined
  /** True if the platform had carried out a request with the same idempotency key before. */
  isReplayed: boolean
  headers: Headers
}

const responses = new WeakMap<object, ResponseInfo>()

/** Returns what came with a resource or a page: status, `ETag` and headers. Undefined for objects made otherwise. */
export const getResponse = (result: object): ResponseInfo | undefined => responses.get(result)

/** Parses the body of a success and remembers what came with it. */
export const readResult = ({ status, headers, text }: Answer): unknown => {
  if (!text) return undefined
  if (!/\bjson\b/.test(headers.get('content-type') ?? '')) return text
  const result: unknown = JSON.parse(text)
  if (typeof result === 'object' && result !== null)
    responses.set(result, {
      status,
      headers,
      etag: headers.get('etag') ?? undefined,
      requestId: headers.get('x-request-id') ?? undefined,
      isReplayed: headers.get('idempotency-replayed') === 'true',
    })
  return result
}

/** Returns the `ETag` for `If-Match`. Throws for a resource without one, so that no change is sent unprotected. */
export const findEtag = (given: string | object | undefined): string | undefined => {
  if (given === undefined || typeof given === 'string') return given
  const etag = getResponse(given)?.etag
  if (!etag) throw new TypeError('ifMatch needs an ETag, or a resource that this client has returned with an ETag.')
  return etag
}
