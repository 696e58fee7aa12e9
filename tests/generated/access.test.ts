import { describe, expect, it } from 'vitest'
import { SCOPES } from '../../lib/platform/access/scopes.ts'
import { newId, toUuid } from '../../lib/platform/id.ts'
import { aMember, type Received, send } from '../support/client.ts'
import { selectShare } from '../support/select-share.ts'
import { ask, findScope, member, namesOne, tokenWithoutTenant, usual, where } from './asking.ts'
import { FIXTURES } from './fixtures.ts'
import { buildUrl, expectDescribed, findSuccessStatus, OPERATIONS, type Operation } from './operations.ts'
import { listWrites } from './writes.ts'

/** Removes the parts of an answer that differ per request. */
const comparable = ({ status, headers, text }: Received) => {
  const same = Object.entries(headers).filter(([name]) => !/^X-(Request-Id|RateLimit-)/.test(name))
  return { status, headers: Object.fromEntries(same), text: text.replace(/urn:uuid:[0-9a-f-]{36}/, 'urn:uuid:') }
}

const idsAs = (value: string, { path }: Operation) =>
  Object.fromEntries([...path.matchAll(/\{(id|\w+Id)\}/g)].map(([, name]) => [name as string, value]))

it('has a fixture for each operation and an operation for each fixture', () => {
  expect(Object.keys(FIXTURES).sort()).toEqual(OPERATIONS.map(({ operation }) => operation).sort())
})

describe('a valid request', () => {
  it.each(OPERATIONS)('to $operation succeeds with an answer that matches the description', async (operation) => {
    const answer = await ask(operation, await usual(operation))
    expect(answer.status, answer.text.slice(0, 500)).toBe(findSuccessStatus(operation))
    expectDescribed(operation, answer)
    const { headers = {} } = operation.described.responses[answer.status] ?? {}
    for (const name of Object.keys(headers).filter((each) => each !== 'Idempotency-Replayed'))
      expect(answer.headers[name], name).toBeDefined()
  })
})

describe('a request without permission', () => {
  it.each(
    selectShare(
      where(({ endpoint }) => endpoint.access !== 'public'),
      1 / 3,
    ),
  )('to $operation is refused without a valid token', async (operation) => {
    const made = await usual(operation)
    const [head, claims, signature = ''] = (made.token ?? (member.token as string)).split('.')
    const forged = [head, claims, signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`].join(
      '.',
    )
    const written = await listWrites(member.tenant, async () => {
      for (const token of ['', 'garbage', 'a.b.c', forged]) {
        const answer = await ask(operation, made, { token })
        expect([answer.status, answer.body.errorCode, operation.operation]).toEqual([
          401,
          'UNAUTHENTICATED',
          operation.operation,
        ])
        expect(answer.headers['WWW-Authenticate']).toMatch(/^Bearer/)
        expectDescribed(operation, answer)
      }
      const none = await send(operation.method, buildUrl(operation, made), {
        ...(made.body !== undefined && { body: made.body }),
      })
      expect([none.status, none.body.errorCode]).toEqual([401, 'UNAUTHENTICATED'])
    })
    expect(written).toEqual([])
  })

  it.each(
    selectShare(
      where((operation) => findScope(operation) !== undefined),
      1 / 3,
    ),
  )('to $operation is refused without its scope or without a tenant', async (operation) => {
    const made = await usual(operation)
    const scopes = SCOPES.filter((scope) => scope !== findScope(operation))
    const { token } = await aMember({ tenant: member.tenant, scopes })
    const written = await listWrites(member.tenant, async () => {
      const answer = await ask(operation, made, { token })
      expect([answer.status, answer.body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
      expect(answer.body.detail).toContain(findScope(operation))
      expectDescribed(operation, answer)
      const tenantless = await ask(operation, made, { token: await tokenWithoutTenant() })
      expect([tenantless.status, tenantless.body.errorCode]).toEqual([403, 'TENANT_REQUIRED'])
      expectDescribed(operation, tenantless)
    })
    expect(written).toEqual([])
  })
})

describe('a request for a resource of another tenant', () => {
  it.each(
    selectShare(
      where((operation) => findScope(operation) !== undefined && namesOne(operation)),
      1 / 3,
    ),
  )('to $operation is answered like one for a missing resource, and changes nothing', async (operation) => {
    const stranger = await aMember()
    const theirs = await usual(operation, stranger)
    let foreign: Received | undefined
    const written = await listWrites(stranger.tenant, async () => {
      foreign = await ask(operation, theirs)
    })
    if (!foreign) throw new Error('nothing was answered')
    const nobodys = Object.fromEntries(
      Object.entries(theirs.params ?? {}).map(([name, value]) => {
        const id = newId(new Date())
        return [name, /^[0-9a-f-]{36}$/.test(value) ? toUuid(id) : /^[0-9A-Z]{26}$/.test(value) ? id : value]
      }),
    )
    const missing = await ask(operation, { ...theirs, params: nobodys })
    expect(foreign.status).toBe(404)
    expect(comparable(foreign)).toEqual(comparable(missing))
    expectDescribed(operation, foreign)
    expect(written).toEqual([])
    const malformed = await ask(operation, {
      ...theirs,
      params: { ...theirs.params, ...idsAs('not-an-id', operation) },
    })
    expect(malformed.status).toBe(404)
  })
})
