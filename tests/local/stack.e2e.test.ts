import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { nextMailTo } from '../support/mails.ts'

const { api, mail } = inject('stack')

describe('the started stack', () => {
  test('sends a mail from a request through the stream and both queues to the mail page', async () => {
    const email = `${randomUUID()}@example.test`
    const response = await fetch(`${api}/api/v1/iam/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a long password', firstName: 'Anna' }),
    })
    expect(response.status).toBe(201)
    const received = await nextMailTo(email, mail)
    expect(received.subject).not.toBe('')
    expect(received.text).toMatch(/verify-email\?token=[\w.-]+/)
  })

  test.each(['GET', 'HEAD', 'OPTIONS', 'PATCH'])('forwards %s for an unknown path to the platform', async (method) => {
    const response = await fetch(`${api}/nowhere/at/all`, { method })
    expect(response.status).toBeLessThan(500)
    expect(response.headers.get('x-request-id')).toBeTruthy()
  })

  test.each(['GET', 'OPTIONS'])('answers %s from any origin without allowing credentials', async (method) => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
    const response = await fetch(`${api}/api/partner/partners`, { method, headers })
    expect(response.status).toBe(method === 'GET' ? 401 : 204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('answers a path that is not text with a problem and all headers', async () => {
    const response = await fetch(`${api}/api/partner/partners/%FF`)
    const problem = await response.json()
    expect([response.status, problem.errorCode]).toEqual([404, 'NOT_FOUND'])
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-content-type-options'])
      expect(response.headers.get(name), name).toBeTruthy()
  })

  test.each([undefined, 'null', '""', '0', 'false', '{}'])('counts a webhook with the body %s', async (body) => {
    const response = await fetch(`${api}/hooks/channels/${randomUUID()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    expect([response.status, (await response.json()).errorCode]).toEqual([404, 'NOT_FOUND'])
    expect(response.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
  })
})
