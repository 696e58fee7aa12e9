import { beforeAll, describe, expect, it } from 'vitest'
import { handler as followContent } from '../../functions/sales/every-minute-follow-content.ts'
import { listChanges } from '../../lib/catalog/content-changes.ts'
import { app } from '../../lib/platform/app/app.ts'
import { anAssortment, aProduct, aVariant } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { aManualChannel } from './orders.ts'

const CHANNELS = '/api/sales/channels'

interface Row {
  variantId: string
  sku: string
  driftState: string
  currentHash: string
}

const summaryOf = async (member: Member, channelId: string) =>
  (await member.get(`${CHANNELS}/${channelId}/catalog/drift`)).body

const rowsOf = async (member: Member, channelId: string) =>
  (await member.get(`${CHANNELS}/${channelId}/catalog/drift/rows?itemsPerPage=100`)).body.member as Row[]

const skusOf = async (member: Member, channelId: string) =>
  (await rowsOf(member, channelId)).map(({ sku }) => sku).sort()

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

describe('a channel without an assortment', () => {
  it('shows every variant, those from before it and later ones', async () => {
    const member = await aMember()
    const product = await aProduct(member, { name: 'Chair' })
    const before = await aVariant(member, { sku: 'A', name: 'White', productId: product.id })
    const channel = await aManualChannel(member)
    expect(await summaryOf(member, channel.id)).toMatchObject({
      '@type': 'ChannelDriftSummary',
      channelId: channel.id,
      driftedCount: 0,
      neverPushedCount: 1,
      items: [
        {
          variantId: before.id,
          variantName: 'White',
          productName: 'Chair',
          sku: 'A',
          headHash: null,
          contentVersion: 0,
          driftState: 'never_pushed',
          lastPushedAt: null,
        },
      ],
    })
    await aVariant(member, { sku: 'B' })
    expect(await skusOf(member, channel.id)).toEqual(['A', 'B'])
  })

  it('shows nothing once it is disconnected, and leaves no listing behind once it is deleted', async () => {
    const member = await aMember()
    await aVariant(member)
    const [one, two] = [await aManualChannel(member), await aManualChannel(member)]
    for (const { id } of [one, two]) expect((await summaryOf(member, id)).neverPushedCount).toBe(1)
    await member.post(`${CHANNELS}/${one.id}/disconnect`)
    expect(await summaryOf(member, one.id)).toMatchObject({ driftedCount: 0, neverPushedCount: 0, items: [] })
    expect((await member.delete(`${CHANNELS}/${two.id}`)).status).toBe(204)
    // The next read updates the listings.
    await summaryOf(member, one.id)
    const left = await app().db.query({ pk: `T#${member.tenant}#listing` })
    expect(left.map(({ channelId }) => channelId)).toEqual([one.id])
  })
})

describe('a request for the drift whose time is nearly over', () => {
  it('leaves recent changes to a later one and is answered', async () => {
    const member = await aMember()
    const { id } = await aManualChannel(member)
    await aVariant(member)
    const ask = async (milliseconds: number) => {
      const { status, body } = await send('GET', `${CHANNELS}/${id}/catalog/drift`, {
        headers: { authorization: `Bearer ${member.token}` },
        context: { getRemainingTimeInMillis: () => milliseconds },
      })
      return [status, body.neverPushedCount]
    }
    expect(await ask(3_500)).toEqual([200, 0])
    expect(await ask(15_000)).toEqual([200, 1])
  })
})

describe('a channel with an assortment', () => {
  it('shows a variant while it is in the assortment', async () => {
    const member = await aMember()
    const [a, b] = [await aVariant(member, { sku: 'A' }), await aVariant(member, { sku: 'B' })]
    const { id: assortmentId } = await anAssortment(member)
    const put = (id: string) => member.put(`/api/catalog/assortments/${assortmentId}/variants/${id}`)
    await put(a.id)
    const channel = await aManualChannel(member)
    expect(await skusOf(member, channel.id)).toEqual(['A', 'B'])
    await member.put(`${CHANNELS}/${channel.id}/catalog-links`, { assortmentId, direction: 'push' })
    expect(await skusOf(member, channel.id)).toEqual(['A'])
    await put(b.id)
    expect(await skusOf(member, channel.id)).toEqual(['A', 'B'])
    await member.delete(`/api/catalog/assortments/${assortmentId}/variants/${a.id}`)
    expect(await skusOf(member, channel.id)).toEqual(['B'])
    await member.delete(`${CHANNELS}/${channel.id}/catalog-links/push`)
    expect(await skusOf(member, channel.id)).toEqual(['A', 'B'])
  })
})

describe('the content that a channel shows', () => {
  it('changes with its variants, their products and the channel’s currencies and locales only', async () => {
    const member = await aMember()
    const product = await aProduct(member)
    const prices = [
      { currency: 'EUR', amount: 100 },
      { currency: 'USD', amount: 120 },
    ]
    const variant = await aVariant(member, { productId: product.id, prices })
    const channel = await aManualChannel(member)
    const hash = async () => (await rowsOf(member, channel.id))[0]?.currentHash
    const seen = [await hash()]
    const changed = async (change: Promise<{ status: number }>) => {
      expect((await change).status).toBe(200)
      const next = await hash()
      const isNew = !seen.includes(next)
      seen.push(next)
      return isNew
    }
    const variantPath = `/api/catalog/variants/${variant.id}`
    const productPath = `/api/catalog/products/${product.id}`
    expect(await changed(member.patch(variantPath, { name: 'Other' }))).toBe(true)
    expect(await changed(member.patch(productPath, { brand: 'Nordlicht' }))).toBe(true)
    expect(await changed(member.patch(`${CHANNELS}/${channel.id}/currencies`, { supportedCurrencies: ['EUR'] }))).toBe(
      true,
    )
    expect(await changed(member.patch(`${CHANNELS}/${channel.id}/currencies`, { defaultCurrency: 'EUR' }))).toBe(false)
    expect(await changed(member.patch(`${CHANNELS}/${channel.id}`, { name: 'Other' }))).toBe(false)
    expect(await changed(member.patch(productPath, { name: 'Other' }))).toBe(false)
    expect(await changed(member.patch(variantPath, { prices: prices.toReversed() }))).toBe(false)
  })

  it('is compared field by field for one variant', async () => {
    const variant = await aVariant(owner, { sku: 'D-1', name: 'Oak' })
    const channel = await aManualChannel(owner)
    const { status, body } = await owner.get(`${CHANNELS}/${channel.id}/catalog/variants/${variant.id}/diff`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      '@type': 'VariantDiff',
      channelId: channel.id,
      variantId: variant.id,
      status: 'no_baseline',
    })
    expect(body.fields).toContainEqual({ path: '/sku', op: 'add', from: null, to: 'D-1' })
    expect(body.fields).toContainEqual({ path: '/prices/EUR', op: 'add', from: null, to: 11_900 })
  })
})

it('the sync health sums the counts of all connected channels', async () => {
  const member = await aMember()
  await aVariant(member)
  const [one, two, gone] = [await aManualChannel(member), await aManualChannel(member), await aManualChannel(member)]
  await member.post(`${CHANNELS}/${gone.id}/disconnect`)
  const { status, body } = await member.get(`${CHANNELS}/sync-health`)
  expect(status).toBe(200)
  const each = { inSync: 0, drifted: 0, neverPushed: 1, changedInShop: 0 }
  expect(body).toMatchObject({ '@type': 'SyncHealth', id: 'sync-health', totals: { ...each, neverPushed: 2 } })
  expect(body.channels).toEqual([two, one].map(({ id, name }) => ({ channelId: id, channelName: name, ...each })))
})

describe('many variants', () => {
  it('are updated part by part by the schedule, each once, even if others update them at the same time', async () => {
    const member = await aMember()
    const product = await aProduct(member)
    for (let i = 0; i < 70; i++) await aVariant(member, { productId: product.id, sku: `M-${i}` })
    const channel = await aManualChannel(member)
    await member.patch(`/api/catalog/products/${product.id}`, { brand: 'Nordlicht' })
    const context = { getRemainingTimeInMillis: () => 60_000 }
    const both = [followContent({}, context), followContent({}, context)]
    await Promise.all([...both, summaryOf(member, channel.id)])
    await followContent({} as never, context)
    expect(await listChanges(app().db, member.tenant, 10)).toEqual([])
    expect((await summaryOf(member, channel.id)).neverPushedCount).toBe(70)
    const listings = await app().db.query({ pk: `T#${member.tenant}#listing` })
    expect(new Set(listings.map(({ variantId }) => variantId)).size).toBe(70)
    expect(listings).toHaveLength(70)
    expect(new Set((await rowsOf(member, channel.id)).map(({ currentHash }) => currentHash)).size).toBe(70)
  })
})
