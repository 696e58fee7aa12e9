import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { openCustodian } from '../../lib/custodians/open-custodian.ts'
import { getCustodianConnector } from '../../lib/custodians/registry.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { aSimulatedCustodian, CUSTODIANS, follow, inMinutes } from '../custodians/world.ts'
import { simulating } from '../sales/sync.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'

const RECEIPTS = '/api/inventory/goods-receipts'

let owner: Member
let variant: { id: string; sku: string }
beforeAll(async () => {
  simulating()
  owner = await aMember()
  variant = await aVariant(owner)
})
afterAll(() => useApp(undefined))

const PUSHED = { enabledCapabilities: ['list_inventory', 'push_inventory'] }

const announce = async (custodianId: string, expected = 7) => {
  const lines = [{ variantId: variant.id, expected }]
  const { status, body } = await owner.post(RECEIPTS, { custodianId, reference: 'PO-1', lines })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const read = async ({ id }: { id: string }) => (await owner.get(`${RECEIPTS}/${id}`)).body

/** Counts the pieces of the variant that the simulated custodian has. */
const stockAt = async ({ stored }: Awaited<ReturnType<typeof aSimulatedCustodian>>) => {
  const { connector, system } = await openCustodian(app(), owner.tenant, stored)
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<NonNullable<typeof connector.inventory>['page']>> | undefined =
      await connector.inventory?.page(system, cursor)
    const found = page?.stock.find(({ sku }) => sku === variant.sku)
    if (found || !page?.next) return found?.onHand ?? 0
    cursor = page.next
  }
}

const tasks = async () =>
  (await app().db.query<{ data?: { tenant?: string } }>({ pk: 'T#PLATFORM#task' })).filter(
    ({ task, handledAt, data }) =>
      task === 'inventory.receipts.announce' && !handledAt && data?.tenant === owner.tenant,
  )

describe('a goods receipt', () => {
  it('is announced to the system of its custodian, whose id it shows', async () => {
    const custodian = await aSimulatedCustodian(owner, '', PUSHED)
    const receipt = await announce(custodian.id)
    expect(receipt.remoteId).toBeNull()
    await follow(owner)
    expect(await read(receipt)).toMatchObject({ remoteId: `SIM-GR-${receipt.id}`, announcementError: null })
    expect(await stockAt(custodian)).toBe(7)
  })

  it('is announced once, whenever the worker dies and however many work', async () => {
    for (const after of [false, true]) {
      const custodian = await aSimulatedCustodian(owner, '', PUSHED)
      const receipt = await announce(custodian.id, 3)
      const [task] = await tasks()
      await runTask(dyingAt(2, after), task as never, new Date(), createLog({})).catch(() => undefined)
      await Promise.all([1, 2].map(() => runTask(inMinutes(3), task as never, inMinutes(3).clock(), createLog({}))))
      await follow(owner, inMinutes(10))
      expect(await read(receipt)).toMatchObject({ remoteId: `SIM-GR-${receipt.id}` })
      expect(await stockAt(custodian)).toBe(3)
    }
  })

  it('is announced by one of two workers, since a system may not look for the reference first', async () => {
    const simulator = getCustodianConnector('simulator')
    const { inbound } = simulator
    let calls = 0
    const counting = async (...given: Parameters<NonNullable<typeof inbound>['announce']>) => {
      calls++
      return await inbound?.announce(...given)
    }
    Object.assign(simulator, { inbound: { announce: counting } })
    try {
      const receipt = await announce((await aSimulatedCustodian(owner, '', PUSHED)).id)
      const [task] = await tasks()
      await Promise.all([1, 2, 3].map(() => runTask(app(), task as never, app().clock(), createLog({}))))
      await follow(owner, inMinutes(3))
      expect(calls).toBe(1)
      expect(await read(receipt)).toMatchObject({ remoteId: `SIM-GR-${receipt.id}` })
    } finally {
      Object.assign(simulator, { inbound })
    }
  })

  it('says why it could not be announced, and is announced later', async () => {
    const custodian = await aSimulatedCustodian(owner, '', { ...PUSHED, apiKey: 'unavailable' })
    const receipt = await announce(custodian.id)
    await follow(owner)
    expect(await read(receipt)).toMatchObject({
      remoteId: null,
      announcementError: "The custodian's system is closed.",
    })
    await owner.put(`${CUSTODIANS}/${custodian.id}/connection-config`, { connectionConfig: { apiKey: 'good' } })
    await follow(owner, inMinutes(5))
    expect(await read(receipt)).toMatchObject({ remoteId: `SIM-GR-${receipt.id}`, announcementError: null })
  })

  it('is not announced if it is cancelled first, or without the capability', async () => {
    const custodian = await aSimulatedCustodian(owner, '', PUSHED)
    const cancelled = await announce(custodian.id)
    await owner.post(`${RECEIPTS}/${cancelled.id}/cancel`)
    await follow(owner)
    expect(await read(cancelled)).toMatchObject({ status: 'cancelled', remoteId: null })
    expect(await stockAt(custodian)).toBe(0)
    await announce((await aSimulatedCustodian(owner, '', { enabledCapabilities: ['list_inventory'] })).id)
    expect(await tasks()).toEqual([])
  })
})
