import { beforeAll, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { type Key, keyOf, TransientFault } from '../../lib/platform/store/table/table.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member, type Received, send } from '../support/client.ts'
import { timeRunningOut } from '../support/running-out.ts'
import { type Method, type Stalled, stallingTable } from '../support/stalling.ts'

const slow = stallingTable(openTable(app().config.table))
beforeAll(() => useApp({ ...app(), db: retryTable(slow.table) }))

const ofTenant = (method: Method) => (call: Stalled) =>
  call.method === method && call.partitions.some((pk) => pk.startsWith('T#') && !pk.endsWith('#idempotency'))

interface Asked {
  method: string
  url: string
  body?: object
  headers?: Record<string, string>
}

/** Sends a request whose call to the database is delayed until the time of the function is up. */
const askSlowly = async (
  member: Member,
  { method, url, body, headers }: Asked,
  held: Method,
  { afterwards = false } = {},
) => {
  const stall = slow.hold(ofTenant(held), { afterwards })
  const { context, runOut } = timeRunningOut()
  const answer = send(method, url, {
    ...(body && { body }),
    headers: { authorization: `Bearer ${member.token}`, origin: 'https://app.example.com', ...headers },
    context,
  })
  await stall.reached
  await stall.settled()
  runOut()
  const received = await answer
  stall.release()
  await stall.settled()
  return received
}

const expectLate = ({ status, headers, body }: Received) => {
  expect([status, body.status, body.errorCode]).toEqual([503, 503, 'UNAVAILABLE'])
  expect(headers).toMatchObject({
    'Content-Type': 'application/problem+json',
    'Retry-After': '1',
    'X-Request-Id': body.instance.replace('urn:uuid:', ''),
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    'X-RateLimit-Limit': expect.anything(),
  })
}

const LATE_READ = 'This took too long and was ended. Try again in a moment.'
const CHECK_FIRST =
  'This took too long, and the change may or may not have been made. Check whether it was made before you send the request again.'

const names = async (member: Member) =>
  (await member.get('/api/partner/partners')).body.member.map(({ name }: { name: string }) => name)

describe('a request that runs out of time', () => {
  it('while it reads is told to try again, without mention of a change', async () => {
    const member = await aMember()
    const answer = await askSlowly(member, { method: 'GET', url: '/api/partner/partners' }, 'query')
    expectLate(answer)
    expect(answer.body.detail).toBe(LATE_READ)
    expect((await member.get('/api/partner/partners')).status).toBe(200)
  })

  it('before its change is sent is told that nothing was changed, and nothing is changed later', async () => {
    const member = await aMember()
    const { id } = await aPartner(member, { name: 'Before' })
    const url = `/api/partner/partners/${id}`
    const answer = await askSlowly(member, { method: 'PATCH', url, body: { name: 'After' } }, 'get')
    expectLate(answer)
    expect(answer.body.detail).toBe('This took too long and was ended. Nothing was changed. Try again in a moment.')
    expect((await member.get(url)).body.name).toBe('Before')
    expect((await member.patch(url, { name: 'After' })).status).toBe(200)
  })

  it.each([
    ['has been made', true],
    ['is made later', false],
  ])('while its change is being sent is told that the outcome is unknown, even if it %s', async (_, afterwards) => {
    const member = await aMember()
    const headers = { 'idempotency-key': newId(new Date()) }
    const asked = { method: 'POST', url: '/api/partner/partners', body: { name: 'Once' }, headers }
    const answer = await askSlowly(member, asked, 'transact', { afterwards })
    expectLate(answer)
    expect(answer.body.detail).toBe(
      'This took too long, and the change may or may not have been made. It is safe to send the request again with the same Idempotency-Key.',
    )
    const again = await member.post(asked.url, asked.body, headers)
    expect([again.status, again.headers['Idempotency-Replayed']]).toEqual([201, 'true'])
    expect(await names(member)).toEqual(['Once'])
  })

  it('while its change is being sent is told to check first if it has no Idempotency-Key', async () => {
    const member = await aMember()
    const asked = { method: 'POST', url: '/api/partner/partners', body: { name: 'Maybe' } }
    const answer = await askSlowly(member, asked, 'transact', { afterwards: true })
    expectLate(answer)
    expect(answer.body.detail).toBe(CHECK_FIRST)
    expect(await names(member)).toEqual(['Maybe'])
  })

  it.each([
    ['has acted', true],
    ['acts later', false],
  ])('in a GET that %s is told that the outcome is unknown', async (_, afterwards) => {
    const member = await aMember()
    const asked = { method: 'GET', url: '/api/audit/entries/export' }
    const answer = await askSlowly(member, asked, 'transact', { afterwards })
    expectLate(answer)
    expect(answer.body.detail).toBe(CHECK_FIRST)
  })

  it('because the database never confirms its change is told that the outcome is unknown', async () => {
    const member = await aMember()
    const { db } = app()
    const unconfirmed = {
      ...slow.table,
      async transact(actions: Parameters<typeof slow.table.transact>[0], token?: string): Promise<never> {
        await slow.table.transact(actions, token)
        throw new TransientFault('unreachable')
      },
    }
    useApp({ ...app(), db: retryTable(unconfirmed) })
    const headers = { authorization: `Bearer ${member.token}` }
    const context = { getRemainingTimeInMillis: () => 15_000 }
    const answer = await send('POST', '/api/partner/partners', { body: { name: 'Sent' }, headers, context })
    useApp({ ...app(), db })
    expect([answer.status, answer.headers['Retry-After']]).toEqual([503, '1'])
    expect(answer.body.detail).toContain('the change may or may not have been made. Check whether')
    expect(await names(member)).toEqual(['Sent'])
  })

  it('while others keep changing the same resource is refused in time and changes nothing', async () => {
    const member = await aMember()
    const { id } = await aPartner(member, { name: 'Before' })
    const url = `/api/partner/partners/${id}`
    const { db } = app()
    // Changes the partner each time the request has read it.
    let left = 15_000
    let changes = 0
    const busy = retryTable({
      ...slow.table,
      async transact(actions, token) {
        left -= 2000
        changes++
        const key = actions.map(keyOf).find(({ sk }) => sk === id) as Key
        await db.update({ update: { pk: key.pk, sk: key.sk }, set: 'ADD #rev :one', values: { ':one': 1 } })
        return await slow.table.transact(actions, token)
      },
    })
    useApp({ ...app(), db: busy })
    const answer = await send('PATCH', url, {
      body: { name: 'After' },
      headers: { authorization: `Bearer ${member.token}` },
      context: { getRemainingTimeInMillis: () => left },
    })
    useApp({ ...app(), db })
    expect([answer.status, answer.headers['Retry-After']]).toEqual([503, '1'])
    expect(changes).toBe(7)
    expect((await member.get(url)).body.name).toBe('Before')
  })
})
