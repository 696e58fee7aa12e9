import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { entity, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { find, findOwner, findOwnersOfValues, list } from '../../lib/platform/store/lists/list.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aMember, type Member, send } from '../support/client.ts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const RATE = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id']

describe('a value in a path', () => {
  const channel = newId(new Date())

  it.each([
    ['/api/billing/invoices/by-number/', 'x'.repeat(2_100)],
    ['/api/billing/invoices/by-number/', '€'.repeat(400)],
    ['/api/billing/invoices/by-number/', 'x'.repeat(1_020)],
    ['/api/billing/invoices/by-number/', 'x/'.repeat(1_100)],
    ['/api/configuration/settings/key/', 'x'.repeat(2_100)],
    ['/api/configuration/settings/', 'x'.repeat(2_100)],
    [`/api/sales/channels/${channel}/external-orders/`, 'x'.repeat(9_000)],
    [`/api/sales/channels/${channel}/webhooks/`, 'x'.repeat(9_000)],
    ['/api/document/portal/', 'x'.repeat(9_000)],
    ['/api/docs/contexts/', 'x'.repeat(9_000)],
    ['/errors/', 'x'.repeat(9_000)],
  ])('of %s is not found if it is too long', async (path, value) => {
    const answer = await owner.get(path + value.split('/').map(encodeURIComponent).join('/'))
    expect([answer.status, answer.body.errorCode]).toEqual([404, 'NOT_FOUND'])
  })

  it.each(['/api/partner/partners/%FF', '/api/billing/invoices/by-number/%C3%28', '/errors/%', '/%E0%A4%A'])(
    'that is not valid text, as in %s, is not found, with the usual headers',
    async (path) => {
      const answer = await owner.get(path)
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'NOT_FOUND'])
      expect(answer.headers['Content-Type']).toBe('application/problem+json')
      for (const name of RATE) expect(answer.headers[name], name).toBeDefined()
    },
  )
})

describe('a value in a query', () => {
  it('is refused if it is longer than the limit', async () => {
    const { status, body } = await owner.get(`/api/partner/partners?search=${'x'.repeat(4_097)}`)
    expect([status, body.violations]).toEqual([
      400,
      [{ propertyPath: 'search', message: 'must have at most 4096 characters' }],
    ])
  })

  it('is refused together with the other violations', async () => {
    const { body } = await owner.get(`/api/partner/partners?page=1&page=2&search=${'x'.repeat(5_000)}`)
    expect(body.violations.map((each: { propertyPath: string }) => each.propertyPath)).toEqual(['page', 'search'])
  })

  it.each([
    ['/api/document/documents?subject=', 'ä'.repeat(500)],
    ['/api/partner/partners?search=', '👍'.repeat(127)],
    ['/api/partner/partners?search=', 'ß'.repeat(255)],
  ])('of %s that is long finds nothing', async (path, value) => {
    const { status, body } = await owner.get(path + encodeURIComponent(value))
    expect([status, body.totalItems]).toEqual([200, 0])
  })
})

describe('a value in a body', () => {
  it.each(['x'.repeat(2_000), `${'x'.repeat(1_025)}#`, `${'a'.repeat(2_000)}#x`, `${'€'.repeat(340)}#long`])(
    'that identifies a satellite is refused and counted if it is too long',
    async (clientId) => {
      const body = { clientId, clientSecret: 'x', code: 'x', codeVerifier: 'x'.repeat(43) }
      const answer = await send('POST', '/api/v1/iam/auth/satellite/token', { body })
      expect([answer.status, answer.body.violations?.[0]?.propertyPath]).toEqual([400, 'clientId'])
      for (const name of RATE) expect(answer.headers[name], name).toBeDefined()
    },
  )
})

describe('a key of the table', () => {
  interface Note extends Stored {
    about: string
    name: string
  }
  const notes = entity<Note>({
    name: 'note',
    shape: 1,
    lists: [{ by: ['about'], facets: [] }],
    unique: ({ name }) => ({ name }),
  })
  const aNote = (fields: { about: string; name: string }) =>
    runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) =>
      unit.create(notes, fields),
    )
  const listed = async (about: string) => {
    const { items, totalItems } = await list(app().db, notes, owner.tenant, { page: 1, itemsPerPage: 9, by: { about } })
    return [items.map(({ id }) => id), totalItems]
  }

  it('can contain text of any length, and differs for different texts', async () => {
    const [long, other] = ['👍'.repeat(300), `${'👍'.repeat(299)}🎉`]
    const first = await aNote({ about: long, name: long })
    const second = await aNote({ about: other, name: other })
    const { db } = app()
    expect([await listed(long), await listed(other)]).toEqual([
      [[first.id], 1],
      [[second.id], 1],
    ])
    expect((await findOwner(db, notes, owner.tenant, 'name', long))?.id).toBe(first.id)
    expect(await findOwnersOfValues(db, notes, owner.tenant, 'name', [long, other, 'nobody'])).toEqual(
      new Map([
        [long, first.id],
        [other, second.id],
      ]),
    )
    await expect(aNote({ about: 'x', name: long })).rejects.toMatchObject({ errorCode: 'ALREADY_EXISTS' })
  })

  it('contains a text that fits unchanged', async () => {
    const note = await aNote({ about: 'x'.repeat(1_900), name: 'y'.repeat(1_000) })
    const { db } = app()
    const at = { pk: `T#${owner.tenant}#note?unique`, sk: `name#${'y'.repeat(1_000)}` }
    expect(await db.get(at)).toMatchObject({ id: note.id })
    const row = { pk: `T#${owner.tenant}#note?about=${'x'.repeat(1_900)}`, sk: note.id }
    expect(await db.get(row)).toMatchObject({ kind: 'row' })
    expect(await find(db, notes, owner.tenant, note.id)).toMatchObject({ id: note.id })
  })

  it('can contain text that was cut in the middle of a character', async () => {
    const cut = '👍'.slice(0, 1)
    const note = await aNote({ about: cut, name: 'cut' })
    expect(await listed(cut)).toEqual([[note.id], 1])
  })
})
