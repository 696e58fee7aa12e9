import { mkdir, rename, writeFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startApi } from '../../local/api.ts'
import { makeInvoke } from '../../local/pollers/invoke.ts'
import { serve } from '../../local/serve.ts'
import { waitFor } from '../../local/wait.ts'
import { ownFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'

const SERVERLESS = `
service: small
provider:
  region: eu-central-1
  timeout: 20
  environment:
    SHARED: both
functions:
  one:
    handler: functions/one.handler
    environment: { ONLY_ONE: secret of one }
    events:
      - httpApi: ANY /one/{proxy+}
      - httpApi: ANY /one/{id}/exact
  two:
    handler: functions/two.handler
    timeout: 1
    environment: { ONLY_TWO: secret of two }
    events:
      - httpApi: '*'
`

const answering = (expression: string) => `
import { count } from '../lib/counter.ts'
export const handler = async (event) => ({ statusCode: 200, headers: {}, body: JSON.stringify(${expression}) })
export const counted = count
`

const ECHO = answering('{ event, env: process.env, count: count() }')
const COUNTER = 'let n = 0\nexport const count = () => ++n\n'

const AWS = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'key' }
Object.assign(process.env, AWS)

let folder: string
let lines: string[]
let api: Awaited<ReturnType<typeof startApi>>

/** Replaces a file atomically, so that nobody reads half of it. */
const source = async (name: string, text: string) => {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, 'new'), text)
  await rename(join(folder, 'new'), join(folder, name))
}

beforeEach(async () => {
  folder = await ownFolder()
  lines = []
  await source('serverless.yml', SERVERLESS)
  await source('lib/counter.ts', COUNTER)
  await source('functions/one.ts', ECHO)
  await source('functions/two.ts', ECHO)
  api = await startApi({
    port: await freePort(),
    lambdaPort: await freePort(),
    env: { ...AWS, UNRELATED: 'mine' },
    onLine: (line) => lines.push(line),
    folder,
  })
})
afterEach(() => api.stop())

const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(api.url + path, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text) }
}

/** Sends a path unchanged; fetch would normalise it. */
const raw = (path: string) =>
  new Promise<string>((resolve, reject) => {
    send(`${api.url}`, { path }, async (answer) => resolve((await answer.toArray()).join('')))
      .on('error', reject)
      .end()
  })

/** A server that a function calls and that answers when the test says so. */
const aHolder = async () => {
  const asked: (() => void)[] = []
  const { url, stop } = await serve((_request, response) => void asked.push(() => response.end('go on')))
  onTestFinished(stop)
  return {
    url,
    isAsked: () => waitFor('the function to ask', async () => asked.length > 0),
    release() {
      for (const answer of asked) answer()
    },
  }
}

/** Checks a problem of the gateway itself, which does not know the caller and so says nothing about a rate limit. */
const expectProblem = ({ status, headers, body }: Awaited<ReturnType<typeof get>>, wanted: number) => {
  expect([status, body.status]).toEqual([wanted, wanted])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/problem+json',
    'x-request-id': body.instance.replace('urn:uuid:', ''),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringContaining('max-age='),
    ...(wanted === 503 && { 'retry-after': '1' }),
  })
  expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
}

describe('a function', () => {
  it('sees its variables in serverless.yml and those of AWS, and no others', async () => {
    const { body: one } = await get('/one/x')
    const { body: two } = await get('/other')
    const { body: again } = await get('/one/x')
    for (const { env } of [one, two, again]) expect(env).toMatchObject({ SHARED: 'both', AWS_REGION: 'eu-central-1' })
    expect([one.env.ONLY_ONE, one.env.ONLY_TWO]).toEqual(['secret of one', undefined])
    expect([two.env.ONLY_ONE, two.env.ONLY_TWO]).toEqual([undefined, 'secret of two'])
    expect(again.env).toEqual(one.env)
    expect([one.env.UNRELATED, one.env.PATH]).toEqual([undefined, undefined])
  })

  it('keeps the state of its modules, separate from that of other functions', async () => {
    expect([(await get('/one/x')).body.count, (await get('/one/x')).body.count]).toEqual([1, 2])
    expect((await get('/other')).body.count).toBe(1)
  })

  it('that does not end in time is answered with a problem and never with 200', async () => {
    await source('functions/two.ts', 'export const handler = () => new Promise(() => {})')
    await waitFor('the new code', async () => lines.some((line) => line.includes('Reloaded')))
    const answer = await get('/other', { headers: { origin: 'https://app.example.com' } })
    expectProblem(answer, 503)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.body.detail).toContain('may or may not have been made')
    const invoke = makeInvoke(api.lambdaUrl, 'eu-central-1')
    await expect(invoke('small-dev-two', {})).rejects.toThrow('did not end within 1 seconds')
  })

  it('that fails or cannot be loaded is answered with a problem until its source is corrected', async () => {
    await source('functions/two.ts', 'export const handler = async () => { throw new Error("no luck") }')
    await waitFor('the new code', async () => lines.some((line) => line.includes('Reloaded')))
    expectProblem(await get('/other'), 500)
    await source('functions/two.ts', 'export const handler = ')
    const isBroken = () => lines.some((line) => line.includes('SyntaxError'))
    await waitFor('the broken source to be noticed', async () => {
      expectProblem(await get('/other'), 500)
      return isBroken()
    })
    await source('functions/two.ts', answering('"right"'))
    await waitFor('the right source', async () => (await get('/other')).body === 'right')
  })
})

describe('a request', () => {
  it('reaches the function unchanged', async () => {
    const path = '/one/%2e%2e/a%20b%FF?b=%20x&a=1&a=2'
    const { event } = JSON.parse(await raw(path))
    expect([event.rawPath, event.rawQueryString, event.routeKey]).toEqual([
      '/one/%2e%2e/a%20b%FF',
      'b=%20x&a=1&a=2',
      'ANY /one/{proxy+}',
    ])
    expect(event.requestContext.http).toMatchObject({ method: 'GET', sourceIp: '127.0.0.1' })
    expect(Object.keys(event.headers)).not.toContain('x-local-gateway-source')
    expect((await get('/one/7/exact')).body.event.routeKey).toBe('ANY /one/{id}/exact')
    expect((await get('/one')).body.event.routeKey).toBe('$default')
  })

  it('keeps the bytes of a body that is not text', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])
    const { event } = (await get('/one/x', { method: 'POST', body: bytes, headers: { 'content-type': 'text/plain' } }))
      .body
    expect(event.isBase64Encoded).toBe(true)
    expect(Buffer.from(event.body, 'base64')).toEqual(bytes)
    const text = (await get('/one/x', { method: 'POST', body: '{"ä":1}' })).body.event
    expect([text.body, text.isBase64Encoded]).toEqual(['{"ä":1}', false])
  })
})

describe('a change of the sources', () => {
  it('is served, while running requests are finished by the old code', async () => {
    const holder = await aHolder()
    const asking = `event.rawPath === '/one/held' && (await (await fetch('${holder.url}')).text())`
    await source('functions/one.ts', answering(`['old', ${asking}]`))
    await waitFor('the new code', async () => (await get('/one/x')).body[0] === 'old')
    const begun = get('/one/held')
    await holder.isAsked()
    await source('functions/one.ts', answering(`['new']`))
    await waitFor('the newest code', async () => (await get('/one/x')).body[0] === 'new')
    holder.release()
    expect((await begun).body).toEqual(['old', 'go on'])
  })

  it('does not prevent workers from being invoked', async () => {
    const invoke = makeInvoke(api.lambdaUrl, 'eu-central-1')
    const isDone = async () => lines.some((line) => line.includes('Reloaded'))
    await source('functions/one.ts', answering(`event.n`))
    for (let n = 0; !(await isDone()); n++) {
      const { body } = (await invoke('small-dev-one', { n })) as { body: string }
      expect(JSON.parse(body).event?.n ?? JSON.parse(body)).toBe(n)
    }
    expect(await invoke('small-dev-one', { n: 'last' })).toMatchObject({ body: '"last"' })
    await expect(invoke('small-dev-three', {})).rejects.toThrow('Function not found')
  })
})

describe('the process of the functions', () => {
  it('starts again after a crash, and waiting requests are told that the outcome is unknown', async () => {
    const readAloneSince = async () => Date.parse((await get('/one/x')).body.env.LOCAL_ALONE_SINCE)
    const first = await readAloneSince()
    await source('functions/two.ts', 'export const handler = async () => process.exit(3)')
    await waitFor('the new code', async () => lines.some((line) => line.includes('Reloaded')))
    // The process before it could still hold leases.
    expect(await readAloneSince()).toBe(first)
    const answer = await get('/other')
    expectProblem(answer, 503)
    expect(answer.body.detail).toContain('may or may not have been made')
    expect(await readAloneSince()).toBeGreaterThan(first)
    expect(lines.join()).toContain('exit code 3')
  })
})
