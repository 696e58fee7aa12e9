import { beforeAll, describe, expect, it } from 'vitest'
import { handler as followContent } from '../../functions/sales/every-minute-follow-content.ts'
import { aChannel, aProduct, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const VARIANTS = '/api/catalog/variants'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const create = async (fields: object) => {
  const { id: productId } = await aProduct(owner)
  return await owner.post(VARIANTS, { productId, sku: `GOODS-${productId}`, name: 'Chair', ...fields })
}

describe('the goods of a variant', () => {
  it('are null until they are known, and cleared by null', async () => {
    const { body } = await create({})
    const none = { gtin: null, mpn: null, hsCode: null, countryOfOrigin: null, weightGrams: null }
    expect(body).toMatchObject({ ...none, lengthMm: null, widthMm: null, heightMm: null })
    const told = { mpn: 'OC-45', countryOfOrigin: 'SE', weightGrams: 6500, lengthMm: 450, widthMm: 450, heightMm: 900 }
    expect((await owner.patch(`${VARIANTS}/${body.id}`, told)).body).toMatchObject(told)
    expect((await owner.patch(`${VARIANTS}/${body.id}`, { mpn: null, weightGrams: null })).body).toMatchObject({
      ...{ mpn: null, weightGrams: null, lengthMm: 450 },
    })
  })

  // Numbers from the pages of GS1 in India and in Sweden, of an American can, and of a small pack and a case.
  it.each(['8904000210037', '7300011000017', '036000291452', '96385074', '10036000291459'])(
    'have the GTIN %s, whose check digit is right',
    async (gtin) => {
      const { status, body } = await create({ gtin })
      expect([status, body.gtin]).toEqual([201, gtin])
    },
  )

  it('have a GTIN without the spaces and hyphens with which it is printed', async () => {
    expect((await create({ gtin: '7 300011-000017' })).body.gtin).toBe('7300011000017')
  })

  it.each([
    ['7300011000018', 'must end with the check digit 7'],
    ['8904000210030', 'must end with the check digit 7'],
    ['036000291453', 'must end with the check digit 2'],
    ['123', 'must have 8, 12, 13 or 14 digits, beside spaces and hyphens'],
    ['73000110000１7', 'must have 8, 12, 13 or 14 digits, beside spaces and hyphens'],
  ])('cannot have the GTIN %s: it %s', async (gtin, message) => {
    const { status, body } = await create({ gtin })
    expect([status, body.violations]).toEqual([400, [{ propertyPath: 'gtin', message }]])
  })

  it('may share a GTIN, since the same goods can have several SKUs', async () => {
    expect((await create({ gtin: '96385074' })).status).toBe(201)
    expect((await create({ gtin: '96385074' })).status).toBe(201)
  })

  it('have a code of a tariff without its dots, of 6 to 13 digits', async () => {
    expect((await create({ hsCode: '9401.69 00' })).body.hsCode).toBe('94016900')
    for (const hsCode of ['9401.6', '94016900000000', 'A94016']) {
      const { body } = await create({ hsCode })
      expect(body.violations).toEqual([
        { propertyPath: 'hsCode', message: 'must have 6 to 13 digits, beside dots and spaces' },
      ])
    }
  })

  it('come from a country of ISO 3166, and have sizes above 0', async () => {
    const { body } = await create({ countryOfOrigin: 'UK', weightGrams: 0, lengthMm: 0.5 })
    const paths = body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()
    expect(paths).toEqual(['countryOfOrigin', 'lengthMm', 'weightGrams'])
  })
})

describe('a product', () => {
  it('has tags, each once however it is spelled', async () => {
    const { tags } = await aProduct(owner, { tags: [' Gift ', 'gift', 'Summer'] })
    expect(tags).toEqual(['Gift', 'Summer'])
  })

  it('keeps the SKUs of its variants when it is archived', async () => {
    const { sku, productId } = await aVariant(owner)
    expect((await owner.post(`/api/catalog/products/${productId}/archive`)).body.status).toBe('archived')
    const again = await owner.post(VARIANTS, { productId: (await aProduct(owner)).id, sku, name: 'Again' })
    expect(again.body).toMatchObject({ status: 409, errorCode: 'ALREADY_EXISTS' })
    expect((await owner.get(`${VARIANTS}?sku=${sku}`)).body.totalItems).toBe(1)
  })

  it('is shown by channels while it is active', async () => {
    const member = await aMember()
    const { id } = await aProduct(member, { status: 'draft' })
    await aVariant(member, { productId: id })
    const channel = await aChannel(member)
    const countShown = async () => {
      await followContent({})
      return (await member.get(`/api/sales/channels/${channel.id}/catalog/drift/rows`)).body.totalItems
    }
    expect(await countShown()).toBe(0)
    await member.post(`/api/catalog/products/${id}/activate`)
    expect(await countShown()).toBe(1)
    await member.post(`/api/catalog/products/${id}/archive`)
    expect(await countShown()).toBe(0)
    await member.post(`/api/catalog/products/${id}/restore`)
    expect(await countShown()).toBe(1)
  })

  it('is a draft or active, is archived and restored, and moves no other way', async () => {
    const { id, status } = await aProduct(owner, { status: 'draft' })
    expect(status).toBe('draft')
    const path = `/api/catalog/products/${id}`
    expect((await owner.post(`${path}/restore`)).body).toMatchObject({ errorCode: 'OPERATION_NOT_ALLOWED' })
    expect((await owner.post(`${path}/activate`)).body.status).toBe('active')
    expect((await owner.post(`${path}/activate`)).status).toBe(409)
    expect((await owner.post(`${path}/archive`)).body.status).toBe('archived')
    expect((await owner.patch(path, { status: 'active' })).status).toBe(400)
    expect((await owner.post(`${path}/restore`)).body.status).toBe('active')
    expect((await owner.post('/api/catalog/products', { name: 'A', status: 'archived' })).status).toBe(400)
  })
})
