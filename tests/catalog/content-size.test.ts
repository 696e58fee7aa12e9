import { describe, expect, it } from 'vitest'
import { products } from '../../lib/catalog/product-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aProduct, aVariant } from '../support/builders.ts'
import { aMember } from '../support/client.ts'

const long = (bytes: number, letter = 'x') => letter.repeat(bytes / Buffer.byteLength(letter))
const attributes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`name ${i}`, long(1000)]))
const texts = (count: number, letter = 'x') =>
  Object.fromEntries(
    [...'abcdefghijklmnopqrstuvwxyz'].slice(0, count).map((a) => [`d${a}`, { description: letter.repeat(20_000) }]),
  )

describe('the size of content', () => {
  it('is at most 100 KB for a product; the violation names the member that exceeds it', async () => {
    const member = await aMember()
    const { status, body } = await member.post('/api/catalog/products', { name: 'A', attributes: attributes(100) })
    expect(status).toBe(201)
    const path = `/api/catalog/products/${body.id}`
    const refused = await member.patch(path, { name: 'B', description: long(60_000, '漢') })
    expect(refused.status).toBe(400)
    expect(refused.body.violations).toEqual([
      { propertyPath: 'description', message: 'must be shorter: all members together exceed 100 KB' },
    ])
    expect((await member.get(path)).body).toMatchObject({ name: 'A', description: null })
    expect((await member.patch(path, { name: 'B', description: 'Short' })).status).toBe(200)
    const fresh = { name: 'C', description: long(60_000, '漢'), attributes: attributes(60) }
    expect((await member.post('/api/catalog/products', fresh)).body.violations).toEqual([
      { propertyPath: 'attributes', message: 'must be shorter: all members together exceed 100 KB' },
    ])
  })

  it('may stay above the limit if a change does not increase it', async () => {
    const member = await aMember()
    const state = { status: 'active' as const, brand: null, tags: [], categoryIds: [] }
    const fields = { name: 'A', description: long(60_000, '漢'), ...state, attributes: attributes(60) }
    const { id } = await runInUnit(app().db, { tenant: member.tenant, actor: null, now: new Date() }, async (unit) =>
      unit.create(products, fields),
    )
    const path = `/api/catalog/products/${id}`
    expect((await member.patch(path, { name: 'B' })).status).toBe(200)
    expect((await member.patch(path, { brand: 'Nordlicht' })).body.violations).toEqual([
      { propertyPath: 'brand', message: 'must be shorter: all members together exceed 100 KB' },
    ])
    expect((await member.patch(path, { description: long(30_000, '漢') })).status).toBe(200)
  })

  it('is limited for variants, and reported together with other violations', async () => {
    const member = await aMember()
    const { id: productId } = await aProduct(member)
    const given = { productId, sku: 'A', name: 'A', localizations: texts(5) }
    const { status, body } = await member.post('/api/catalog/variants', given)
    expect(status).toBe(201)
    expect((await member.patch(`/api/catalog/variants/${body.id}`, { localizations: texts(5) })).status).toBe(200)
    const prices = [{ currency: 'XXQ', amount: 1 }]
    const refused = await member.patch(`/api/catalog/variants/${body.id}`, { prices, localizations: texts(5, '漢') })
    expect(refused.status).toBe(400)
    expect(refused.body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()).toEqual([
      'localizations',
      'prices[0].currency',
    ])
    expect((await member.post('/api/catalog/variants', { ...given, sku: 'B', localizations: texts(6) })).status).toBe(
      400,
    )
  })

  it('is limited for the overrides of a channel', async () => {
    const member = await aMember()
    const { id: variantId } = await aVariant(member)
    const { body: channel } = await member.post('/api/sales/channels', {
      name: 'Market stall',
      code: 'SIZE',
      type: 'manual',
      credentials: {},
    })
    const path = `/api/sales/channels/${channel.id}/catalog/variants/${variantId}/overrides`
    expect((await member.put(path, { localizations: texts(5) })).status).toBe(200)
    expect((await member.put(path, { localizations: texts(6) })).body.violations).toEqual([
      { propertyPath: 'localizations', message: 'must be shorter: all members together exceed 100 KB' },
    ])
  })
})
