import { afterAll, describe, expect, it } from 'vitest'
import { createTokenAuthentication } from '../../client/src/authentication.ts'
import { createClient } from '../../client/src/create-client.ts'
import { isProblem } from '../../client/src/errors.ts'
import { ROUTES } from '../../client/src/generated/routes.ts'
import type { Partner } from '../../client/src/generated/schemas.ts'
import { getResponse } from '../../client/src/responses.ts'
import { createSession } from '../../client/src/session.ts'
import { aMember } from '../support/client.ts'
import { startApiServer } from './api-server.ts'

Object.assign(process.env, { RATE_LIMIT_IDENTITY: '1000000', RATE_LIMIT_IP: '1000000', RATE_LIMIT_AUTH: '1000000' })

const server = await startApiServer()
afterAll(() => server.stop())

const clientOf = (token: string | undefined) =>
  createClient({ baseUrl: server.url, authentication: createTokenAuthentication(token ?? '') })
const { token } = await aMember()
const client = clientOf(token)

const gather = async <T>(members: AsyncIterable<T>) => {
  const all: T[] = []
  for await (const member of members) all.push(member)
  return all
}

describe('the client', () => {
  it('creates, reads, changes and finds a resource', async () => {
    const created = await client.partner.partners.create({ name: 'Nordlicht Logistik', countryCode: 'DE' })
    expect(created).toMatchObject({ '@type': 'Partner', name: 'Nordlicht Logistik' })
    const read: Partner = await client.partner.partners.get(created.id)
    expect(read).toEqual(created)
    const changed = await client.partner.partners.update(created.id, { name: 'Nordlicht' })
    expect(changed.name).toBe('Nordlicht')
    const page = await client.partner.partners.list({ search: 'nordlicht', itemsPerPage: 5 })
    expect(page).toMatchObject({ totalItems: 1, member: [{ id: created.id }] })
  })

  it('sends a write twice under one key and gets the first response again', async () => {
    const [first, again] = [
      await client.partner.partners.create({ name: 'Twice' }, { idempotencyKey: 'twice' }),
      await client.partner.partners.create({ name: 'Twice' }, { idempotencyKey: 'twice' }),
    ]
    expect(again).toEqual(first)
    expect([first, again].map((each) => getResponse(each)?.isReplayed)).toEqual([false, true])
    expect(getResponse(first)).toMatchObject({ status: 201, etag: '"1"' })
  })

  it('changes a resource only if it is as it was read', async () => {
    const read = await client.partner.partners.create({ name: 'Before' })
    const changed = await client.partner.partners.update(read.id, { name: 'After' }, { ifMatch: read })
    const late = client.partner.partners.update(read.id, { name: 'Too late' }, { ifMatch: read })
    await expect(late).rejects.toMatchObject({ errorCode: 'PRECONDITION_FAILED' })
    expect((await client.partner.partners.update(read.id, { name: 'Again' }, { ifMatch: changed })).name).toBe('Again')
    await expect(client.partner.partners.update(read.id, { name: 'x' }, { ifMatch: { ...read } })).rejects.toThrow(
      TypeError,
    )
  })

  it('iterates over all pages with the filters of the first', async () => {
    const other = clientOf((await aMember()).token)
    const names = Array.from({ length: 7 }, (_, i) => `Carrier ${i}`)
    for (const name of names) await other.partner.partners.create({ name })
    await other.partner.partners.create({ name: 'Something else' })
    const found = await gather(other.partner.partners.listAll({ search: 'carrier', itemsPerPage: 3 }))
    expect(found.map(({ name }) => name).sort()).toEqual(names)
    expect(await gather(other.billing.invoices.listAll())).toEqual([])
    expect(await gather(other.notification.notifications.listAll())).toEqual([])
  })

  it('iterates over pages that a cursor leads to', async () => {
    const other = clientOf((await aMember()).token)
    for (let i = 0; i < 5; i++) await other.partner.partners.create({ name: `Partner ${i}` })
    const filter = { resourceType: 'partner', action: 'create' } as const
    const whole = await other.audit.entries.list({ ...filter, limit: 100 })
    const entries = await gather(other.audit.entries.listAll({ ...filter, limit: 2 }))
    expect(entries.length).toBe(5)
    expect(entries.map(({ id }) => id)).toEqual(whole.member.map(({ id }) => id))
  })

  it('yields a member once that another one pushes to the next page', async () => {
    const other = clientOf((await aMember()).token)
    for (let i = 0; i < 4; i++) await other.partner.partners.create({ name: `Partner ${i}` })
    const seen: string[] = []
    for await (const { name } of other.partner.partners.listAll({ itemsPerPage: 2 })) {
      seen.push(name)
      if (seen.length === 2) await other.partner.partners.create({ name: 'New' })
    }
    expect(seen).toEqual(['Partner 3', 'Partner 2', 'Partner 1', 'Partner 0'])
  })

  it('ends the iteration when it is aborted', async () => {
    const abort = new AbortController()
    const members = client.partner.partners.listAll({ itemsPerPage: 1 }, { signal: abort.signal })
    await members.next()
    abort.abort(new Error('enough'))
    await expect(members.next()).rejects.toThrow('enough')
  })

  it('throws all violations at once', async () => {
    const error = await client.partner.partners
      .create({ name: '', countryCode: 'Germany' })
      .catch((thrown: unknown) => thrown)
    expect(isProblem(error, 'VALIDATION_ERROR')).toBe(true)
    expect(isProblem(error, 'NOT_FOUND')).toBe(false)
    expect(isProblem(error) && error.violations.map(({ propertyPath }) => propertyPath).sort()).toEqual([
      'countryCode',
      'name',
    ])
  })

  it('answers with nothing where the platform answers with nothing', async () => {
    expect(await client.notification.notifications.markAllRead()).toBeUndefined()
  })

  it('reaches operations that it has no method for', async () => {
    expect(await client.request('GET', '/api/partner/partners', { query: { itemsPerPage: 1 } })).toMatchObject({
      '@type': 'Collection',
    })
  })

  it('is refused without a token, and with one whose session is unknown to it', async () => {
    await expect(clientOf(undefined).iam.me.get()).rejects.toMatchObject({ errorCode: 'UNAUTHENTICATED' })
    const session = createSession({ tokens: { accessToken: 'no token', refreshToken: 'none' } })
    await expect(createClient({ baseUrl: server.url, authentication: session }).iam.me.get()).rejects.toMatchObject({
      errorCode: 'UNAUTHENTICATED',
    })
  })
})

const routes = Object.entries(ROUTES).flatMap(([module, groups]) =>
  Object.entries(groups).flatMap(([group, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ name: `${module}.${group}.${method}`, route })),
  ),
)

describe('a method', () => {
  // A sample of every kind of route, since the generated tests call each operation.
  const kinds = Map.groupBy(routes, ({ route }) => route.replaceAll(/\/\S+/g, (path) => String(path.split('{').length)))
  const samples = [...kinds.values()].flatMap((same) => same.slice(0, 2))

  it.each(samples.filter(({ route }) => !route.includes(' public')))(
    '$name reaches its operation',
    async ({ name, route }) => {
      const [module = '', group = '', method = ''] = name.split('.')
      const [verb = '', path = ''] = route.split(' ')
      const values = [...path.matchAll(/\{/g)].map(() => '01JNBV8ZK4T6Q9WD3E5RXH7M2C')
      const methods = client as unknown as Record<
        string,
        Record<string, Record<string, (...given: unknown[]) => Promise<unknown>>>
      >
      const error = await methods[module]?.[group]?.[method]?.(...values).catch((thrown: unknown) => thrown)
      // Without input the operation answers, or says what is wrong or not found. It is neither unknown nor of another method.
      expect(isProblem(error) ? error.errorCode : verb, JSON.stringify(error)).not.toMatch(
        /METHOD|INTERNAL|UNSUPPORTED/,
      )
      expect((error as Error | undefined)?.name ?? '').not.toBe('UnexpectedAnswerError')
    },
  )
})
