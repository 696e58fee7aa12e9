import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aManualChannel } from './orders.ts'
import { confirmsListing, runPartitions, runsOf } from './runs.ts'
import { aShop } from './shops.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
type Shop = Awaited<ReturnType<typeof aShop>>

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

const variantOf = async (sku: string) => {
  const { member } = (await owner.get(`/api/catalog/variants?itemsPerPage=100&search=${sku}`)).body
  return member.find((each: { sku: string }) => each.sku === sku) as { id: string; productId: string }
}

/** A shop whose catalog was imported. */
const anExchangedShop = async (products: number, store: Record<string, string> = {}) => {
  const channel = await aShop(owner, products, store)
  await owner.post(`${CHANNELS}/${channel.id}/catalog/import`)
  await runPartitions(owner)
  return channel
}

const change = async (sku: string, fields: object) => {
  const { status } = await owner.patch(`/api/catalog/variants/${(await variantOf(sku)).id}`, fields)
  expect(status).toBe(200)
}

const detect = async ({ id }: { id: string }) => await owner.post(`${CHANNELS}/${id}/catalog/detect-conflicts`)

const detected = async (channel: { id: string }) => {
  const { status, body } = await detect(channel)
  expect([status, body['@type'], body.id]).toEqual([200, 'SalesChannel', channel.id])
  return await openOf(channel)
}

interface Conflict {
  variantId: string
  field: string
  base: unknown
  mine: unknown
  theirs: unknown
}

const ledgerOf = async ({ id }: { id: string }, query: Record<string, string> = {}) => {
  const target = { target: `commerce:///sales/channels/${id}`, itemsPerPage: '100', ...query }
  return (await owner.get(`/api/data-exchange/conflicts?${new URLSearchParams(target)}`)).body.member as Conflict[]
}

const openOf = async (channel: { id: string }) =>
  (await ledgerOf(channel, { status: 'open' })).map(({ field, base, mine, theirs }) => ({ field, base, mine, theirs }))

const resolve = async ({ id }: { id: string }, sku: string, resolution = 'accept_mine') => {
  const { id: variantId } = await variantOf(sku)
  return await owner.post(`${CHANNELS}/${id}/catalog/variants/${variantId}/resolve-conflict`, { resolution })
}

const publish = async ({ id }: { id: string }, force = true) => {
  await owner.post(`${CHANNELS}/${id}/catalog/publish`, { force })
  await runPartitions(owner)
}

const rowOf = async ({ id }: { id: string }, sku: string) => {
  const { member } = (await owner.get(`${CHANNELS}/${id}/catalog/drift/rows?itemsPerPage=100`)).body
  return member.find((row: { sku: string }) => row.sku === sku)
}

/** Changes `SIM-0` on both sides since the last sync. */
const inConflict = async (store: Record<string, string> = {}) => {
  const channel = await anExchangedShop(2, store)
  await channel.change('variant-0', {}, { name: 'Theirs', prices: { EUR: 700 } })
  await change('SIM-0', { name: 'Mine', prices: [{ currency: 'EUR', amount: 800 }] })
  expect(await detected(channel)).toHaveLength(2)
  return channel
}

/** Changes 26 fields of the variant on both sides, whose conflicts do not fit one transaction. */
const inManyConflicts = async () => {
  const channel = await anExchangedShop(1)
  const names = (name: string) =>
    Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((a) => [`d${a}`, { name, description: null }]))
  await channel.change('variant-0', {}, { localizations: names('Theirs') })
  await change('SIM-0', { localizations: names('Mine') })
  expect(await detected(channel)).toHaveLength(26)
  return channel
}

const shown = async (channel: Shop, externalId: string) => (await channel.sold()).get(externalId)?.content

const door = openTable(readConfig().table)

/** Holds the next request right after it has read the shop, and lets later ones pass. */
const stuckAfterReading = () => {
  const [stuck, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const before = app()
  const batchGet: Table['batchGet'] = async (keys) => {
    if (keys.some(({ pk }) => /#(listing-head|variant|product)$/.test(pk))) {
      stuck.resolve()
      await free.promise
    }
    return await door.batchGet(keys)
  }
  useApp({ ...before, db: { ...before.db, batchGet } })
  return { isStuck: stuck.promise.then(() => useApp(before)), goOn: free.resolve }
}

describe('detecting conflicts', () => {
  it('finds only fields that changed on both sides to different values', async () => {
    const channel = await anExchangedShop(4)
    await channel.change(
      'variant-0',
      {},
      { name: 'Theirs', prices: { EUR: 700, USD: 5 }, attributes: { size: 'tiny' } },
    )
    await channel.change('variant-1', {}, { name: 'Theirs alone' })
    await channel.change('variant-2', {}, { name: 'Both' })
    await change('SIM-0', { name: 'Mine', prices: [{ currency: 'EUR', amount: 800 }] })
    await change('SIM-2', { name: 'Both' })
    await change('SIM-3', { name: 'Mine alone' })
    expect(await detected(channel)).toEqual(
      expect.arrayContaining([
        { field: '/name', base: 'Green tea, small', mine: 'Mine', theirs: 'Theirs' },
        { field: '/prices/EUR', base: 500, mine: 800, theirs: 700 },
      ]),
    )
    expect(await ledgerOf(channel)).toHaveLength(2)
    expect((await ledgerOf(channel))[0]?.variantId).toBe((await variantOf('SIM-0')).id)
  })

  it('adds nothing when repeated or concurrent, and replaces values that changed', async () => {
    const channel = await inConflict()
    await Promise.all([detect(channel), detect(channel), detect(channel)])
    expect(await ledgerOf(channel)).toHaveLength(2)
    await channel.change('variant-0', {}, { name: 'Theirs anew' })
    expect(await detected(channel)).toContainEqual({
      field: '/name',
      base: 'Green tea, small',
      mine: 'Mine',
      theirs: 'Theirs anew',
    })
    expect(await ledgerOf(channel)).toHaveLength(2)
  })

  it('resolves conflicts if both sides get the same value or one reverts its change', async () => {
    const channel = await inConflict()
    await channel.change('variant-0', {}, { name: 'Mine' })
    expect((await detected(channel)).map(({ field }) => field)).toEqual(['/prices/EUR'])
    await change('SIM-0', { prices: [{ currency: 'EUR', amount: 500 }] })
    expect(await detected(channel)).toEqual([])
    expect(await ledgerOf(channel, { status: 'resolved' })).toHaveLength(2)
    await channel.change('variant-0', {}, { name: 'Theirs once more' })
    expect(await detected(channel)).toHaveLength(1)
  })

  it('reports a variant that was deleted at the shop and changed here as one conflict', async () => {
    const channel = await anExchangedShop(3)
    await change('SIM-0', { name: 'Mine' })
    for (const id of ['variant-0', 'variant-1']) await channel.remove(id)
    const [found, ...others] = await detected(channel)
    expect(others).toEqual([])
    const { currentHash, headHash } = await rowOf(channel, 'SIM-0')
    expect(found).toEqual({ field: '', base: headHash, mine: currentHash, theirs: null })
    expect((await resolve(channel, 'SIM-0')).status).toBe(200)
    expect(await detected(channel)).toEqual([])
    expect([...(await channel.sold()).values()].map(({ content }) => content.name)).toContain('Mine')
  })

  it('compares the content that the channel shows, not that of the catalog', async () => {
    const channel = await anExchangedShop(1)
    const { id } = await variantOf('SIM-0')
    await owner.put(`${CHANNELS}/${channel.id}/catalog/variants/${id}/overrides`, { name: 'Mine for the web' })
    await change('SIM-0', {
      prices: [
        { currency: 'EUR', amount: 500 },
        { currency: 'USD', amount: 9 },
      ],
    })
    await owner.patch(`${CHANNELS}/${channel.id}/currencies`, { supportedCurrencies: ['EUR'] })
    await channel.change('variant-0', {}, { name: 'Theirs', prices: { EUR: 500, USD: 7 } })
    expect(await detected(channel)).toEqual([
      { field: '/name', base: 'Green tea, small', mine: 'Mine for the web', theirs: 'Theirs' },
    ])
  })

  it('resolves conflicts of variants that the channel stops showing, and finds them again if it shows them', async () => {
    const channel = await inConflict()
    const { body: assortment } = await owner.post('/api/catalog/assortments', { name: 'Empty' })
    const links = `${CHANNELS}/${channel.id}/catalog-links`
    await owner.put(links, { assortmentId: assortment.id, direction: 'push' })
    await rowOf(channel, 'SIM-0')
    expect(await detected(channel)).toEqual([])
    await owner.delete(`${links}/push`)
    await rowOf(channel, 'SIM-0')
    expect(await detected(channel)).toHaveLength(2)
  })

  it('ignores content that was read before a concurrent sync', async () => {
    const channel = await inConflict()
    const { isStuck, goOn } = stuckAfterReading()
    const slow = detect(channel)
    await isStuck
    expect((await resolve(channel, 'SIM-0')).status).toBe(200)
    await change('SIM-0', { name: 'Mine anew', prices: [{ currency: 'EUR', amount: 900 }] })
    goOn()
    expect((await slow).status).toBe(200)
    expect(await openOf(channel)).toEqual([])
  })

  it('skips a shop whose catalog cannot be read', async () => {
    const channel = await aManualChannel(owner)
    await aVariant(owner)
    expect(await detected(channel)).toEqual([])
  })

  it('reports the failure of a shop, and rejects a paused or disconnected channel', async () => {
    const channel = await anExchangedShop(1)
    await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig: { fail_percent: '100' } })
    const { status, body } = await detect(channel)
    expect([status, body.errorCode]).toEqual([502, 'UPSTREAM_FAILED'])
    await owner.post(`${CHANNELS}/${channel.id}/pause`)
    const paused = await detect(channel)
    expect([paused.status, paused.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    await owner.post(`${CHANNELS}/${channel.id}/disconnect`)
    expect((await detect(channel)).status).toBe(409)
  })

  it('continues in the background if it takes longer than a request', async () => {
    const channel = await anExchangedShop(160, { page_size: '100' })
    for (const place of [0, 75, 159]) {
      await channel.change(`variant-${place}`, {}, { name: 'Theirs' })
      await change(`SIM-${place}`, { name: 'Mine' })
    }
    const before = app()
    let ahead = 0
    // Every reading of the clock takes three seconds, so that a request has time for only part of the work.
    const clock = () => {
      ahead += 3000
      return new Date(before.clock().getTime() + ahead)
    }
    useApp({ ...before, clock })
    const { status } = await detect(channel)
    const soon = (await openOf(channel)).length
    useApp(before)
    expect(status).toBe(200)
    expect(soon).toBeLessThan(3)
    await drainEvents()
    expect(await openOf(channel)).toHaveLength(3)
  })
})

describe('resolving conflicts', () => {
  it('with accept_mine publishes our content and closes the open conflicts', async () => {
    const channel = await inConflict()
    const { status, body } = await resolve(channel, 'SIM-0')
    expect([status, body['@type'], body.id]).toEqual([200, 'SalesChannel', channel.id])
    expect(await shown(channel, 'variant-0')).toMatchObject({ name: 'Mine', prices: { EUR: 800 } })
    expect(await openOf(channel)).toEqual([])
    expect(await rowOf(channel, 'SIM-0')).toMatchObject({ driftState: 'in_sync', contentVersion: 1 })
    expect(await detected(channel)).toEqual([])
    expect(await ledgerOf(channel, { status: 'resolved' })).toHaveLength(2)
  })

  it('with accept_theirs is rejected and changes nothing', async () => {
    const channel = await inConflict()
    const before = [await ledgerOf(channel), await rowOf(channel, 'SIM-0'), await shown(channel, 'variant-0')]
    const { status, body } = await resolve(channel, 'SIM-0', 'accept_theirs')
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect([await ledgerOf(channel), await rowOf(channel, 'SIM-0'), await shown(channel, 'variant-0')]).toEqual(before)
  })

  it('publishes ours even without conflicts, and changes nothing with accept_theirs without conflicts', async () => {
    const channel = await inConflict()
    await channel.change('variant-1', {}, { name: 'Theirs alone' })
    const calls = channel.calls()
    expect((await resolve(channel, 'SIM-1', 'accept_theirs')).status).toBe(200)
    expect(channel.calls()).toBe(calls)
    expect((await resolve(channel, 'SIM-1', 'accept_mine')).status).toBe(200)
    expect(await shown(channel, 'variant-1')).not.toMatchObject({ name: 'Theirs alone' })
    expect(await rowOf(channel, 'SIM-1')).toMatchObject({ driftState: 'in_sync', contentVersion: 1 })
    expect(await openOf(channel)).toHaveLength(2)
  })

  it('leaves conflicts open if the shop fails or rejects our content', async () => {
    const channel = await inConflict()
    const configured = (connectorConfig: Record<string, string>) =>
      owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig })
    await configured({ fail_percent: '100' })
    const failed = await resolve(channel, 'SIM-0')
    expect([failed.status, failed.body.errorCode]).toEqual([502, 'UPSTREAM_FAILED'])
    await configured({ refuse_percent: '100' })
    const refused = await resolve(channel, 'SIM-0')
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect(await openOf(channel)).toHaveLength(2)
    expect(await rowOf(channel, 'SIM-0')).toMatchObject({ driftState: 'drifted', contentVersion: 0 })
    await configured({})
    expect((await resolve(channel, 'SIM-0')).status).toBe(200)
    expect(await openOf(channel)).toEqual([])
  })

  it('closes conflicts together with the new baseline, or not at all', async () => {
    const channel = await inConflict()
    const before = app()
    let isDead = false
    const transact: Table['transact'] = async (actions, token) => {
      // The process dies after the shop has confirmed, before anything is written.
      if (actions.some(confirmsListing)) {
        isDead = true
        throw new Error('the process is gone')
      }
      return await door.transact(actions, token)
    }
    useApp({ ...before, db: { ...before.db, transact } })
    const broken = await resolve(channel, 'SIM-0')
    useApp(before)
    expect([isDead, broken.status]).toEqual([true, 500])
    expect(await shown(channel, 'variant-0')).toMatchObject({ name: 'Mine' })
    expect(await openOf(channel)).toHaveLength(2)
    expect(await rowOf(channel, 'SIM-0')).toMatchObject({ contentVersion: 0 })
    expect(await detected(channel)).toEqual([])
  })

  it('closes more conflicts than fit into one transaction', async () => {
    const channel = await inManyConflicts()
    expect((await resolve(channel, 'SIM-0')).status).toBe(200)
    expect(await openOf(channel)).toEqual([])
    expect(await ledgerOf(channel, { status: 'resolved' })).toHaveLength(26)
    expect(await rowOf(channel, 'SIM-0')).toMatchObject({ driftState: 'in_sync', contentVersion: 1 })
  })

  it('keeps a channel that was never synced from being deleted, since its shop now has a product of it', async () => {
    const channel = await aShop(owner, 0)
    const { sku } = await aVariant(owner)
    expect((await owner.get(`${CHANNELS}/${channel.id}`)).body.deletable).toBe(true)
    const { status, body } = await resolve(channel, sku)
    expect([status, body.deletable]).toEqual([200, false])
    expect(await channel.find(sku)).toBeDefined()
    expect((await owner.delete(`${CHANNELS}/${channel.id}`)).status).toBe(409)
    expect((await owner.get(`${CHANNELS}/${channel.id}`)).body.deletable).toBe(false)
  })

  it('with accept_mine is rejected for a channel whose catalog cannot be published', async () => {
    const channel = await aManualChannel(owner)
    const { sku } = await aVariant(owner)
    const { status, body } = await resolve(channel, sku)
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
  })

  it('is rejected for a variant that the channel does not show, and answers 404 for those of others', async () => {
    const channel = await inConflict()
    const { body: assortment } = await owner.post('/api/catalog/assortments', { name: 'Empty' })
    const link = { assortmentId: assortment.id, direction: 'push' }
    await owner.put(`${CHANNELS}/${channel.id}/catalog-links`, link)
    await rowOf(channel, 'SIM-0')
    const { status, body } = await resolve(channel, 'SIM-0')
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    const stranger = await aMember()
    const { id } = await variantOf('SIM-0')
    const path = `${CHANNELS}/${channel.id}/catalog/variants/${id}/resolve-conflict`
    expect((await stranger.post(path, { resolution: 'accept_mine' })).status).toBe(404)
    const none = `${CHANNELS}/${channel.id}/catalog/variants/${channel.id}/resolve-conflict`
    expect((await owner.post(none, { resolution: 'accept_mine' })).status).toBe(404)
  })
})

describe('a publish', () => {
  it('withholds variants in conflict, reports them, and pushes them once the conflict is resolved', async () => {
    const channel = await inConflict()
    await change('SIM-1', { name: 'Mine as well' })
    const { body: plan } = await owner.get(`${CHANNELS}/${channel.id}/catalog/plan`)
    expect(plan).toMatchObject({ updateCount: 1, conflictedCount: 1 })
    await publish(channel, false)
    expect(await shown(channel, 'variant-0')).toMatchObject({ name: 'Theirs' })
    expect(await shown(channel, 'variant-1')).toMatchObject({ name: 'Mine as well' })
    expect(await openOf(channel)).toHaveLength(2)
    const [run] = await runsOf(owner, channel)
    expect(run).toMatchObject({ status: 'success', itemsSynced: 1, itemsFailed: 0, itemsUnchanged: 0, itemsSkipped: 1 })
    const { body: records } = await owner.get(`${CHANNELS}/${channel.id}/sync-runs/${run?.id}/records?action=skipped`)
    expect(records.member).toMatchObject([{ label: 'SIM-0', errorCode: 'CONFLICT' }])
    await channel.change('variant-0', {}, { name: 'Mine', prices: { EUR: 800 } })
    expect(await detected(channel)).toEqual([])
    await publish(channel, false)
    expect(await rowOf(channel, 'SIM-0')).toMatchObject({ driftState: 'in_sync' })
  })

  it('with force pushes variants in conflict and closes the conflicts', async () => {
    const channel = await inConflict()
    await publish(channel)
    expect(await shown(channel, 'variant-0')).toMatchObject({ name: 'Mine' })
    expect(await openOf(channel)).toEqual([])
  })

  it.each([
    ['accept_mine resolved', inConflict, (channel: Shop) => resolve(channel, 'SIM-0')],
    ['a publish by force resolved', inConflict, publish],
    ['a publish by force resolved in several transactions', inManyConflicts, publish],
  ])('pushes the next change of a variant whose conflicts %s', async (_, inSome, end) => {
    const channel = await inSome()
    await end(channel)
    expect(await openOf(channel)).toEqual([])
    await change('SIM-0', { name: 'Mine anew' })
    const { body: plan } = await owner.get(`${CHANNELS}/${channel.id}/catalog/plan`)
    expect(plan).toMatchObject({ updateCount: 1, conflictedCount: 0 })
    await publish(channel, false)
    expect(await shown(channel, 'variant-0')).toMatchObject({ name: 'Mine anew' })
  })

  it('closes conflicts that are detected while the shop processes the push', async () => {
    const channel = await inConflict()
    await change('SIM-0', { attributes: { size: 'mine' } })
    await channel.change('variant-0', {}, { attributes: { size: 'theirs' } })
    const { isStuck, goOn } = stuckAfterReading()
    const slow = detect(channel)
    await isStuck
    const before = app()
    let isFirst = true
    const transact: Table['transact'] = async (actions, token) => {
      if (isFirst && actions.some(confirmsListing)) {
        isFirst = false
        goOn()
        expect((await slow).status).toBe(200)
        expect(await openOf(channel)).toHaveLength(3)
      }
      return await door.transact(actions, token)
    }
    useApp({ ...before, db: { ...before.db, transact } })
    await publish(channel)
    useApp(before)
    expect(isFirst).toBe(false)
    expect(await openOf(channel)).toEqual([])
  })
})
