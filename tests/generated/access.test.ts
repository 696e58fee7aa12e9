import { describe, expect, it } from 'vitest'
import { SCOPES } from '../../lib/platform/access/scopes.ts'
import { keyOf } from '../../lib/platform/store/table/table.ts'
import { aMember, type Received, send } from '../support/client.ts'
import { expectAddress, showsResources } from './addresses.ts'
import {
  ask,
  comparable,
  findScope,
  member,
  namesOne,
  selectCases,
  tokenWithoutTenant,
  unknownIds,
  usual,
  where,
} from './asking.ts'
import { expectEntry, isAudited, WITHOUT_ENTRY } from './audit.ts'
import { FIXTURES, type Made } from './fixtures.ts'
import { buildUrl, expectDescribed, findSuccessStatus, OPERATIONS, type Operation } from './operations.ts'
import { listWrites, watchWrites } from './writes.ts'

const stranger = await aMember()

const idsAs = (value: string, { path }: Operation) =>
  Object.fromEntries([...path.matchAll(/\{(id|\w+Id)\}/g)].map(([, name]) => [name, value]))

it('has a fixture for each operation and an operation for each fixture', () => {
  expect(Object.keys(FIXTURES).sort()).toEqual(OPERATIONS.map(({ operation }) => operation).sort())
})

/** Sends the request with tokens that are none. */
const refuseUnsigned = async (operation: Operation, made: Made) => {
  const [head, claims, signature = ''] = (made.token ?? (member.token as string)).split('.')
  const forged = [head, claims, signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`].join(
    '.',
  )
  for (const token of ['', 'garbage', 'a.b.c', forged]) {
    const answer = await ask(operation, made, { token })
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'UNAUTHENTICATED'])
    expect(answer.headers['WWW-Authenticate']).toMatch(/^Bearer/)
    expectDescribed(operation, answer)
  }
  const none = await send(operation.method, buildUrl(operation, made), {
    ...(made.body !== undefined && { body: made.body }),
  })
  expect([none.status, none.body.errorCode]).toEqual([401, 'UNAUTHENTICATED'])
}

/** Sends the request with every scope but its own, and without a tenant. */
const refuseUnscoped = async (operation: Operation, made: Made) => {
  const scopes = SCOPES.filter((scope) => scope !== findScope(operation))
  const { token } = await aMember({ tenant: member.tenant, scopes })
  const answer = await ask(operation, made, { token })
  expect([answer.status, answer.body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
  expect(answer.body.detail).toContain(findScope(operation))
  expectDescribed(operation, answer)
  const tenantless = await ask(operation, made, { token: await tokenWithoutTenant() })
  expect([tenantless.status, tenantless.body.errorCode]).toEqual([403, 'TENANT_REQUIRED'])
  expectDescribed(operation, tenantless)
}

/** Sends the request from another tenant, where it is answered like one for a missing resource. */
const refuseStranger = async (operation: Operation, made: Made) => {
  const { token } = stranger
  const foreign = await ask(operation, made, { token })
  const missing = await ask(operation, { ...made, params: unknownIds(made.params) }, { token })
  expect(foreign.status).toBe(404)
  expect(comparable(foreign)).toEqual(comparable(missing))
  expectDescribed(operation, foreign)
  const malformed = { ...made, params: { ...made.params, ...idsAs('not-an-id', operation) } }
  expect((await ask(operation, malformed, { token })).status).toBe(404)
}

const isScoped = (operation: Operation) => findScope(operation) !== undefined
const aHalfOf = (fits: (operation: Operation) => boolean) => new Set(selectCases(where(fits), 1 / 2))
const REFUSALS = [
  { cases: aHalfOf(({ endpoint }) => endpoint.access !== 'public'), refuse: refuseUnsigned },
  { cases: aHalfOf(isScoped), refuse: refuseUnscoped },
  { cases: aHalfOf((operation) => isScoped(operation) && namesOne(operation)), refuse: refuseStranger },
]
const ADDRESSED = aHalfOf(showsResources)

/** Such a read is dropped if the gate refuses the caller, so it must not have any effect. */
const runsBesideGate = ({ method, endpoint }: Operation) =>
  method === 'GET' && endpoint.access !== 'public' && !endpoint.waitsForGate

describe('a valid request', () => {
  it.each(selectCases(OPERATIONS, 1 / 2))(
    'to $operation succeeds as described, and without permission it changes nothing',
    async (operation) => {
      const made = await usual(operation)
      const written = await listWrites(member.tenant, async () => {
        for (const { cases, refuse } of REFUSALS) if (cases.has(operation)) await refuse(operation, made)
      })
      expect(written).toEqual([])
      let answer: Received | undefined
      const stored = await watchWrites(async () => {
        answer = await ask(operation, made)
      })
      if (!answer) throw new Error('nothing was answered')
      expect(answer.status, answer.text.slice(0, 500)).toBe(findSuccessStatus(operation))
      expectDescribed(operation, answer)
      if (runsBesideGate(operation)) expect(stored.map(keyOf).filter(({ pk }) => !pk.startsWith('G#'))).toEqual([])
      const token = made.token ?? (member.token as string)
      if (isAudited(operation)) expectEntry(operation, token, stored)
      if (ADDRESSED.has(operation)) await expectAddress(operation, answer, token)
      const { headers = {} } = operation.described.responses[answer.status] ?? {}
      for (const name of Object.keys(headers).filter((each) => each !== 'Idempotency-Replayed'))
        expect(answer.headers[name], name).toBeDefined()
    },
  )
})

describe('the audit trail', () => {
  it('has exemptions only of operations that exist', () => {
    const known = where(isAudited).map(({ operation }) => operation)
    expect(Object.keys(WITHOUT_ENTRY).filter((operation) => !known.includes(operation))).toEqual([])
  })
})
