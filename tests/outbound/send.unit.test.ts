import type { RequestListener } from 'node:http'
import type { LookupFunction } from 'node:net'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { makeOutbound, type OutboundRequest } from '../../lib/platform/outbound/outbound.ts'
import { serve } from '../../local/serve.ts'

const servers: { stop: () => Promise<void> }[] = []
afterAll(async () => {
  for (const { stop } of servers) await stop()
})

const serving = async (listener: RequestListener) => {
  const server = await serve(listener)
  servers.push(server)
  return server.url
}

/** Resolves every name to these addresses, like the resolver of an attacker's domain. */
const naming = (...addresses: string[]) => {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, _options, callback) => {
    asked.push(hostname)
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { lookup, asked }
}

const guarded = makeOutbound({ allowPrivate: false, lookup: naming('127.0.0.1').lookup })
const open = makeOutbound({ allowPrivate: true })
const outcome = (request: Partial<OutboundRequest> & { url: string }, outbound = open) =>
  outbound.send(request).then(
    ({ status }) => status,
    (error: { kind: string }) => error.kind,
  )

describe('a URL of a tenant', () => {
  it.each([
    ['a dotted address', 'https://127.0.0.1/'],
    ['a decimal one', 'https://2130706433/'],
    ['an octal one', 'https://0177.0.0.1/'],
    ['a hexadecimal one', 'https://0x7f000001/'],
    ['a short one', 'https://127.1/'],
    ['one in full width digits', 'https://①②⑦.0.0.1/'],
    ['one with a dot behind it', 'https://127.0.0.1./'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv4 mapped into IPv6', 'https://[::ffff:127.0.0.1]/'],
    ['the same in hexadecimal', 'https://[::ffff:a9fe:a9fe]/'],
    ['NAT64', 'https://[64:ff9b::169.254.169.254]/'],
    ['instance metadata', 'https://169.254.169.254/latest/meta-data/'],
    ['a name that leads to a private address', 'https://harmless.example/'],
    ['the same with a dot behind it', 'https://harmless.example./'],
    ['localhost', 'https://localhost/'],
  ])('is refused if it is %s', async (_, url) => {
    expect(await outcome({ url }, guarded)).toBe('refused-address')
  })

  it.each([
    ['plain http', 'http://example.com/'],
    ['another scheme', 'file:///etc/passwd'],
    ['a name and a password', 'https://user:secret@example.com/'],
    ['a name to mislead', 'https://example.com@127.0.0.1/'],
    ['no host', 'https://'],
    ['no URL', 'example.com'],
    ['a zone', 'https://[fe80::1%25eth0]/'],
    ['nothing', ''],
  ])('is refused if it has %s', async (_, url) => {
    expect(await outcome({ url }, guarded)).toBe('bad-url')
  })

  it('is refused in every spelling of a private address', async () => {
    const octet = fc.integer({ min: 0, max: 255 })
    const inside = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    )
    const number = (value: number) =>
      fc.constantFrom(`${value}`, `0${value.toString(8)}`, `0x${value.toString(16)}`, `0X00${value.toString(16)}`)
    const spelled = inside.chain(([a, b, c, d]) => {
      const whole = ((a * 256 + b) * 256 + c) * 256 + d
      const hex = (high: number, low: number) => (high * 256 + low).toString(16)
      return fc.oneof(
        fc.tuple(number(a), number(b), number(c), number(d)).map((parts) => parts.join('.')),
        fc.tuple(number(a), number(b), number(c * 256 + d)).map((parts) => parts.join('.')),
        fc.tuple(number(a), number((b * 256 + c) * 256 + d)).map((parts) => parts.join('.')),
        number(whole),
        fc.constant(`[::ffff:${hex(a, b)}:${hex(c, d)}]`),
        fc.constant(`[64:ff9b::${hex(a, b)}:${hex(c, d)}]`),
        fc.constant(`[2002:${hex(a, b)}:${hex(c, d)}::1]`),
      )
    })
    const rest = fc.constantFrom('', '/', './', ':443/', ':8443/path?query', '/#@example.com')
    await fc.assert(
      fc.asyncProperty(spelled, rest, async (host, after) => {
        const dotted = host.startsWith('[') && after === './' ? '/' : after
        expect(await outcome({ url: `https://${host}${dotted}` }, guarded)).toBe('refused-address')
      }),
      { numRuns: 400 },
    )
  })

  it('is refused if one of several addresses of its name is private', async () => {
    const outbound = makeOutbound({ allowPrivate: false, lookup: naming('93.184.215.14', '10.0.0.1').lookup })
    expect(await outcome({ url: 'https://both.example/' }, outbound)).toBe('refused-address')
  })

  it.each([
    ['a database', 'https://harmless.example:5432/'],
    ['a mail server', 'https://harmless.example:25/'],
    ['an application server', 'https://harmless.example:8443/path'],
  ])('is refused with the port of %s, before its name is looked up', async (_, url) => {
    const { lookup, asked } = naming('93.184.215.14')
    const outbound = makeOutbound({ allowPrivate: false, lookup })
    expect(await outcome({ url }, outbound)).toBe('refused-port')
    expect(asked).toEqual([])
  })

  it('may have the ports 443 and 80, and those that the deployment adds', async () => {
    const { lookup, asked } = naming('127.0.0.1')
    const outbound = makeOutbound({ allowPrivate: false, lookup, ports: [8443] })
    for (const port of ['', ':443', ':80', ':8443'])
      expect(await outcome({ url: `https://harmless${port.slice(1)}.example${port}/` }, outbound)).toBe(
        'refused-address',
      )
    expect(asked).toHaveLength(4)
    expect(await outcome({ url: 'https://harmless.example:8444/' }, outbound)).toBe('refused-port')
  })

  it('is refused alike for a private name and for an unknown one', async () => {
    const unknown: LookupFunction = (_, __, callback) =>
      callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), '')
    const refused = async (lookup: LookupFunction) => {
      const error = await makeOutbound({ allowPrivate: false, lookup })
        .send({ url: 'https://some.internal/' })
        .catch((each) => each)
      return { kind: error.kind, message: error.message, cause: error.cause }
    }
    const [inside, none, missing] = [naming('10.0.0.7').lookup, naming().lookup, unknown]
    expect(await refused(none)).toEqual(await refused(inside))
    expect(await refused(missing)).toEqual(await refused(inside))
  })

  it('is looked up only once, by the connection itself', async () => {
    const url = await serving((_, response) => void response.end('here'))
    const { lookup, asked } = naming('127.0.0.1')
    const named = url.replace('127.0.0.1', 'rebinding.example')
    expect(await outcome({ url: named }, makeOutbound({ allowPrivate: true, lookup }))).toBe(200)
    expect(asked).toEqual(['rebinding.example'])
  })

  it('is refused after a redirect, too', async () => {
    const reached: string[] = []
    const inner = await serving((request, response) => {
      reached.push(request.url ?? '')
      response.end('inner')
    })
    const outer = await serving((_, response) => void response.writeHead(302, { location: inner }).end())
    expect(await outcome({ url: outer })).toBe('redirected')
    expect(await outcome({ url: outer, redirects: 1, method: 'POST' })).toBe('redirected')
    expect(reached).toEqual([])
    expect(await outcome({ url: outer, redirects: 1 })).toBe(200)
    const misleading = await serving(
      (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    expect(await outcome({ url: misleading, redirects: 3 })).toBe('bad-url')
    const round = await serving((_, response) => void response.writeHead(302, { location: '/' }).end())
    expect(await outcome({ url: round, redirects: 3 })).toBe('redirected')
  })

  it('receives no credentials when another host redirects to it', async () => {
    const seen: (string | undefined)[] = []
    const inner = await serving((request, response) => {
      seen.push(
        request.headers.authorization,
        request.headers['x-api-key'] as string | undefined,
        request.headers.accept,
      )
      response.end()
    })
    const outer = await serving((_, response) => void response.writeHead(307, { location: inner }).end())
    const headers = { authorization: 'Bearer canary', 'x-api-key': 'canary', accept: 'text/plain' }
    expect(await outcome({ url: outer, redirects: 1, headers })).toBe(200)
    expect(seen).toEqual([undefined, undefined, 'text/plain'])
  })
})

describe('an outbound call', () => {
  it('sends the request and returns status, headers and body, whatever the status', async () => {
    const url = await serving(async (request, response) => {
      const body = (await request.toArray()).join('')
      response.writeHead(418, { 'X-Said': [request.method ?? '', body] }).end(request.headers['content-type'])
    })
    const answer = await open.send({ url, method: 'PUT', body: 'hello', headers: { 'content-type': 'text/plain' } })
    expect([answer.status, answer.headers['x-said'], answer.body.toString()]).toEqual([418, 'PUT, hello', 'text/plain'])
  })

  it('ends at its time limit: before, within and after the answer has begun', async () => {
    const silent = await serving(() => {})
    expect(await outcome({ url: silent, timeoutMs: 150 })).toBe('timeout')
    const drop = await serving((_, response) => {
      response.write('x')
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    expect(await outcome({ url: drop, timeoutMs: 150 })).toBe('timeout')
    const stuck = makeOutbound({ allowPrivate: true, lookup: () => {} })
    expect(await outcome({ url: 'http://stuck.example', timeoutMs: 150 }, stuck)).toBe('timeout')
  })

  it('reads no more than its limit, with or without a content length', async () => {
    const announced = await serving((_, response) => void response.end('x'.repeat(2000)))
    const endless = await serving((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    expect(await outcome({ url: announced, maxBytes: 1999 })).toBe('too-large')
    expect(await outcome({ url: announced, maxBytes: 2000 })).toBe(200)
    expect(await outcome({ url: endless, maxBytes: 200_000 })).toBe('too-large')
  })

  it('is unreachable if nobody listens, the name is unknown, or the connection is lost', async () => {
    const gone = await serving((request) => request.socket.destroy())
    expect(await outcome({ url: gone })).toBe('unreachable')
    expect(await outcome({ url: 'http://127.0.0.1:1/' })).toBe('unreachable')
    const unknown = makeOutbound({
      allowPrivate: true,
      lookup: (_, __, callback) => callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), ''),
    })
    expect(await outcome({ url: 'http://nowhere.example/' }, unknown)).toBe('unreachable')
    const half = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('x')
      setImmediate(() => response.destroy())
    })
    expect(await outcome({ url: half })).toBe('unreachable')
  })

  it('reveals neither the request nor the response in its error', async () => {
    const url = await serving(
      (_, response) => void response.writeHead(302, { location: 'https://x/?canary' }).end('canary'),
    )
    const error = await open.send({ url: `${url}/canary`, headers: { authorization: 'canary' } }).catch((each) => each)
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain('canary')
  })
})
