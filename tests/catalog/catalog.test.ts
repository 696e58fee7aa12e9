import { beforeAll, describe, expect, it } from 'vitest'
import { anAssortment, aProduct, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const VARIANTS = '/api/catalog/variants'
const ASSORTMENTS = '/api/catalog/assortments'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const paths = (body: { violations: { propertyPath: string }[] }) =>
  body.violations.map(({ propertyPath }) => propertyPath).sort()

describe('a product', () => {
  it('stores attributes with nearly any name, is found by its words and is updated member by member', async () => {
    const member = await aMember()
    const { id } = await aProduct(member, {
      name: 'Oak chair',
      attributes: { 'seat height': '45 cm', toString: 'A' },
    })
    await aProduct(member, { name: 'Pine table' })
    const changed = await member.patch(`/api/catalog/products/${id}`, { brand: 'Nordlicht' })
    expect(changed.body).toMatchObject({
      name: 'Oak chair',
      brand: 'Nordlicht',
      description: null,
      attributes: { 'seat height': '45 cm', toString: 'A' },
    })
    const { body } = await member.get('/api/catalog/products?search=cha')
    expect(body.member.map((each: { name: string }) => each.name)).toEqual(['Oak chair'])
  })

  it('is rejected if an attribute is named like a property of JavaScript objects', async () => {
    for (const value of ['A', { name: 'Set' }, null]) {
      const { status, body } = await owner.post('/api/catalog/products', {
        name: 'Oak chair',
        attributes: { constructor: value },
      })
      expect([status, paths(body)]).toEqual([400, ['attributes.constructor']])
    }
  })
})

describe('a variant', () => {
  it('belongs to a product and has prices by currency and texts by locale', async () => {
    const { id: productId } = await aProduct(owner)
    const { status, body } = await owner.post(VARIANTS, {
      productId,
      sku: ' CHAIR-1 ',
      name: 'Oak chair',
      prices: [{ currency: 'KWD', amount: 12_345 }],
      localizations: { de_DE: { name: 'Eichenstuhl' } },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      '@type': 'Variant',
      productId,
      sku: 'CHAIR-1',
      prices: [{ currency: 'KWD', amount: 12_345 }],
      localizations: { de_DE: { name: 'Eichenstuhl', description: null } },
      attributes: {},
    })
    const { body: found } = await owner.get(`${VARIANTS}?productId=${productId}`)
    expect(found).toMatchObject({ totalItems: 1, member: [{ id: body.id }] })
  })

  it('is rejected with a violation for every invalid price and locale', async () => {
    const { id: productId } = await aProduct(owner)
    const { status, body } = await owner.post(VARIANTS, {
      productId,
      sku: 'X-1',
      name: 'X',
      prices: [
        { currency: 'EUR', amount: 1 },
        { currency: 'ZZZ', amount: 1 },
        { currency: 'EUR', amount: 2 },
      ],
      localizations: { de_DE: {}, 'de-de': {} },
    })
    expect(status).toBe(400)
    expect(paths(body)).toEqual(['localizations.de-de', 'prices[1].currency', 'prices[2].currency'])
    const nowhere = await owner.post(VARIANTS, { productId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C', sku: 'X-1', name: 'X' })
    expect([nowhere.status, paths(nowhere.body)]).toEqual([400, ['productId']])
  })

  it('has a unique sku, from its creation or a change until it gets another one', async () => {
    const { id, productId } = await aVariant(owner, { sku: 'ONLY-1' })
    const again = await owner.post(VARIANTS, { productId, sku: 'ONLY-1 ', name: 'Again' })
    expect(again.body).toMatchObject({ status: 409, errorCode: 'ALREADY_EXISTS' })
    const other = await aVariant(owner)
    expect((await owner.patch(`${VARIANTS}/${other.id}`, { sku: 'ONLY-1' })).status).toBe(409)
    expect((await owner.patch(`${VARIANTS}/${id}`, { sku: 'ONLY-2' })).body.sku).toBe('ONLY-2')
    expect((await owner.patch(`${VARIANTS}/${other.id}`, { sku: 'ONLY-1' })).body.sku).toBe('ONLY-1')
    const stranger = await aMember()
    expect((await aVariant(stranger, { sku: 'ONLY-1' })).sku).toBe('ONLY-1')
  })
})

describe('an assortment', () => {
  const inside = async (id: string) => {
    const { body } = await owner.get(`${ASSORTMENTS}/${id}/variants`)
    return { skus: body.member.map(({ sku }: { sku: string }) => sku), totalItems: body.totalItems }
  }

  it('contains a variant once until it is removed, even if it is added several times at once', async () => {
    const { id } = await anAssortment(owner)
    const [one, two] = [await aVariant(owner), await aVariant(owner)]
    const put = await Promise.all(
      [one, one, one, two, one].map((each) => owner.put(`${ASSORTMENTS}/${id}/variants/${each.id}`)),
    )
    expect(put.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await inside(id)).toMatchObject({ totalItems: 2, skus: expect.arrayContaining([one.sku, two.sku]) })
    for (const status of [204, 204])
      expect((await owner.delete(`${ASSORTMENTS}/${id}/variants/${one.id}`)).status).toBe(status)
    expect(await inside(id)).toEqual({ totalItems: 1, skus: [two.sku] })
  })

  it('rejects variants that do not exist or belong to another tenant', async () => {
    const { id } = await anAssortment(owner)
    const stranger = await aMember()
    const foreign = await aVariant(stranger)
    expect((await owner.put(`${ASSORTMENTS}/${id}/variants/${foreign.id}`)).status).toBe(404)
    expect((await stranger.put(`${ASSORTMENTS}/${id}/variants/${foreign.id}`)).status).toBe(404)
    expect((await stranger.get(`${ASSORTMENTS}/${id}/variants`)).status).toBe(404)
    expect(await inside(id)).toEqual({ totalItems: 0, skus: [] })
  })
})
