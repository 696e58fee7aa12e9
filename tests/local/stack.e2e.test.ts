import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { nextMailTo } from '../support/mails.ts'

const { api, mail } = inject('stack')

describe('the started stack', () => {
  test('brings a mail from a request over the stream and both queues to the mail page', async () => {
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

  test.each(['GET', 'HEAD', 'OPTIONS', 'PATCH'])(
    'lets the platform itself answer %s for an unknown path',
    async (method) => {
      const response = await fetch(`${api}/nowhere/at/all`, { method })
      expect(response.status).toBeLessThan(500)
      expect(response.headers.get('x-request-id')).toBeTruthy()
    },
  )
})
