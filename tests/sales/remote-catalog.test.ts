import { beforeAll, describe, expect, it } from 'vitest'
import { aMember, type Member } from '../support/client.ts'
import { aManualChannel } from './orders.ts'
import { aSimulatedChannel, simulating } from './sync.ts'

beforeAll(() => simulating())

const browse = async (member: Member, channelId: string, cursor?: string | null) =>
  await member.get(`/api/sales/channels/${channelId}/catalog/remote${cursor ? `?cursor=${cursor}` : ''}`)

describe('browsing a shop’s variants', () => {
  it('lists all variants page by page, each once', async () => {
    const member = await aMember()
    const { id } = await aSimulatedChannel(member, { products: '7', page_size: '3' })
    const seen: string[] = []
    let pages = 0
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { status, body } = await browse(member, id, cursor)
      expect(status).toBe(200)
      expect(body).toMatchObject({ '@type': 'RemoteCatalogPage', id, supported: true })
      expect(body.hasMore).toBe(body.nextCursor !== null)
      seen.push(...body.items.map(({ externalVariantId }: { externalVariantId: string }) => externalVariantId))
      cursor = body.nextCursor
      pages++
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, i) => `variant-${i}`))
    expect(pages).toBe(3)
  })

  it('shows the ids, the SKU and the title', async () => {
    const member = await aMember()
    const { id } = await aSimulatedChannel(member, { products: '1' })
    const { items } = (await browse(member, id)).body
    expect(items).toEqual([
      { externalProductId: 'product-0', externalVariantId: 'variant-0', sku: 'SIM-0', title: 'Green tea, small' },
    ])
  })

  it('reports a shop that does not support it', async () => {
    const member = await aMember()
    const { id } = await aManualChannel(member)
    const { status, body } = await browse(member, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ supported: false, nextCursor: null, hasMore: false, items: [] })
  })

  it('refuses a cursor of another channel', async () => {
    const member = await aMember()
    const [one, two] = [await aSimulatedChannel(member, { page_size: '3' }), await aSimulatedChannel(member, {})]
    const { nextCursor } = (await browse(member, one.id)).body
    const foreign = Buffer.from(JSON.stringify([two.id, 7])).toString('base64url')
    for (const cursor of [nextCursor, 'abc', foreign, Buffer.from('null').toString('base64url')]) {
      const { status, body } = await browse(member, two.id, cursor)
      expect([status, body.violations?.[0].propertyPath]).toEqual([400, 'cursor'])
    }
    const forged = Buffer.from(JSON.stringify([two.id, 'x'])).toString('base64url')
    expect((await browse(member, two.id, forged)).status).toBe(424)
  })

  it('answers that the connection failed if the shop rejects it, and 404 to other tenants', async () => {
    const [member, stranger] = [await aMember(), await aMember()]
    const refused = await aSimulatedChannel(member, { api_key: 'refused' })
    const { status, body } = await browse(member, refused.id)
    expect([status, body.errorCode]).toEqual([424, 'CONNECTION_FAILED'])
    expect((await browse(stranger, refused.id)).status).toBe(404)
    await member.post(`/api/sales/channels/${refused.id}/disconnect`)
    expect((await browse(member, refused.id)).status).toBe(409)
  })
})
