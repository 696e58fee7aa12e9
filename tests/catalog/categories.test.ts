import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { importAll, rows } from '../data-exchange/importing.ts'
import { aCategory, aProduct, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const CATEGORIES = '/api/catalog/categories'
const PRODUCTS = '/api/catalog/products'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const namesOf = (body: { member: { name: string }[] }) => body.member.map(({ name }) => name)
const move = (id: string, parentId: string | null, member = owner) => member.patch(`${CATEGORIES}/${id}`, { parentId })

/** Creates a category below another, and so on. */
const aChain = async (length: number, top?: string) => {
  const ids: string[] = []
  for (let parentId: string | undefined = top; ids.length < length; ) {
    const { id } = await aCategory(owner, parentId ? { parentId } : {})
    ids.push(id)
    parentId = id
  }
  return ids
}

describe('a category', () => {
  it('has a code of its own, whatever its case, and a path from the root', async () => {
    const { id: root } = await aCategory(owner, { code: 'Tea', name: 'Tea' })
    const again = await owner.post(CATEGORIES, { code: 'TEA', name: 'Again' })
    expect(again.body).toMatchObject({ status: 409, errorCode: 'ALREADY_EXISTS' })
    const green = await aCategory(owner, { name: 'Green', parentId: root })
    const sencha = await aCategory(owner, { name: 'Sencha', parentId: green.id })
    expect(sencha).toMatchObject({ status: 'active', position: 0, parentId: green.id })
    const path = [
      { id: root, name: 'Tea' },
      { id: green.id, name: 'Green' },
    ]
    expect(sencha.path).toEqual(path)
    expect((await owner.get(`${CATEGORIES}/${sencha.id}`)).body.path).toEqual(path)
    expect(namesOf((await owner.get(`${CATEGORIES}?parentId=${root}`)).body)).toEqual(['Green'])
    expect((await owner.patch(`${CATEGORIES}/${root}`, { code: 'other' })).status).toBe(400)
  })

  it('moves with all that is below it, and to the root', async () => {
    const [a, b, c] = await aChain(3)
    const { id: other, name } = await aCategory(owner)
    expect((await move(b as string, other)).body.path).toEqual([{ id: other, name }])
    const { body } = await owner.get(`${CATEGORIES}/${c}`)
    expect(body.path.map(({ id }: { id: string }) => id)).toEqual([other, b])
    expect((await move(b as string, null)).body).toMatchObject({ parentId: null, path: [] })
    expect((await owner.get(`${CATEGORIES}?parentId=${a}`)).body.totalItems).toBe(0)
  })

  it('never gets under itself or what is below it', async () => {
    const [a, b, c] = (await aChain(3)) as [string, string, string]
    for (const parentId of [a, b, c]) {
      const { status, body } = await move(a, parentId)
      expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    }
  })

  it('never gets under another that gets under it at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const [[a, b], [x, y]] = (await Promise.all([aChain(2), aChain(2)])) as [[string, string], [string, string]]
      const moves = await Promise.all([move(a, y), move(x, b)])
      expect(moves.map(({ status }) => status).sort()).toEqual([200, 409])
      const tops = await Promise.all([a, x].map((id) => owner.get(`${CATEGORIES}/${id}`)))
      expect(tops.filter(({ body }) => body.parentId === null)).toHaveLength(1)
    }
  })

  it('is at most the eighth from its root, also when it moves with others', async () => {
    const chain = await aChain(8)
    const { status, body } = await owner.post(CATEGORIES, { code: 'deep', name: 'Deep', parentId: chain[7] })
    const message = 'must leave at most 8 categories from the root to each leaf'
    expect([status, body.violations]).toEqual([400, [{ propertyPath: 'parentId', message }]])
    const [top] = (await aChain(3)) as [string]
    expect((await move(top, chain[5] as string)).body.violations).toEqual([{ propertyPath: 'parentId', message }])
    expect((await move(top, chain[4] as string)).status).toBe(200)
  })

  it('takes neither products nor categories once it is archived, and is deleted when nothing refers to it', async () => {
    const { id } = await aCategory(owner, { code: 'summer' })
    const [child] = (await aChain(1, id)) as [string]
    const product = await aProduct(owner, { name: 'Straw hat', categoryIds: [id] })
    const path = `${CATEGORIES}/${id}`
    expect((await owner.delete(path)).status).toBe(409)
    expect((await owner.post(`${path}/archive`)).body.status).toBe('archived')
    const refused = await owner.post(PRODUCTS, { name: 'Hat', categoryIds: [id] })
    expect(refused.body.violations).toEqual([
      { propertyPath: 'categoryIds[0]', message: 'must be the id of an active category' },
    ])
    expect((await owner.post(CATEGORIES, { code: 'new', name: 'New', parentId: id })).status).toBe(400)
    expect((await owner.patch(`${PRODUCTS}/${product.id}`, { name: 'Hat', categoryIds: [id] })).status).toBe(200)
    expect((await owner.delete(path)).body.detail).toMatch(/^Categories are below it: category-\d+\. /)
    await move(child, null)
    expect((await owner.delete(path)).body.detail).toBe('Products have it, 1 in all: Hat. Take them out first.')
    expect((await owner.patch(`${PRODUCTS}/${product.id}`, { categoryIds: [] })).status).toBe(200)
    expect((await owner.delete(path)).status).toBe(204)
    expect((await owner.get(path)).status).toBe(404)
    expect((await owner.post(CATEGORIES, { code: 'SUMMER', name: 'Summer' })).status).toBe(201)
  })

  it('is got by no product that was about to get it when it was deleted', async () => {
    const [{ id }, product] = await Promise.all([aCategory(owner), aProduct(owner)])
    const before = app()
    onTestFinished(() => useApp(before))
    const answers: number[] = []
    const transact: Table['transact'] = async (actions, token) => {
      if (!answers.length && actions.some((action) => 'put' in action && action.put.kind === 'product')) {
        answers.push((await owner.post(`${CATEGORIES}/${id}/archive`)).status)
        answers.push((await owner.delete(`${CATEGORIES}/${id}`)).status)
      }
      return await before.db.transact(actions, token)
    }
    useApp({ ...before, db: { ...before.db, transact } })
    expect((await owner.patch(`${PRODUCTS}/${product.id}`, { categoryIds: [id] })).status).toBe(400)
    expect(answers).toEqual([200, 204])
    expect((await owner.get(`${PRODUCTS}/${product.id}`)).body.categoryIds).toEqual([])
  })

  it('of another tenant is none', async () => {
    const stranger = await aMember()
    const { id } = await aCategory(stranger)
    expect((await owner.post(PRODUCTS, { name: 'Hat', categoryIds: [id] })).status).toBe(400)
    expect((await owner.post(CATEGORIES, { code: 'foreign', name: 'Foreign', parentId: id })).status).toBe(400)
    expect((await owner.get(`${PRODUCTS}?categoryId=${id}`)).body.totalItems).toBe(0)
  })
})

describe('products and variants', () => {
  it('are found by a category and those above it, wherever these are moved', async () => {
    const member = await aMember()
    const { id: top } = await aCategory(member)
    const { id: middle } = await aCategory(member, { parentId: top })
    const { id: leaf } = await aCategory(member, { parentId: middle })
    const { id: other } = await aCategory(member)
    const { id: productId } = await aProduct(member, { name: 'Cup', categoryIds: [leaf] })
    await aProduct(member, { name: 'Pot', categoryIds: [other, top] })
    await aVariant(member, { productId, sku: 'CUP' })
    const find = async (categoryId: string) => namesOf((await member.get(`${PRODUCTS}?categoryId=${categoryId}`)).body)
    expect(await find(top)).toEqual(['Pot', 'Cup'])
    expect(await find(leaf)).toEqual(['Cup'])
    const { body } = await member.get(`/api/catalog/variants?categoryId=${middle}`)
    expect([body.totalItems, body.member[0].sku]).toEqual([1, 'CUP'])
    await move(middle, other, member)
    expect([await find(top), await find(other)]).toEqual([['Pot'], ['Pot', 'Cup']])
  })

  it('get categories from a file by their codes', async () => {
    const member = await aMember()
    const { id: tea } = await aCategory(member, { code: 'tea' })
    const { id: gifts } = await aCategory(member, { code: 'gifts' })
    const head = 'sku,name,product,categories'
    const result = await importAll(member, 'products', rows(head, 'A,A,Tin,TEA|gifts|tea', 'B,B,Box,tea|none'))
    expect(result).toMatchObject({ createdCount: 1, failedCount: 1 })
    expect(result.errors).toMatchObject([{ line: 3, column: 'categories' }])
    const { body } = await member.get(PRODUCTS)
    expect(body.member).toMatchObject([{ name: 'Tin', categoryIds: [tea, gifts] }])
    await importAll(member, 'products', rows(head, 'A,,,gifts'))
    expect((await member.get(PRODUCTS)).body.member).toMatchObject([{ categoryIds: [gifts] }])
  })
})
