import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { CustodianError } from '../../lib/custodians/custodian-connector.ts'
import { dispatchOrder } from '../../lib/fulfilment/dispatch/dispatch-order.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import type { AttentionEntry } from '../../schemas/workspace/attention.ts'
import { aBill, act } from '../billing/paying-bills.ts'
import { aCharge, of, settle } from '../billing/settling.ts'
import {
  aConnected,
  anInternal,
  anOrder,
  aPolicy,
  aRouted,
  ordersOf,
  playing,
  settled,
  stocking,
} from '../fulfilment/fulfilling.ts'
import { aHookedChannel } from '../sales/hooks.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { aReconciledShop, differ } from '../sales/reconciling.ts'
import { aSimulatedChannel, later, simulating } from '../sales/sync.ts'
import { aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const ATTENTION = '/api/workspace/attention'

let owner: Member
beforeEach(async () => {
  const before = app()
  onTestFinished(() => useApp(before))
  simulating()
  owner = await aMember()
})

const readAll = async (member = owner): Promise<AttentionEntry[]> => {
  const { status, body } = await member.get(ATTENTION)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.entries
}

const find = async (kind: AttentionEntry['kind'], member = owner) =>
  (await readAll(member)).filter((each) => each.kind === kind)

/** Imports orders that their shop does not call paid, so that they are held. */
const holding = async (member: Member, count: number, channelId?: string) => {
  const id = channelId ?? (await aManualChannel(member)).id
  const rows = Array.from({ length: count }, () => aRow({ paymentStatus: 'unpaid' }))
  expect((await importing(member, id, rows)).status).toBe(200)
}

/** Signs the member in again, since access tokens have ended once the clock has moved. */
const signInAgain = async () => {
  owner = await aMember({ tenant: owner.tenant })
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('what somebody has to look after', () => {
  it('is nothing in a new tenant', async () => {
    expect(await readAll()).toEqual([])
  })

  it('counts what the lists have to which its entries lead, the longest wait first', async () => {
    await aPolicy(owner)
    await holding(owner, 3)
    const variant = await aVariant(owner)
    await stocking(owner, variant.id, (await anInternal(owner)).id, 0)
    for (const sku of [variant.sku, variant.sku, 'NOBODY-HAS-THIS']) await anOrder(owner, [{ sku, quantity: 1 }])
    await settled()
    const partner = await aPartner(owner)
    const bill = await aBill(owner, partner.id)
    await aBill(owner, partner.id)
    await act(owner, bill, 'review')
    const { tell } = await aHookedChannel(owner)
    await tell('unreadable')

    const entries = await readAll()
    const shown = entries.map(({ kind, reason, count }) => [kind, reason, count])
    expect(shown.toSorted()).toEqual(
      [
        ['held_orders', null, 3],
        ['incidents', 'no_stock', 2],
        ['incidents', 'unknown_sku', 1],
        ['bills', 'received', 1],
        ['bills', 'under_review', 1],
        ['channel_webhooks', 'invalid_payload', 1],
        ...Array(3).fill(['unbilled_orders', null, 1]),
      ].toSorted(),
    )
    for (const { ref, count, oldestAt } of entries) {
      const { status, body } = await owner.get(`${ref}&itemsPerPage=100`)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.totalItems, ref).toBe(count)
      const times = body.member.map((each: Record<string, string>) => each.createdAt ?? each.receivedAt)
      expect(oldestAt, ref).toBe(times.toSorted()[0])
    }
    const times = entries.map(({ oldestAt }) => oldestAt)
    expect(times).toEqual(times.toSorted())
  })

  it('shows callers what they have the scopes of the lists for', async () => {
    await holding(owner, 1)
    await aBill(owner, (await aPartner(owner)).id)
    const { tenant } = owner
    const readAs = async (scopes: string[]) =>
      (await readAll(await aMember({ tenant, scopes }))).map(({ kind }) => kind)
    expect(await readAs(['sales:order:read'])).toEqual(['held_orders'])
    expect(await readAs(['billing:bill:read'])).toEqual(['bills'])
    expect(await readAs(['partner:partner:read'])).toEqual([])
    expect(await readAll(await aMember())).toEqual([])
  })

  it('costs the same for one order and for many', async () => {
    const { db } = app()
    const calls = { count: 0 }
    const counted = <F extends (...given: never[]) => unknown>(call: F): F =>
      ((...given: Parameters<F>) => {
        calls.count++
        return call(...given)
      }) as F
    const costOf = async () => {
      const before = app()
      calls.count = 0
      useApp({
        ...app(),
        db: { ...db, get: counted(db.get), batchGet: counted(db.batchGet), query: counted(db.query) },
      })
      await readAll()
      useApp(before)
      return calls.count
    }
    const { id } = await aManualChannel(owner)
    await holding(owner, 1, id)
    await costOf()
    const one = await costOf()
    await holding(owner, 60, id)
    expect(await find('held_orders')).toMatchObject([{ count: 61 }])
    expect(await costOf()).toBe(one)
  })

  it('has charges that nobody settled, by partner and currency, until a settlement has them', async () => {
    const [one, other] = [await aPartner(owner), await aPartner(owner)]
    for (const amount of [100, 250]) await aCharge(owner, one.id, { amount })
    await aCharge(owner, one.id, { amount: 70, currency: 'USD', occurredAt: '2026-03-01T12:00:00Z' })
    await aCharge(owner, other.id, { amount: 30, occurredAt: '2026-03-02T12:00:00Z' })
    const read = async () =>
      (await find('unsettled_charges')).map(({ partnerId, name, currency, count, amount }) => [
        ...[partnerId, name, currency, count, amount],
      ])
    const ofOther = [other.id, other.name, 'EUR', 1, 30]
    const inDollars = [one.id, one.name, 'USD', 1, 70]
    expect(await read()).toEqual([inDollars, ofOther, [one.id, one.name, 'EUR', 2, 350]])
    const { ref } = (await find('unsettled_charges'))[2] as AttentionEntry
    expect((await owner.get(ref)).body.totalItems).toBe(2)

    const { body: settlement } = await settle(owner, one.id)
    expect(await read()).toEqual([inDollars, ofOther])
    expect((await owner.post(of(settlement, 'reject'), { reason: 'Too early' })).status).toBe(200)
    expect((await read()).at(-1)).toEqual([one.id, one.name, 'EUR', 2, 350])
    const [first] = (await owner.get(ref)).body.member
    expect((await owner.patch(`/api/billing/charges/${first.id}`, { amount: 1000 })).status).toBe(200)
    expect((await read()).at(-1)?.at(-1)).toBe(1350 - first.amount)
  })

  it('has orders that nobody billed, by channel and currency, with their worth', async () => {
    const partner = await aPartner(owner)
    const { id } = await aManualChannel(owner, { partnerId: partner.id })
    const rows = [2580, 1290].map((total) => aRow({ total }))
    await importing(owner, id, [...rows, aRow({ total: 500, currency: 'USD' }), aRow({ paymentStatus: 'unpaid' })])
    const read = async () =>
      (await find('unbilled_orders')).map(({ currency, count, amount, partnerId }) => [
        currency,
        count,
        amount,
        partnerId,
      ])
    const before = [
      ['EUR', 2, 3870, partner.id],
      ['USD', 1, 500, partner.id],
    ]
    expect((await read()).toSorted()).toEqual(before)
    const found = await find('unbilled_orders')
    const { ref, oldestAt } = found.find(({ currency }) => currency === 'EUR') as AttentionEntry
    const { body: listed } = await owner.get(ref)
    expect(listed).toMatchObject({ totalItems: 2 })
    const ids = listed.member.map(({ externalOrderId }: { externalOrderId: string }) => externalOrderId)
    expect(ids.toSorted()).toEqual(rows.map(({ externalOrderId }) => externalOrderId).toSorted())
    expect(oldestAt).toBe(listed.member[0].createdAt)
    expect((await owner.get(`${ref}&page=2&itemsPerPage=1`)).body.member).toMatchObject([{ id: listed.member[1].id }])

    const { status, body: invoice } = await owner.post('/api/billing/invoices', {
      ...{ partnerId: partner.id, channelId: id, currencyCode: 'EUR', dueDate: '2099-03-31' },
    })
    expect(status, JSON.stringify(invoice)).toBe(201)
    expect(await read()).toEqual([before[1]])
    expect((await owner.delete(`/api/billing/invoices/${invoice.id}`)).status).toBe(204)
    await settled()
    expect((await read()).toSorted()).toEqual(before)
  })
})

describe('a channel', () => {
  it('is in need of somebody from the first run that fails until one of the same type succeeds', async () => {
    const channel = await aSimulatedChannel(owner, {})
    const configure = async (fail_percent: string) =>
      expect(
        (await owner.patch(`/api/sales/channels/${channel.id}`, { connectorConfig: { fail_percent } })).status,
      ).toBe(200)
    const sync = async () => {
      await syncChannel(app(), owner.tenant, channel.id, SILENT)
      later(3 * 3_600_000)
      await signInAgain()
    }
    const readHealth = async () => (await owner.get(`/api/sales/channels/${channel.id}/health`)).body
    const runsAt = async (ref: string) => (await owner.get(ref)).body.member
    await sync()
    const { lastSuccessAt } = await readHealth()
    expect(await readHealth()).toMatchObject({ failingSince: null, failing: [], lastFailure: null })
    expect(lastSuccessAt).not.toBeNull()

    await configure('100')
    const failed = async () => (await runsAt(`/api/sales/sync-runs?status=failed&channelId=${channel.id}`)).length
    for (let tries = 1; (await failed()) < 2; tries++) {
      expect(tries).toBeLessThan(20)
      await sync()
    }
    const [entry, ...others] = await find('failed_syncs')
    expect(others).toEqual([])
    expect(entry).toMatchObject({ count: 1, reason: 'orders', name: channel.name })
    const all = await runsAt(`/api/sales/sync-runs?status=failed&channelId=${channel.id}`)
    const [run] = await runsAt(entry?.ref ?? '')
    expect(run).toMatchObject({ id: all.at(-1).id, trouble: 'failed' })
    const health = await readHealth()
    expect(health).toMatchObject({
      failingSince: run.completedAt,
      failing: [{ syncId: run.id, type: 'orders' }],
      lastFailure: { syncId: all[0].id, errorCode: all[0].errorCode, errorMessage: all[0].errorMessage },
      lastSuccessAt,
    })

    await configure('0')
    await sync()
    expect(await find('failed_syncs')).toEqual([])
    expect(await readHealth()).toMatchObject({ failingSince: null, failing: [], lastFailure: { syncId: all[0].id } })
  })

  it('is in need of somebody while orders differ from its shop, until a comparison of these days mends them', async () => {
    const shop = await aReconciledShop('vendure')
    await differ(shop)
    const { run } = await shop.reconcile()
    const [entry] = await find('different_orders', shop.owner)
    expect(entry).toMatchObject({ count: 1, reason: 'reconcile' })
    expect((await shop.owner.get(entry?.ref ?? '')).body.member).toMatchObject([{ id: run.id, trouble: 'differs' }])
    await shop.reconcile({ apply: true })
    expect(await find('different_orders', shop.owner)).toEqual([])
    expect(await shop.readRun(run)).toMatchObject({ trouble: null })
  })

  it('is in need of nobody once it is disconnected', async () => {
    const { id, tell } = await aHookedChannel(owner)
    await tell('unreadable')
    expect(await find('channel_webhooks')).toHaveLength(1)
    expect((await owner.post(`/api/sales/channels/${id}/disconnect`)).status).toBe(200)
    expect(await find('channel_webhooks')).toEqual([])
  })
})

describe('a custodian', () => {
  const readHealth = async (id: string) => {
    const { status, body } = await owner.get(`/api/warehousing/custodians/${id}/health`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  it('fails from the first call that its system does not answer until the next one that it does', async () => {
    await aPolicy(owner)
    let isDown = true
    const { known, placed } = playing({
      async dispatch(_system, { reference }) {
        if (isDown) throw new CustodianError('UNAVAILABLE', 'The system is down.')
        placed.push(reference)
        return { reference, remoteId: reference, state: 'accepted', reason: null, cancelled: [], parcels: [] }
      },
    })
    const custodian = await aConnected(owner)
    expect(await readHealth(custodian.id)).toMatchObject({ lastSuccessAt: null, lastFailure: null, failingSince: null })
    const { order, fulfilmentOrder } = await aRouted(owner, { custodian })
    const failing = await readHealth(custodian.id)
    expect(failing).toMatchObject({
      lastFailure: { code: 'UNAVAILABLE', message: 'The system is down.' },
      lastSuccessAt: null,
      openOrders: 1,
      oldestOrderAt: fulfilmentOrder.createdAt,
    })
    const [entry] = await find('failing_custodians')
    expect(entry).toMatchObject({
      ...{ count: 1, oldestAt: failing.failingSince, name: custodian.name, reason: 'The system is down.' },
    })
    const { body } = await owner.get(entry?.ref ?? '')
    expect(body.member.map(({ id }: { id: string }) => id)).toEqual([fulfilmentOrder.id])

    isDown = false
    later(900_000)
    await signInAgain()
    await dispatchOrder(app(), { tenant: owner.tenant, fulfilmentOrderId: fulfilmentOrder.id }, app().clock())
    expect((await ordersOf(owner, order.id))[0].request).toBe('accepted')
    expect(await find('failing_custodians')).toEqual([])
    expect(await readHealth(custodian.id)).toMatchObject({ failingSince: null, lastFailure: failing.lastFailure })
    expect([...known.keys(), ...placed]).toHaveLength(1)
  })

  it('costs no write for a call that succeeds as the one before did', async () => {
    await aPolicy(owner)
    playing()
    const custodian = await aConnected(owner)
    const { variant } = await aRouted(owner, { custodian, onHand: 50 })
    const pk = partition(owner.tenant, 'custodian-health')
    const { db } = app()
    let writes = 0
    const update: typeof db.update = (given) => {
      if (given.update.pk === pk) writes++
      return db.update(given)
    }
    useApp({ ...app(), db: { ...db, update } })
    const { lastSuccessAt } = await readHealth(custodian.id)
    for (let i = 0; i < 5; i++) {
      await anOrder(owner, [{ sku: variant.sku, quantity: 1 }])
      await settled()
    }
    expect(writes).toBe(0)
    expect((await readHealth(custodian.id)).lastSuccessAt).toBe(lastSuccessAt)
    later(660_000)
    await signInAgain()
    await anOrder(owner, [{ sku: variant.sku, quantity: 1 }])
    await settled()
    expect(writes).toBe(1)
    expect((await readHealth(custodian.id)).lastSuccessAt > lastSuccessAt).toBe(true)
  })
})
