import { beforeAll, describe, expect, it } from 'vitest'
import { aPartner } from '../support/builders.ts'
import { aMember, client, type Member } from '../support/client.ts'

const PARTNERS = '/api/partner/partners'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

describe('partners', () => {
  it('are created with the given members; the others are null', async () => {
    const { status, body, headers } = await owner.post(PARTNERS, {
      name: 'Nordlicht',
      roles: ['Partner.Supplier'],
      countryCode: 'DE',
      billingContact: { email: 'pay@nordlicht.example' },
    })
    expect(status).toBe(201)
    expect(headers.Location).toBe(`${PARTNERS}/${body.id}`)
    expect(body).toMatchObject({
      '@type': 'Partner',
      id: expect.stringMatching(/^[0-7][0-9A-Z]{25}$/),
      name: 'Nordlicht',
      roles: ['Partner.Supplier'],
      defaultCurrency: null,
      locale: null,
      address: null,
      billingContact: { name: null, email: 'pay@nordlicht.example' },
    })
  })

  it('are rejected with all violations at once', async () => {
    const { status, body } = await owner.post(PARTNERS, {
      name: '',
      roles: ['King'],
      countryCode: 'Germany',
      defaultCurrency: 'euro',
      billingContact: { email: 'nobody' },
      address: { street: 'Main' },
    })
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()).toEqual([
      'address.street',
      'billingContact.email',
      'countryCode',
      'defaultCurrency',
      'name',
      'roles[0]',
    ])
  })

  it('are updated member by member, but not with a stale If-Match', async () => {
    const { id } = await aPartner(owner, { countryCode: 'DE', taxId: 'T1' })
    const patch = (body: object, headers = {}) => owner.patch(`${PARTNERS}/${id}`, body, headers)
    const changed = await patch({ countryCode: null, defaultCurrency: 'EUR' }, { 'if-match': '"1"' })
    expect(changed.body).toMatchObject({ countryCode: null, defaultCurrency: 'EUR', taxId: 'T1' })
    expect(changed.headers.ETag).toBe('"2"')
    expect((await patch({ taxId: 'T2' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await owner.get(`${PARTNERS}/${id}`)).body.taxId).toBe('T1')
    expect((await patch({})).status).toBe(400)
  })

  it('are found by prefixes of the words of their name', async () => {
    const member = await aMember()
    for (const name of ['Ångström Freight GmbH', 'Freight & Sons', 'Angela']) await aPartner(member, { name })
    const names = async (search: string) =>
      (await member.get(`${PARTNERS}?search=${encodeURIComponent(search)}`)).body.member.map(
        (each: { name: string }) => each.name,
      )
    expect(await names('freight')).toEqual(['Freight & Sons', 'Ångström Freight GmbH'])
    expect(await names('ang')).toEqual(['Angela', 'Ångström Freight GmbH'])
    expect(await names('frei ang')).toEqual(['Ångström Freight GmbH'])
    expect(await names('reight')).toEqual([])
  })

  it('belong to their tenant; others get the same 404 as for a missing partner', async () => {
    const { id } = await aPartner(owner)
    const stranger = await aMember()
    expect((await stranger.get(`${PARTNERS}/${id}`)).status).toBe(404)
    expect((await stranger.patch(`${PARTNERS}/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await client().get(`${PARTNERS}/${id}`)).status).toBe(401)
    const operator = await aMember({ tenant: owner.tenant, role: 'operations' })
    expect((await operator.patch(`${PARTNERS}/${id}`, { name: 'Mine' })).status).toBe(403)
    expect((await operator.get(`${PARTNERS}/${id}`)).body.name).toMatch(/^Partner/)
  })
})
