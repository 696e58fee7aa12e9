import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sold } from '../../lib/connectors/simulator/catalog.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { anAssortment, aProduct, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aManualChannel } from './orders.ts'
import { runPartitions, runsOf } from './runs.ts'
import { aShop } from './shops.ts'
import { aSimulatedChannel, recordsOf, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

const importing = (channel: { id: string }) => owner.post(`${CHANNELS}/${channel.id}/catalog/import`)

const imported = async (channel: { id: string }) => {
  expect((await importing(channel)).status).toBe(202)
  await runPartitions(owner)
  const [run] = await runsOf(owner, channel)
  return run as NonNullable<typeof run>
}

const recordOf = async (channel: { id: string }, run: { id: string }, externalId: string) => {
  const { member } = await recordsOf(owner, channel, run)
  return member.find((record: { externalId: string }) => record.externalId === externalId)
}

const variantsOf = async (member: Member = owner) =>
  (await member.get('/api/catalog/variants?itemsPerPage=100')).body.member as Record<string, unknown>[]
const variantOf = async (sku: string) => (await variantsOf()).find((each) => each.sku === sku)

const rowsOf = async (channel: { id: string }) =>
  (await owner.get(`${CHANNELS}/${channel.id}/catalog/drift/rows?itemsPerPage=100`)).body.member as {
    sku: string
    driftState: string
  }[]
const statesOf = async (channel: { id: string }) =>
  Object.fromEntries((await rowsOf(channel)).map(({ sku, driftState }) => [sku, driftState]))

describe('importing a catalog', () => {
  it('creates each variant once, under its product, as the shop shows it, and without drift', async () => {
    const channel = await aShop(owner, 7, { page_size: '3' })
    await channel.change(
      'variant-0',
      {},
      { description: 'Fresh', localizations: { de_DE: { name: 'Grün', description: null } } },
    )
    const answer = await importing(channel)
    expect(answer).toMatchObject({ status: 202, body: { '@type': 'SalesChannel', id: channel.id, deletable: false } })
    await runPartitions(owner)
    const [run] = await runsOf(owner, channel)
    const counts = { itemsSynced: 7, itemsFailed: 0, itemsUnchanged: 0, itemsPending: 0 }
    expect(run).toMatchObject({ type: 'products', status: 'success', ...counts })
    expect((await owner.get(`${CHANNELS}/${channel.id}`)).body.lastSyncAt).toBe(run?.completedAt)

    const all = await variantsOf()
    expect(all.map(({ sku }) => sku).sort()).toEqual(Array.from({ length: 7 }, (_, i) => `SIM-${i}`))
    const first = await variantOf('SIM-0')
    expect(first).toMatchObject({
      name: 'Green tea, small',
      attributes: { size: 'small' },
      prices: [{ currency: 'EUR', amount: 500 }],
      localizations: { de_DE: { name: 'Grün', description: null } },
    })
    expect(new Set(all.map(({ productId }) => productId)).size).toBe(4)
    expect((await variantOf('SIM-1'))?.productId).toBe(first?.productId)
    expect((await owner.get(`/api/catalog/products/${first?.productId}`)).body).toMatchObject({
      name: 'Green tea 0',
      description: 'Fresh',
      brand: 'Simulated goods',
    })

    const states = await statesOf(channel)
    expect(Object.keys(states)).toHaveLength(7)
    // The shop has no description of the other variant, whose product has one here.
    expect(Object.entries(states).filter(([, state]) => state !== 'in_sync')).toEqual([['SIM-1', 'drifted']])
    expect(await recordOf(channel, run as { id: string }, 'variant-0')).toMatchObject({
      kind: 'variant',
      action: 'created',
      label: 'SIM-0',
      resourceUri: `commerce:///catalog/variants/${first?.id}`,
    })
    expect((await owner.get(`${CHANNELS}/${channel.id}/catalog/remote`)).body).toMatchObject({
      items: [],
      hasMore: false,
    })
  })

  it('changes nothing when it is repeated, and adds a new variant to its product', async () => {
    const channel = await aShop(owner, 3)
    await imported(channel)
    expect(await imported(channel)).toMatchObject({ itemsSynced: 0, itemsUnchanged: 3, status: 'success' })
    const last = (await channel.sold()).get('variant-2') as Sold
    const content = { ...last.content, sku: 'NEW', name: 'New one' }
    await channel.add({ ...last, externalVariantId: 'variant-new', sku: 'NEW', content })
    const run = await imported(channel)
    expect(run).toMatchObject({ itemsSynced: 1, itemsUnchanged: 3 })
    expect(await recordOf(channel, run, 'variant-2')).toMatchObject({
      action: 'unchanged',
      resourceUri: `commerce:///catalog/variants/${(await variantOf('SIM-2'))?.id}`,
    })
    expect((await variantOf('NEW'))?.productId).toBe((await variantOf('SIM-2'))?.productId)
  })

  it('reads again what it has read for a page if somebody creates one of its SKUs meanwhile', async () => {
    const channel = await aShop(owner, 24)
    expect((await importing(channel)).status).toBe(202)
    const before = app()
    let transactions = 0
    const transact: Table['transact'] = async (actions, token) => {
      const isImport = actions.some((action) => 'put' in action && action.put.kind === 'sync-record')
      // The first transaction has no room for the last variant of the page.
      if (isImport && transactions++ === 1) await aVariant(owner, { sku: 'SIM-23', name: 'Ours' })
      return await before.db.transact(actions, token)
    }
    useApp({ ...before, db: { ...before.db, transact } })
    await runPartitions(owner)
    useApp(before)
    expect(transactions).toBeGreaterThan(2)
    expect((await runsOf(owner, channel))[0]).toMatchObject({ status: 'success', itemsSynced: 24, itemsFailed: 0 })
    const all = await variantsOf()
    expect(all.map(({ sku }) => sku).sort()).toEqual(Array.from({ length: 24 }, (_, i) => `SIM-${i}`).sort())
    expect(await variantOf('SIM-23')).toMatchObject({ name: 'Ours' })
    expect(Object.keys(await statesOf(channel))).toHaveLength(24)
  })

  it('links a variant whose SKU exists, which keeps its content and drifts if it differs', async () => {
    const product = await aProduct(owner, { name: 'Ours', brand: 'Simulated goods' })
    const common = { productId: product.id, attributes: { size: 'small' } }
    const same = { ...common, sku: 'SIM-0', name: 'Green tea, small', prices: [{ currency: 'EUR', amount: 500 }] }
    await aVariant(owner, same)
    await aVariant(owner, { ...same, sku: 'SIM-2', name: 'Our name' })
    const channel = await aShop(owner, 4)
    const run = await imported(channel)
    expect(run).toMatchObject({ itemsSynced: 4, itemsFailed: 0 })
    const actions = (await recordsOf(owner, channel, run)).member.map(
      ({ externalId, action }: { externalId: string; action: string }) => [externalId, action],
    )
    expect(Object.fromEntries(actions)).toEqual({
      'variant-0': 'updated',
      'variant-1': 'created',
      'variant-2': 'updated',
      'variant-3': 'created',
    })
    expect(await statesOf(channel)).toMatchObject({ 'SIM-0': 'in_sync', 'SIM-2': 'drifted' })
    const ours = await variantOf('SIM-2')
    expect(ours).toMatchObject({ name: 'Our name' })
    const { body } = await owner.get(`${CHANNELS}/${channel.id}/catalog/variants/${ours?.id}/diff`)
    expect(body.fields).toContainEqual({ path: '/name', op: 'replace', from: 'Black tea, small', to: 'Our name' })
    // Both products of the shop have a linked variant, so their other variants belong to our products too.
    expect((await variantOf('SIM-1'))?.productId).toBe(product.id)
    expect((await variantOf('SIM-3'))?.productId).toBe(product.id)
  })

  it('records why a variant cannot be imported, and imports the others', async () => {
    const channel = await aShop(owner, 6)
    await channel.change('variant-0', { sku: ' ' })
    await channel.change('variant-1', {}, { prices: { XXQ: 5 } })
    await channel.change('variant-2', {}, { name: 'x'.repeat(300), attributes: { ['n'.repeat(200)]: 'v' } })
    await channel.change('variant-3', { sku: 'SIM-5' })
    await channel.change('variant-4', { externalProductId: 'p'.repeat(300) })
    const run = await imported(channel)
    expect(run).toMatchObject({ status: 'success', itemsSynced: 1, itemsFailed: 4, itemsSkipped: 1, itemsPending: 0 })
    const failures = await Promise.all(
      [0, 1, 2, 5, 4].map(async (i) => (await recordOf(channel, run, `variant-${i}`)) ?? {}),
    )
    expect(failures.map(({ action, errorCode }) => [action, errorCode])).toEqual([
      ['failed', 'INVALID_ARGUMENT'],
      ['failed', 'INVALID_ARGUMENT'],
      ['failed', 'INVALID_ARGUMENT'],
      ['skipped', 'ALREADY_EXISTS'],
      ['failed', 'INVALID_ARGUMENT'],
    ])
    expect(failures[0].errorMessage).toMatch('no SKU')
    expect(failures[1].errorMessage).toBe('prices[0].currency must be an ISO 4217 currency code')
    expect(failures[2].errorMessage).toMatch('name')
    expect((await variantsOf()).map(({ sku }) => sku)).toEqual(['SIM-5'])
  })

  it('adds new and linked variants to the pull assortment', async () => {
    const { id: assortmentId } = await anAssortment(owner)
    const channel = await aShop(owner, 3)
    await aVariant(owner, { sku: 'SIM-0' })
    await aVariant(owner, { sku: 'OTHER' })
    await owner.put(`${CHANNELS}/${channel.id}/catalog-links`, { assortmentId, direction: 'pull' })
    const other = await aManualChannel(owner)
    await owner.put(`${CHANNELS}/${other.id}/catalog-links`, { assortmentId, direction: 'push' })
    expect(await statesOf(other)).toEqual({})
    await imported(channel)
    const { member } = (await owner.get(`/api/catalog/assortments/${assortmentId}/variants`)).body
    expect(member.map(({ sku }: { sku: string }) => sku).sort()).toEqual(['SIM-0', 'SIM-1', 'SIM-2'])
    expect(Object.keys(await statesOf(other)).sort()).toEqual(['SIM-0', 'SIM-1', 'SIM-2'])
    await imported(channel)
    expect((await owner.get(`/api/catalog/assortments/${assortmentId}/variants`)).body.totalItems).toBe(3)
  })

  it('imports variants with many words beside linked ones, in as many transactions as needed', async () => {
    const { id: assortmentId } = await anAssortment(owner)
    const words = (first: number) => Array.from({ length: 20 }, (_, i) => `word${first + i}`).join(' ')
    const channel = await aShop(owner, 30, { page_size: '30' })
    await owner.put(`${CHANNELS}/${channel.id}/catalog-links`, { assortmentId, direction: 'pull' })
    for (const place of [0, 1, 2, 7, 8, 20]) await aVariant(owner, { sku: `SIM-${place}` })
    for (let place = 0; place < 30; place++) await channel.change(`variant-${place}`, {}, { name: words(place * 100) })
    for (let place = 0; place < 15; place++) await channel.rename(`product-${place}`, words(place * 100 + 50))
    expect(await imported(channel)).toMatchObject({ status: 'success', itemsSynced: 30, itemsFailed: 0 })
    expect((await owner.get(`/api/catalog/assortments/${assortmentId}/variants`)).body.totalItems).toBe(30)
  })

  it('shows no imported variant that is not in the push assortment', async () => {
    const { id: assortmentId } = await anAssortment(owner)
    const channel = await aShop(owner, 3)
    await owner.put(`${CHANNELS}/${channel.id}/catalog-links`, { assortmentId, direction: 'push' })
    await imported(channel)
    expect(await statesOf(channel)).toEqual({})
    const { id } = (await variantOf('SIM-1')) as { id: string }
    await owner.put(`/api/catalog/assortments/${assortmentId}/variants/${id}`)
    expect(await statesOf(channel)).toEqual({ 'SIM-1': 'in_sync' })
  })

  it('uses the shop’s content as the baseline, within the channel’s currencies and locales', async () => {
    const channel = await aShop(owner, 1)
    await channel.change('variant-0', {}, { prices: { EUR: 500, USD: 600 } })
    await owner.patch(`${CHANNELS}/${channel.id}/currencies`, { supportedCurrencies: ['EUR'] })
    await imported(channel)
    expect((await variantOf('SIM-0'))?.prices).toHaveLength(2)
    expect(await statesOf(channel)).toEqual({ 'SIM-0': 'in_sync' })
  })

  it('allows two channels of a tenant to import the same SKUs at once', async () => {
    const [one, two] = [await aShop(owner, 9), await aShop(owner, 9)]
    await Promise.all([importing(one), importing(two)])
    await runPartitions(owner)
    expect((await variantsOf()).map(({ sku }) => sku).sort()).toEqual(Array.from({ length: 9 }, (_, i) => `SIM-${i}`))
    for (const channel of [one, two]) {
      const [run] = await runsOf(owner, channel)
      expect(run).toMatchObject({ status: 'success', itemsSynced: 9, itemsFailed: 0 })
      expect(Object.keys(await statesOf(channel))).toHaveLength(9)
    }
    const items = await app().db.query({ pk: partition(owner.tenant, 'product') })
    expect(items.length).toBeLessThan(18)
  })

  it('is refused without a shop, or if no request may be sent to it', async () => {
    const manual = await aManualChannel(owner)
    const [paused, gone] = [await aShop(owner, 1), await aShop(owner, 1)]
    await owner.post(`${CHANNELS}/${paused.id}/pause`)
    await owner.post(`${CHANNELS}/${gone.id}/disconnect`)
    const refused = await aSimulatedChannel(owner, { api_key: 'refused' })
    for (const channel of [manual, paused, gone, refused]) {
      const { status, body } = await importing(channel)
      expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    }
    expect(await runsOf(owner, manual)).toEqual([])
    expect((await (await aMember()).post(`${CHANNELS}/${manual.id}/catalog/import`)).status).toBe(404)
  })
})
