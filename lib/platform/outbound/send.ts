import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { makeOnce } from '../make-once.ts'
import { isPublicAddress } from './addresses.ts'
import type { OutboundOptions, OutboundRequest, OutboundResponse } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'

const TIMEOUT_MS = 8_000
const MAX_BYTES = 1024 * 1024

// A connection left over from before the container was frozen would fail the next call, and a code is good only once.
const agents = makeOnce(() => ({
  plain: new PlainAgent({ keepAlive: false }),
  secure: new Agent({ keepAlive: false }),
}))

const PORTS = [443, 80]

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80)

const checkedUrl = (text: string, { allowPrivate, ports = [] }: OutboundOptions) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const scheme = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:')
  if (!url || !scheme || url.username || url.password) throw new OutboundError('bad-url')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Names are looked at after DNS, below; an address is never looked up.
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw new OutboundError('refused-address')
  if (!allowPrivate && ![...PORTS, ...ports].includes(portOf(url))) throw new OutboundError('refused-port')
  return url
}

/** The codes with which a resolver says that a name has no address. */
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA']

/** Runs when the socket is about to connect, so what it lets through is what is connected to. */
const guardedLookup =
  ({ allowPrivate, lookup = systemLookup as LookupFunction }: OutboundOptions): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as unknown as LookupAddress[]
      const first = error ? undefined : addresses[0]
      const leadsNowhere = error ? NO_ADDRESS.includes(error.code ?? '') : !first
      // A name without an address is refused like one with a private address, so that nobody can tell which there are.
      if (!allowPrivate && (leadsNowhere || !(error || addresses.every(({ address }) => isPublicAddress(address)))))
        return callback(new OutboundError('refused-address'), '')
      if (!first) return callback(error ?? new OutboundError('unreachable'), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

const read = async (message: IncomingMessage, mostBytes: number) => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message) {
    bytes += (chunk as Buffer).length
    if (bytes > mostBytes) {
      message.destroy()
      throw new OutboundError('too-large')
    }
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const flat = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]),
  )

const exchange = (options: OutboundOptions, url: URL, asked: OutboundRequest, signal: AbortSignal) =>
  new Promise<OutboundResponse>((resolve, reject) => {
    const { method = 'GET', headers = {}, body, mostBytes = MAX_BYTES } = asked
    const secure = url.protocol === 'https:'
    const how: RequestOptions = {
      method,
      // Not read where it is packed, so that nothing small can unfold into something huge.
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Entrepot', ...headers },
      agent: secure ? agents().secure : agents().plain,
      lookup: guardedLookup(options),
      signal,
    }
    const sent = (secure ? request : plainRequest)(url, how, (message) => {
      if (Number(message.headers['content-length'] ?? 0) > mostBytes) {
        message.destroy()
        reject(new OutboundError('too-large'))
        return
      }
      const answer = { status: message.statusCode as number, headers: flat(message.headers) }
      read(message, mostBytes).then((bytes) => resolve({ ...answer, body: bytes }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

const failure = (error: unknown, signal: AbortSignal) => {
  if (error instanceof OutboundError) return error
  // What Node says may name addresses behind a name, so it goes no further than this error's own log line.
  return new OutboundError(signal.aborted ? 'timeout' : 'unreachable', { cause: error })
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** What may go along to another host: nothing that could open anything. */
const harmless = (headers: OutboundRequest['headers'] = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(accept|user-agent)$/i.test(name)))

export const send = async (options: OutboundOptions, asked: OutboundRequest): Promise<OutboundResponse> => {
  const signal = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS)
  let url = checkedUrl(asked.url, options)
  let { headers } = asked
  for (let left = asked.redirects ?? 0; ; left--) {
    let answer: OutboundResponse
    try {
      answer = await exchange(options, url, { ...asked, headers: headers ?? {} }, signal)
    } catch (error) {
      throw failure(error, signal)
    }
    if (!REDIRECTS.has(answer.status)) return answer
    const { location = '' } = answer.headers
    if (left <= 0 || (asked.method ?? 'GET') !== 'GET' || !URL.canParse(location, url.href))
      throw new OutboundError('redirected', { status: answer.status })
    const next = checkedUrl(new URL(location, url).href, options)
    if (next.origin !== url.origin) headers = harmless(headers)
    url = next
  }
}
