import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler } from '../../functions/docs/api.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { FOR_OWNER } from '../../lib/platform/connection/connection-problem.ts'
import { getProblemType, PROBLEMS, Problem } from '../../lib/platform/problem.ts'
import { TOPICS } from '../../schemas/events/topics.ts'
import { TOPIC_NAMES } from '../../schemas/notification/topic.ts'
import { client, gatewayEvent, send } from '../support/client.ts'

const { get } = client()

// These tests read more pages per minute than the rate limit allows.
beforeAll(() => {
  const { config } = app()
  useApp({ ...app(), config: { ...config, limits: { ...config.limits, ip: 1_000_000 } } })
})
afterAll(() => useApp(undefined))

describe('the reference', () => {
  it('is a page that loads only files of the platform', async () => {
    const page = await get('/api/docs')
    expect(page.status).toBe(200)
    expect(page.headers['Content-Type']).toBe('text/html; charset=utf-8')
    expect(page.headers['Content-Security-Policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/)
    expect(page.text).not.toMatch(/<script(?![^>]* src="\/)|<style|\son\w+=|https?:\/\//)
    for (const [, path = ''] of page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      const loaded = await get(path)
      expect(loaded.status, path).toBe(200)
      expect(loaded.headers['Content-Type'], path).not.toMatch(/octet-stream|problem/)
    }
  })

  it('links to the areas as its component does', async () => {
    const { text } = await get('/api/docs')
    const { body } = await get('/api/docs/assets/reference.json')
    const areas = body['x-scalar-navigation'].children.map(({ id }: { id: string }) => id.replace('entrepot/', ''))
    expect([...text.matchAll(/href="#([^"]+)"/g)].map(([, slug]) => slug)).toEqual(areas)
  })

  it('is not sent again to a caller that has this version', async () => {
    for (const path of ['/api/docs', '/api/docs/openapi.json', '/api/docs/assets/reference.css']) {
      const first = await get(path)
      const again = await get(path, { 'if-none-match': `"other", ${first.headers.ETag}` })
      expect([again.status, again.text], path).toEqual([304, ''])
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  it('is compressed for callers that accept gzip, with the right headers', async () => {
    const path = '/api/docs/assets/component.js'
    const plain = await handler(gatewayEvent('GET', path))
    const packed = await handler(gatewayEvent('GET', path, { headers: { 'accept-encoding': 'br, gzip' } }))
    expect(packed.headers['Content-Encoding']).toBe('gzip')
    expect(packed.headers.Vary).toContain('Accept-Encoding')
    const [one, other] = [plain, packed].map(({ body = '', isBase64Encoded }) =>
      Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    )
    expect(gunzipSync(other as Buffer).equals(one as Buffer)).toBe(true)
    expect((other as Buffer).length).toBeLessThan((one as Buffer).length / 2)
  })

  it('names its scripts by their content, so that browsers keep them', async () => {
    const { text } = await get('/api/docs')
    const scripts = [...text.matchAll(/="(\/api\/docs\/assets\/([0-9a-f]{16})-(?:component|reference)\.js)"/g)]
    expect(scripts.length).toBe(3)
    for (const [, path = '', digest = ''] of scripts) {
      const { headers } = await get(path)
      expect(headers['Cache-Control'], path).toBe('public, max-age=31536000, immutable')
      expect((await get(path.replace(digest, '0'.repeat(16)))).status, path).toBe(404)
    }
  })

  it('brings its navigation: every operation of the description, in the areas of its tags', async () => {
    const { body: described } = await get('/api/docs/openapi.json')
    const { body: shown } = await get('/api/docs/assets/reference.json')
    const areas: { name: string; children: { path: string; method: string; title: string }[] }[] =
      shown['x-scalar-navigation'].children.slice(1)
    const listed = areas.flatMap(({ name, children }) => children.map((each) => ({ ...each, tag: name })))
    const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods as object).map(([method, { summary, tags }]) => ({ path, method, title: summary, tags })),
    )
    expect(listed.length).toBe(operations.length)
    for (const { path, method, title, tags } of operations) {
      expect(listed).toContainEqual(expect.objectContaining({ path, method, title, tag: tags[0] }))
      const id = shown.paths[path][method].$ref.slice('#/x-operations/'.length)
      expect(shown['x-operations'][id]).toEqual(expect.objectContaining({ operationId: id, summary: title }))
    }
    expect(JSON.stringify(shown)).not.toMatch(/"links":|"x-scope":|"#\/components\/schemas\//)
  })

  it('has the introduction without a script', async () => {
    const { text } = await get('/api/docs')
    expect(text).toContain('<h2 id="entrepot/description/resources-and-ids">Resources and ids</h2>')
    expect(text).toContain('<code>&lt;module&gt;:&lt;resource&gt;:&lt;action&gt;</code>')
  })

  it('serves no other files', async () => {
    for (const name of ['package.json', '..%2fpackage.json', '__proto__', 'constructor', 'component.css'])
      expect((await get(`/api/docs/assets/${name}`)).status, name).toBe(404)
  })

  it('answers HEAD without the body', async () => {
    const { status, text, headers } = await send('HEAD', '/api/docs/openapi.json')
    expect([status, text, headers['Content-Type']]).toEqual([200, '', 'application/json'])
  })
})

describe('pages to which answers link', () => {
  it('exist for every problem type', async () => {
    for (const [code, [status, title]] of Object.entries(PROBLEMS)) {
      const page = await get(getProblemType(code as keyof typeof PROBLEMS))
      expect(page.status, code).toBe(200)
      expect(page.text).toContain(`<h1>${title}</h1>`)
      expect(page.text).toContain(`Status ${status}, errorCode <code>${code}</code>`)
    }
    expect((await get('/errors/nothing-of-the-kind')).status).toBe(404)
  })

  it('name every reason for which a connection has to be changed', async () => {
    const { text } = await get(getProblemType('CONNECTION_FAILED'))
    for (const code of FOR_OWNER) expect(text, code).toContain(code)
  })

  it('exist for every context in the description', async () => {
    const { body } = await get('/api/docs/openapi.json')
    const contexts = new Set(
      [...JSON.stringify(body).matchAll(/"const":"(\/api\/docs\/contexts\/\w+)"/g)].map(([, path]) => path),
    )
    expect(contexts.size).toBeGreaterThan(3)
    for (const path of contexts) {
      const context = await get(path as string)
      expect([context.status, context.headers['Content-Type']], path).toEqual([200, 'application/ld+json'])
      expect(context.body['@context']['@vocab']).toMatch(/\/api\/docs#$/)
    }
    for (const type of ['Nothing', '__proto__', 'Problem', 'CreatePartnerInput'])
      expect((await get(`/api/docs/contexts/${type}`)).status, type).toBe(404)
  })
})

describe('the page of topics', () => {
  it('shows each topic with bucket, priority, recipients and an example per variable, and no sealed variables', async () => {
    const { status, headers, text } = await get('/api/docs/topics')
    expect([status, headers['Content-Type']]).toEqual([200, 'text/html; charset=utf-8'])
    for (const topic of TOPIC_NAMES) {
      const { bucket, priority } = TOPICS[topic]
      const section = text.slice(text.indexOf(`<section id="${topic}">`)).split('</section>')[0] as string
      expect(section).toContain(`${bucket}, ${priority}; sent to`)
      for (const name of Object.keys(TOPICS[topic].variables.properties))
        expect(section.includes(`<code>${name}</code>`), `${topic} ${name}`).toBe(!name.startsWith('sealed'))
    }
    expect(text).toContain('<td>Nordlicht Logistik GmbH</td>')
    expect(text).not.toMatch(/undefined|\[object/)
  })
})

it('answers an unknown address with a problem', async () => {
  const { status, headers, body } = await get('/nowhere/at/all')
  expect([status, headers['Content-Type'], body.errorCode]).toEqual([404, 'application/problem+json', 'NOT_FOUND'])
})

describe('the pages around the reference', () => {
  it('are the landing page and the changelog, and lead to each other', async () => {
    for (const path of ['/', '/api/docs/changelog']) {
      const { status, headers, text } = await get(path)
      expect([status, headers['Content-Type']], path).toEqual([200, 'text/html; charset=utf-8'])
      for (const [, to = ''] of text.matchAll(/(?:src|href)="(\/[^"]*)"/g)) expect((await get(to)).status, to).toBe(200)
    }
  })
})

describe('health', () => {
  const breakTable = () =>
    useApp({ ...app(), db: { ...app().db, update: () => Promise.reject(new Problem('UNAVAILABLE', 'No table.')) } })

  it('is answered, and so is readiness', async () => {
    for (let again = 0; again < 2; again++) {
      const { body, headers } = await get('/health')
      expect(body).toEqual({ status: 'ok' })
      const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers[`X-RateLimit-${name}`])
      expect([limit, remaining]).toEqual([String(app().config.limits.ip), limit])
      expect(Number(reset) * 1000).toBeGreaterThan(app().clock().getTime())
      expect(Number(reset) * 1000).toBeLessThanOrEqual(app().clock().getTime() + 60_000)
    }
    expect((await get('/health/ready')).body).toEqual({ status: 'ready', checks: { table: 'ok' } })
  })

  it('does not depend on the table, but readiness does', async () => {
    const whole = app()
    breakTable()
    try {
      expect((await get('/health')).status).toBe(200)
      expect((await get('/health/ready')).status).toBe(503)
    } finally {
      useApp(whole)
    }
  })
})
