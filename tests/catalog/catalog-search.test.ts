import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { packWithin } from '../../lib/platform/store/outlines/pack-outlines.ts'
import { aProduct, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const PRODUCTS = '/api/catalog/products'
const VARIANTS = '/api/catalog/variants'

let owner: Member
let oak: { id: string }
let pine: { id: string }
beforeAll(async () => {
  owner = await aMember()
  oak = await aProduct(owner, { name: 'Oak chair', brand: 'Nördlicht Möbel', tags: ['Gift', 'Winter sale'] })
  pine = await aProduct(owner, { name: 'Pine table', brand: 'Waldhaus', tags: ['Gift'], status: 'draft' })
  await aVariant(owner, { productId: oak.id, sku: 'OAK-W', name: 'White', gtin: '036000291452', mpn: 'OC 45' })
  await aVariant(owner, { productId: oak.id, sku: 'OAK-B', name: 'Black', gtin: '96385074' })
  await aVariant(owner, { productId: pine.id, sku: 'PINE-1', name: 'White', gtin: '96385074' })
})

const find = async (path: string, query: object, member = owner) => {
  const { status, body } = await member.get(`${path}?${new URLSearchParams({ ...query })}`)
  expect(status).toBe(200)
  const names = body.member.map((each: { sku?: string; name: string }) => each.sku ?? each.name)
  expect(body.totalItems).toBe(names.length)
  return names
}

const OF_PRODUCTS: [object, string[]][] = [
  [{}, ['Pine table', 'Oak chair']],
  [{ search: 'cha' }, ['Oak chair']],
  [{ search: 'mobel oak' }, ['Oak chair']],
  [{ search: 'gif' }, ['Pine table', 'Oak chair']],
  [{ status: 'active' }, ['Oak chair']],
  [{ status: 'draft', search: 'chair' }, []],
  [{ status: 'archived' }, []],
  [{ tag: 'GIFT' }, ['Pine table', 'Oak chair']],
  [{ tag: 'winter  sale' }, ['Oak chair']],
  [{ tag: 'winter' }, []],
  [{ brand: 'waldhaus' }, ['Pine table']],
  [{ brand: 'wald' }, []],
  [{ tag: 'gift', brand: 'NÖRDLICHT MÖBEL' }, ['Oak chair']],
  [{ sku: 'oak-b' }, ['Oak chair']],
  [{ sku: 'oak-b', status: 'draft' }, []],
  [{ sku: 'NONE' }, []],
  [{ gtin: '96385074' }, ['Pine table', 'Oak chair']],
  [{ gtin: '00036000291452' }, ['Oak chair']],
  [{ gtin: '96385074', sku: 'PINE-1' }, ['Pine table']],
  [{ gtin: '036000291452', sku: 'PINE-1' }, []],
]

const OF_VARIANTS: [object, string[]][] = [
  [{}, ['PINE-1', 'OAK-B', 'OAK-W']],
  [{ search: 'whi' }, ['PINE-1', 'OAK-W']],
  [{ search: 'oak bla' }, ['OAK-B']],
  [{ search: '963850' }, ['PINE-1', 'OAK-B']],
  [{ sku: ' oak-w ' }, ['OAK-W']],
  [{ sku: 'OAK-W', status: 'draft' }, []],
  [{ gtin: '9638-5074' }, ['PINE-1', 'OAK-B']],
  [{ gtin: '0036000291452' }, ['OAK-W']],
  [{ gtin: '036000' }, []],
  [{ mpn: 'oc  45' }, ['OAK-W']],
  [{ status: 'draft' }, ['PINE-1']],
  [{ status: 'archived' }, []],
  [{ tag: 'gift', search: 'white' }, ['PINE-1', 'OAK-W']],
  [{ brand: 'nördlicht möbel', gtin: '96385074' }, ['OAK-B']],
]

const tryAll = async () => {
  for (const [query, names] of OF_PRODUCTS) expect([query, await find(PRODUCTS, query)]).toEqual([query, names])
  for (const [query, names] of OF_VARIANTS) expect([query, await find(VARIANTS, query)]).toEqual([query, names])
  const own = { productId: oak.id }
  expect(await find(VARIANTS, own)).toEqual(['OAK-B', 'OAK-W'])
  expect(await find(VARIANTS, { ...own, search: 'white' })).toEqual(['OAK-W'])
  expect(await find(VARIANTS, { ...own, status: 'draft' })).toEqual([])
  expect(await find(VARIANTS, { productId: pine.id, tag: 'gift' })).toEqual(['PINE-1'])
}

describe('products and variants', () => {
  it('are found by any filters at once, as soon as they are stored', tryAll)

  it('are found by the same filters when their outlines are packed', async () => {
    for (const kind of ['product', 'variant']) await packWithin(app(), { tenant: owner.tenant, kind }, { minPacked: 1 })
    await tryAll()
  })

  it('follow what changes, a variant also what changes about its product', async () => {
    const member = await aMember()
    const { id } = await aProduct(member, { name: 'Cup', tags: ['old'] })
    const { id: variantId } = await aVariant(member, { productId: id, sku: 'CUP' })
    await packWithin(app(), { tenant: member.tenant, kind: 'product' }, { minPacked: 1 })
    await packWithin(app(), { tenant: member.tenant, kind: 'variant' }, { minPacked: 1 })
    await member.patch(`${PRODUCTS}/${id}`, { tags: ['new'], brand: 'Elbe' })
    await member.post(`${PRODUCTS}/${id}/archive`)
    await member.patch(`${VARIANTS}/${variantId}`, { gtin: '7300011000017' })
    expect(await find(VARIANTS, { tag: 'old' }, member)).toEqual([])
    expect(await find(VARIANTS, { tag: 'new', brand: 'elbe', status: 'archived' }, member)).toEqual(['CUP'])
    expect(await find(PRODUCTS, { gtin: '7300011000017', status: 'archived' }, member)).toEqual(['Cup'])
  })

  it('of one tenant are never found by another', async () => {
    const stranger = await aMember()
    expect(await find(PRODUCTS, { tag: 'gift' }, stranger)).toEqual([])
    expect(await find(VARIANTS, { gtin: '96385074' }, stranger)).toEqual([])
    expect(await find(VARIANTS, { sku: 'OAK-W' }, stranger)).toEqual([])
  })
})
