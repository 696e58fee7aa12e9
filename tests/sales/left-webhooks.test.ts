import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { handler as reconcileAll } from '../../functions/sales/every-hour-reconcile-webhooks.ts'
import { openShopState, readWebhooks } from '../../lib/connectors/simulator/shop-state.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { formatKey, keyOf, type Table } from '../../lib/platform/store/table/table.ts'
import { findHooks, findTenantOfHook } from '../../lib/sales/webhooks/channel-hooks-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSimulatedChannel, aStoreSeed } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})
afterEach(() => useApp(undefined))

/** A channel of a simulated shop, and what its owner does with it. */
const aShop = async () => {
  const seed = aStoreSeed()
  const { id } = await aSimulatedChannel(owner, { seed, orders: '0' }, { syncSettings: { autoImportEnabled: false } })
  const url = `${CHANNELS}/${id}`
  const order = { externalOrderId: 'E-1', currency: 'EUR', total: 100 }
  const lineItems = [{ sku: 'TEA', name: 'Tea', quantity: 1, unitPrice: 100 }]
  return {
    subscribe: () => owner.post(`${url}/webhooks`, { topic: 'order.created' }),
    disconnect: () => owner.post(`${url}/disconnect`),
    remove: () => owner.delete(url),
    importOrder: () => owner.post(`${url}/import-orders`, { orders: [{ ...order, lineItems }] }),
    atShop: () => readWebhooks(openShopState({ kept: { db: app().db, tenant: owner.tenant } }, seed)),
    hooks: async () => [await findHooks(app().db, owner.tenant, id), await findTenantOfHook(app(), id)].filter(Boolean),
  }
}

/** Does something else once, just before or after the platform writes an item with such a key. */
const doMeanwhile = (when: 'before' | 'after', key: RegExp, something: () => Promise<{ status: number }>) => {
  const before = app()
  const { db } = before
  const statuses: number[] = []
  const doOnce = async () => {
    useApp(before)
    statuses.push((await something()).status)
  }
  const write = async <R>(keys: readonly string[], work: () => Promise<R>): Promise<R> => {
    const isIt = statuses.length === 0 && app() !== before && keys.some((each) => key.test(each))
    if (isIt && when === 'before') await doOnce()
    const written = await work()
    if (isIt && when === 'after') await doOnce()
    return written
  }
  const put: Table['put'] = (given) => write([formatKey(keyOf(given))], () => db.put(given))
  const transact: Table['transact'] = (actions, token) =>
    write(
      actions.map((action) => formatKey(keyOf(action))),
      () => db.transact(actions, token),
    )
  useApp({ ...before, db: { ...db, put, transact } })
  return statuses
}

const AT_SHOP = /#simulated-store\?.*\nwebhook#/
const HOOKS = /#channel-hooks\n/
const CHANNEL = /#channel\n/

describe('webhooks of a channel that is disconnected or deleted at the same time', () => {
  it.each(['disconnect', 'remove'] as const)('end at the shop if the channel is gone by %s', async (action) => {
    const shop = await aShop()
    const done = doMeanwhile('after', AT_SHOP, shop[action])
    expect((await shop.subscribe()).status).toBe(action === 'remove' ? 404 : 409)
    expect(done).toEqual([action === 'remove' ? 204 : 200])
    expect(await shop.atShop()).toEqual([])
    expect(await shop.hooks()).toEqual([])
  })

  it.each(['disconnect', 'remove'] as const)('are not prepared any more after %s', async (action) => {
    const shop = await aShop()
    const done = doMeanwhile('before', HOOKS, shop[action])
    expect((await shop.subscribe()).status).toBe(action === 'remove' ? 404 : 409)
    expect(done).toHaveLength(1)
    expect(await shop.hooks()).toEqual([])
    expect(await shop.atShop()).toEqual([])
  })

  it.each(['disconnect', 'remove'] as const)('do not survive %s', async (action) => {
    const shop = await aShop()
    const done = doMeanwhile('before', CHANNEL, shop.subscribe)
    expect((await shop[action]()).status).toBeLessThan(300)
    expect(done).toEqual([201])
    expect(await shop.hooks()).toEqual([])
    expect(await shop.atShop()).toEqual([])
  })

  it('do not survive if they are prepared only, and end at the shop later', async () => {
    const shop = await aShop()
    let subscribing: Promise<{ status: number }> | undefined
    // The subscription waits at the shop while the channel is disconnected.
    const [prepared, disconnected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { db } = app()
    const put: Table['put'] = async (given) => {
      if (AT_SHOP.test(formatKey(keyOf(given)))) {
        prepared.resolve()
        await disconnected.promise
      }
      return await db.put(given)
    }
    doMeanwhile('before', CHANNEL, async () => {
      useApp({ ...app(), db: { ...db, put } })
      subscribing = shop.subscribe()
      await prepared.promise
      return { status: 0 }
    })
    expect((await shop.disconnect()).status).toBe(200)
    expect(await shop.hooks()).toEqual([])
    disconnected.resolve()
    expect((await subscribing)?.status).toBe(409)
    expect(await shop.hooks()).toEqual([])
    expect(await shop.atShop()).toEqual([])
  })
})

it('a channel that stays since it got an order has its webhooks again with the next check', async () => {
  const shop = await aShop()
  expect((await shop.subscribe()).status).toBe(201)
  const done = doMeanwhile('before', CHANNEL, shop.importOrder)
  expect((await shop.remove()).status).toBe(409)
  expect(done).toEqual([200])
  expect(await shop.atShop()).toEqual([])
  await reconcileAll({})
  expect(await shop.atShop()).toHaveLength(1)
})
