import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { waitFor } from '../../local/wait.ts'
import { visitors } from '../support/visitor.ts'

const { api, providers } = inject('stack')

const meWith = async (token: string | null) => {
  const answer = await fetch(`${api}/api/iam/me`, { headers: { authorization: `Bearer ${token}` } })
  return [answer.status, await answer.json()]
}

test.each(Object.entries(visitors))(
  'signs a developer in with %s at the OpenID Connect provider of npm start',
  async (_, enter) => {
    const email = `external.${randomUUID()}@example.com`
    const visitor = await enter()
    try {
      await visitor.open(`${providers}/sign-in`)
      await visitor.submit({ login: email, password: 'any' })
      await visitor.submit()
      const address = await waitFor('the application', async () => {
        const at = await visitor.at()
        return at.startsWith(`${providers}/signed-in#`) ? at : undefined
      })
      const told = new URLSearchParams(address.split('#')[1])
      expect(await meWith(told.get('accessToken'))).toEqual([200, expect.objectContaining({ email })])
    } finally {
      await visitor.leave()
    }
  },
)
