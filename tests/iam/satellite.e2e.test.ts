import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it } from 'vitest'
import { root } from '../../local/definitions.ts'
import { nextMailTo } from '../support/mails.ts'
import { signInTo } from '../support/sign-in.ts'

const { api, mail, dynamodb } = inject('stack')

const operator = async (...args: string[]) => {
  const env = { ...process.env, DYNAMODB_PORT: new URL(dynamodb).port }
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'operator/run.ts'), ...args], { env })
  return stdout
}

type Described = Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>

/** A client that uses only the OpenAPI description. */
const described = async () => {
  const { paths } = (await (await fetch(`${api}/api/docs/openapi.json`)).json()) as { paths: Described }
  return async (operationId: string, body?: object, token?: string) => {
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods))
        if (operation.operationId === operationId) {
          const answer = await fetch(`${api}${path}`, {
            method: method.toUpperCase(),
            headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
            ...(body && { body: JSON.stringify(body) }),
          })
          expect(Object.keys(operation.responses)).toContain(String(answer.status))
          const text = await answer.text()
          // biome-ignore lint/suspicious/noExplicitAny: the response has any shape
          return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as any }
        }
    throw new Error(`the description knows no ${operationId}`)
  }
}

describe('a satellite that knows only the description', () => {
  it('signs a user in with its registered secret and loses access when the user signs out everywhere', async () => {
    const call = await described()
    const name = `storefront-${randomBytes(4).toString('hex')}`
    const redirectUri = 'https://storefront.example/signed-in'
    const [, clientSecret = ''] =
      /clientSecret\s+(\S+)/.exec(await operator('satellite', 'add', name, redirectUri)) ?? []
    expect(clientSecret).toHaveLength(43)
    expect(await operator('satellite', 'list')).toContain(`${name}\n  ${redirectUri}`)

    const person = { email: `${name}@example.com`, password: 'a storefront of their own' }
    await call('register', { ...person, firstName: 'Sato' })
    const token = /token=([\w.-]+)/.exec((await nextMailTo(person.email, mail)).text)?.[1]
    await call('verifyEmail', { token })
    const user = await signInTo(api, person.email, person.password)

    const codeVerifier = randomBytes(32).toString('base64url')
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
    const issued = await call('issueSatelliteCode', { clientId: name, redirectUri, codeChallenge }, user.accessToken)
    const exchange = { code: issued.body.code, clientId: name, clientSecret, codeVerifier }
    const { status, body: tokens } = await call('exchangeSatelliteCode', exchange)
    expect([issued.status, issued.body.redirectUri, status]).toEqual([201, redirectUri, 200])

    const theirs = await call('getMe', undefined, tokens.accessToken)
    expect(theirs.body).toMatchObject({
      email: person.email,
      sessionId: (await call('getMe', undefined, user.accessToken)).body.sessionId,
    })

    expect((await call('logoutEverywhere', undefined, user.accessToken)).status).toBe(204)
    expect((await call('getMe', undefined, tokens.accessToken)).status).toBe(401)
    expect((await call('refresh', { refreshToken: tokens.refreshToken })).status).toBe(401)

    expect(await operator('satellite', 'remove', name)).toContain('Removed')
    await expect(operator('satellite', 'remove', name)).rejects.toMatchObject({ code: 1 })
  })
})
