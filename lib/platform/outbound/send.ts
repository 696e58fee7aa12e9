import { lookup as systemLookup } from 'node:dns'
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http'
import { Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { makeOnce } from '../make-once.ts'
import { isPublicAddress } from './addresses.ts'
import type { OutboundOptions, OutboundRequest, OutboundResponse } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'
import { parseUrl } from './parse-url.ts'

const MAX_BYTES = 1024 * 1024

// A connection from before the container was frozen would fail the next call, which may not be repeatable.
const agents = makeOnce(() => ({
  plain: new PlainAgent({ keepAlive: false }),
  secure: new Agent({ keepAlive: false }),
}))

/** Codes of a resolver for a name without an address. */
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA']

/** Returns a lookup that runs when the socket connects, so the checked addresses are those connected to. */
const makeGuardedLookup =
  ({ allowPrivate, lookup = systemLookup }: OutboundOptions): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : []
      const first = error ? undefined : addresses[0]
      const leadsNowhere = error ? NO_ADDRESS.includes(error.code ?? '') : !first
      // A name without an address is refused like one with a private address, to hide which names exist.
      if (!allowPrivate && (leadsNowhere || !(error || addresses.every(({ address }) => isPublicAddress(address)))))
        return callback(new OutboundError('refused-address'), '')
      if (!first) return callback(error ?? new OutboundError('unreachable'), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

const readBody = async (message: IncomingMessage, maxBytes: number, isCut: boolean) => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes <= maxBytes) continue
    message.destroy()
    if (isCut) break
    throw new OutboundError('too-large')
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

const flattenHeaders = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]),
  )

const exchange = (options: OutboundOptions, url: URL, asked: OutboundRequest, signal: AbortSignal) =>
  new Promise<OutboundResponse>((resolve, reject) => {
    const { method = 'GET', headers = {}, body, maxBytes = MAX_BYTES, isCut = false } = asked
    const secure = url.protocol === 'https:'
    const how: RequestOptions = {
      method,
      // Compressed responses are not requested, so that a small one cannot expand to a huge one.
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Entrepot', ...headers },
      agent: secure ? agents().secure : agents().plain,
      lookup: makeGuardedLookup(options),
      signal,
    }
    const sent = (secure ? request : plainRequest)(url, how, (message) => {
      if (!isCut && Number(message.headers['content-length'] ?? 0) > maxBytes) {
        message.destroy()
        reject(new OutboundError('too-large'))
        return
      }
      const answer = { status: message.statusCode ?? 0, headers: flattenHeaders(message.headers) }
      readBody(message, maxBytes, isCut).then((bytes) => resolve({ ...answer, body: bytes }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

const toOutboundError = (error: unknown, signal: AbortSignal) => {
  if (error instanceof OutboundError) return error
  // Node's error may contain internal addresses, so it is only the cause, for the log.
  return new OutboundError(signal.aborted ? 'timeout' : 'unreachable', { cause: error })
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Returns the headers that may be sent to another host, without credentials. */
const pickHarmless = (headers: OutboundRequest['headers'] = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(accept|user-agent)$/i.test(name)))

export const send = async (
  options: OutboundOptions,
  asked: OutboundRequest & { timeoutMs: number },
): Promise<OutboundResponse> => {
  const signal = AbortSignal.timeout(asked.timeoutMs)
  let url = parseUrl(asked.url, options)
  let { headers } = asked
  for (let remaining = asked.redirects ?? 0; ; remaining--) {
    let answer: OutboundResponse
    try {
      answer = await exchange(options, url, { ...asked, headers: headers ?? {} }, signal)
    } catch (error) {
      throw toOutboundError(error, signal)
    }
    if (!REDIRECTS.has(answer.status)) return answer
    const { location = '' } = answer.headers
    if (remaining <= 0 || (asked.method ?? 'GET') !== 'GET' || !URL.canParse(location, url.href))
      throw new OutboundError('redirected', { status: answer.status })
    const next = parseUrl(new URL(location, url).href, options)
    if (next.origin !== url.origin) headers = pickHarmless(headers)
    url = next
  }
}
