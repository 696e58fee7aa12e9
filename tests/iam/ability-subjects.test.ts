import { describe, expect, it } from 'vitest'
import { ABILITY_SUBJECTS } from '../../functions/iam/auth/ability-subjects.ts'
import { newId } from '../../lib/platform/id.ts'
import { ask, usual } from '../generated/asking.ts'
import { FIXTURES } from '../generated/fixtures.ts'
import { findSuccessStatus, OPERATIONS, type Operation } from '../generated/operations.ts'
import { aMember, type Member } from '../support/client.ts'
import { anOwner } from './people.ts'

const [owner, stranger] = [await aMember(), await aMember()]
const person = await anOwner()

const allowed = { allowed: true }
const denied = (reason: string) => ({ allowed: false, reason })

const verdict = async (who: Pick<Member, 'post'>, scope: string, subject: string) =>
  (await who.post('/api/auth/can', { scopes: [scope], subject })).body[scope]

const findOperation = (route: string) =>
  OPERATIONS.find(({ method, path }) => `${method} ${path}` === route) as Operation

interface Existing {
  scope: string
  whose: Pick<Member, 'post' | 'tenant'>
  id: string
}

/** Resources that no operation with a scope returns by their id alone. */
const OTHERS: Readonly<Record<string, () => Promise<Existing>>> = {
  'fulfilment/fulfilments': async () => {
    const { params = {} } = (await FIXTURES.getFulfilmentOfOrder?.(owner)) ?? {}
    return { scope: 'fulfilment:order:write', whose: owner, id: params.fulfilmentId ?? '' }
  },
  'iam/identities': async () => ({
    scope: 'iam:member:write',
    whose: person,
    id: (await person.get('/api/iam/me')).body.id,
  }),
  'iam/tenants': async () => ({ scope: 'iam:tenant:write', whose: person, id: person.tenant }),
}

const make = async (kind: string): Promise<Existing> => {
  const operation = findOperation(`GET /api/${kind}/{id}`)
  const other = OTHERS[kind]
  if (other) return await other()
  const { id = '' } = (await usual(operation, owner)).params ?? {}
  return { scope: operation.described['x-scope'] ?? '', whose: owner, id }
}

/** Kinds of what an operation returns by its id, except what belongs to a person. */
const READ_BY_ID = OPERATIONS.flatMap(({ method, path, described }) => {
  const scope = described['x-scope']
  const [, kind] = /^\/api\/([\w-]+\/[\w-]+)\/\{id\}$/.exec(path) ?? []
  return method === 'GET' && kind && scope && scope !== 'notification:own:read' ? [kind] : []
})
const KINDS = [...READ_BY_ID, ...Object.keys(OTHERS)].sort()

it('every kind of resource can be the subject of an ability check', () => {
  expect(ABILITY_SUBJECTS.map(({ path }) => path).sort()).toEqual(KINDS)
})

describe.each(KINDS)('an ability check on one of %s', (kind) => {
  it('is allowed by the scope, and finds the resource in its own tenant only', async () => {
    const { scope, whose, id } = await make(kind)
    const subject = `commerce:///${kind}/${id}`
    expect(await verdict(whose, scope, subject)).toEqual(allowed)
    const colleague = await aMember({ tenant: whose.tenant, scopes: ['notification:own:read'] })
    expect(await verdict(colleague, scope, subject)).toEqual(denied('scope not held'))
    expect(await verdict(stranger, scope, subject)).toEqual(denied('subject not found'))
    expect(await verdict(whose, scope, `commerce:///${kind}/${newId(new Date())}`)).toEqual(denied('subject not found'))
  })
})

/** Operations that move a resource, the scope that probes them, and the denial after they were done. */
const MOVING: readonly [string, string, string][] = [
  ['billing/payments/{id}/reverse', 'billing:payment:reverse', 'payment is reversed'],
  ['billing/payment-runs/{id}/submit', 'billing:payment_run:submit', 'payment run is submitted'],
  ['billing/payment-runs/{id}/cancel', 'billing:payment_run:cancel', 'payment run is cancelled'],
  ['billing/bank-entries/{id}/confirm', 'billing:bank_statement:confirm', 'bank entry is confirmed'],
  ['billing/bank-entries/{id}/ignore', 'billing:bank_statement:ignore', 'bank entry is ignored'],
  ['inventory/transfers/{id}/ship', 'inventory:transfer:ship', 'transfer is in_transit'],
  ['inventory/transfers/{id}/receive', 'inventory:transfer:receive', 'transfer is completed'],
  ['inventory/transfers/{id}/cancel', 'inventory:transfer:cancel', 'transfer is cancelled'],
  ['inventory/goods-receipts/{id}/close', 'inventory:receipt:close', 'goods receipt is closed'],
  ['inventory/goods-receipts/{id}/cancel', 'inventory:receipt:cancel', 'goods receipt is cancelled'],
  ['inventory/lots/{id}/recall', 'inventory:lot:recall', 'lot is recalled'],
  ['fulfilment/incidents/{id}/resolve', 'fulfilment:incident:resolve', 'incident is resolved'],
  ['iam/service-accounts/{id}/disable', 'iam:service_account:disable', 'service account is disabled'],
  ['iam/service-accounts/{id}/enable', 'iam:service_account:enable', 'service account is active'],
  ['storage/files/{id}/abort', 'storage:file:abort', 'file is deleted'],
]

it.each(MOVING)('a check of %s follows the state', async (path, scope, reason) => {
  const operation = findOperation(`POST /api/${path}`)
  const made = await usual(operation, owner)
  const subject = `commerce:///${path.replace(/\{id\}.*/, made.params?.id ?? '')}`
  expect(await verdict(owner, scope, subject)).toEqual(allowed)
  const answer = await ask(operation, made, { token: made.token ?? owner.token })
  expect(answer.status, answer.text).toBe(findSuccessStatus(operation))
  expect(await verdict(owner, scope, subject)).toEqual(denied(reason))
})

it.each([
  'billing:payment:close',
  'billing:payment_run:complete',
  'billing:bank_statement:propose',
  'inventory:transfer:complete',
  'inventory:lot:expire',
  'storage:file:accept',
])('a check of %s is of an unknown scope, because no operation does it', async (scope) => {
  expect((await owner.post('/api/auth/can', { scopes: [scope] })).body[scope]).toEqual(denied('unknown scope'))
})

it('a check on an export denies what the scope of its list is missing for', async () => {
  const { id } = await make('data-exchange/exports')
  const scopes = ['data_exchange:export:read']
  const colleague = await aMember({ tenant: owner.tenant, scopes })
  const subject = `commerce:///data-exchange/exports/${id}`
  expect(await verdict(colleague, scopes[0] as string, subject)).toEqual(denied('subject not found'))
})

it('a check on a payment denies reversing it after a refund', async () => {
  const operation = findOperation('POST /api/billing/payments/{id}/refund')
  const made = await usual(operation, owner)
  expect((await ask(operation, made, { token: owner.token })).status).toBe(findSuccessStatus(operation))
  const subject = `commerce:///billing/payments/${made.params?.id}`
  expect(await verdict(owner, 'billing:payment:reverse', subject)).toEqual(denied('payment has a refund'))
})
