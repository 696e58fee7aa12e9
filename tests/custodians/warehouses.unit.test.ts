import { describe, expect, it } from 'vitest'
import type { CustodianConnector, CustodianSystem } from '../../lib/custodians/custodian-connector.ts'
import type { Capability } from '../../schemas/warehousing/custodian.ts'
import { errorOf } from './contract.ts'
import { openVendor } from './open-vendor.ts'
import { startShipBob } from './servers/shipbob.ts'
import { startShipHero } from './servers/shiphero.ts'
import { NOW } from './servers/vendor.ts'

const TENANT: readonly Capability[] = ['tenant_picks_warehouse']
const PROVIDER: readonly Capability[] = ['provider_picks_warehouse']
const BOTH = [...TENANT, ...PROVIDER]

const readStock = async ({ inventory }: CustodianConnector, system: CustodianSystem) => {
  const { stock } = (await inventory?.page(system, null)) ?? { stock: [] }
  return stock.find(({ sku }) => sku === 'TEA')?.onHand
}

const announce = async ({ inbound }: CustodianConnector, system: CustodianSystem) =>
  await inbound?.announce(system, {
    reference: 'GR-1',
    expectedAt: new Date(NOW.getTime() + 86_400_000).toISOString(),
    lines: [{ sku: 'TEA', name: 'Tea', quantity: 5 }],
  })

const SEVERAL = 'has several warehouses. Enter the id of one in integrationId.'
const UNKNOWN = 'has no warehouse with the id in integrationId.'

describe('the warehouse at ShipBob', () => {
  const open = async (integrationId: string | null, enabledCapabilities: readonly Capability[]) => {
    const opened = await openVendor(startShipBob)
    opened.vendor.mode.centers = [5, 8]
    const { vendor } = opened
    const system = () => vendor.system({ enabledCapabilities, credentials: { ...vendor.credentials, integrationId } })
    const order = async () => {
      await opened.orders.dispatch(system(), opened.dispatch)
      return vendor.orders.get(opened.reference)?.location_id
    }
    return { ...opened, system, order, receivedAt: () => [...vendor.receivings.values()][0]?.fulfillment_center }
  }

  it.for([TENANT, BOTH])('is the named one for orders, stock and goods where %j is enabled', async (enabled) => {
    const { vendor, system, order, receivedAt } = await open('8', enabled)
    expect(await order()).toBe(8)
    expect(await readStock(vendor.connector, system())).toBe(1)
    await announce(vendor.connector, system())
    expect(receivedAt()).toEqual({ id: 8 })
  })

  it('is none for orders and stock where the provider picks, whatever the connection names', async () => {
    const { vendor, system, order, receivedAt } = await open('8', PROVIDER)
    expect(await order()).toBeUndefined()
    expect(await readStock(vendor.connector, system())).toBe(7)
    await announce(vendor.connector, system())
    expect(receivedAt()).toEqual({ id: 8 })
  })

  it('is picked by the provider where both may and none is named', async () => {
    const { vendor, system, order } = await open(null, BOTH)
    expect(await order()).toBeUndefined()
    expect(await readStock(vendor.connector, system())).toBe(7)
  })

  it('has to be named where the tenant picks among several, and for goods in any case', async () => {
    const { vendor, system, order } = await open(null, TENANT)
    const calls = [order, () => readStock(vendor.connector, system()), () => announce(vendor.connector, system())]
    for (const call of calls) {
      const error = await errorOf(call())
      expect(error).toMatchObject({ code: 'INVALID_CONFIG', isUnclear: false })
      expect(error.message).toContain(SEVERAL)
    }
    const provider = vendor.system({ enabledCapabilities: PROVIDER })
    expect((await errorOf(announce(vendor.connector, provider))).message).toContain(SEVERAL)
    expect(await vendor.countOrders()).toBe(0)
    expect(vendor.receivings.size).toBe(0)
  })

  it('is the only one of an account, without a name', async () => {
    const { vendor, order } = await open(null, TENANT)
    vendor.mode.centers = [5]
    expect(await order()).toBe(5)
  })

  it('is called unknown by a test of the connection, by orders and by announcements', async () => {
    const { vendor, system, order } = await open('99', TENANT)
    const test = () => vendor.connector.test?.(vendor.system({ credentials: system().credentials })) as Promise<void>
    for (const call of [test, order, () => announce(vendor.connector, system())])
      expect((await errorOf(call())).message).toContain(UNKNOWN)
    vendor.mode.centers = []
    const unnamed = vendor.system({ enabledCapabilities: TENANT })
    expect((await errorOf(announce(vendor.connector, unnamed))).message).toContain('has no warehouse.')
  })
})

describe('the warehouse at ShipHero', () => {
  const [FIRST, SECOND] = ['V2FyZWhvdXNlOjcx', 'V2FyZWhvdXNlOjcy']

  const open = async (integrationId: string | null, enabledCapabilities: readonly Capability[]) => {
    const opened = await openVendor(startShipHero)
    const { vendor } = opened
    vendor.mode.warehouses = [
      { id: FIRST, legacy_id: 71 },
      { id: SECOND, legacy_id: 72 },
    ]
    const system = () => vendor.system({ enabledCapabilities, credentials: { ...vendor.credentials, integrationId } })
    return { ...opened, system, order: () => opened.orders.dispatch(system(), opened.dispatch) }
  }

  it.for([SECOND, '72'])('is the one that the connection names as %s', async (named) => {
    const { vendor, system, order } = await open(named, TENANT)
    await order()
    expect(vendor.mode.lockedTo).toEqual([SECOND, SECOND])
    expect(await readStock(vendor.connector, system())).toBe(1)
    await announce(vendor.connector, system())
    expect(vendor.mode.receivedAt).toBe(SECOND)
  })

  it('is not sent where the tenant does not pick', async () => {
    const { vendor, system, order } = await open('72', [])
    await order()
    expect(vendor.mode.lockedTo).toEqual([undefined, undefined])
    expect(await readStock(vendor.connector, system())).toBe(8)
  })

  it('has to be named among several, and known', async () => {
    const { vendor, system, order } = await open(null, TENANT)
    for (const call of [order, () => announce(vendor.connector, system())])
      expect((await errorOf(call())).message).toContain(SEVERAL)
    const wrong = vendor.system({ credentials: { ...vendor.credentials, integrationId: '99' } })
    expect((await errorOf(vendor.connector.test?.(wrong) as Promise<void>)).message).toContain(UNKNOWN)
    expect(vendor.orders).toEqual([])
  })

  it('is the only one of an account, without a name', async () => {
    const { vendor, order } = await open(null, TENANT)
    vendor.mode.warehouses = [{ id: FIRST, legacy_id: 71 }]
    await order()
    expect(vendor.mode.lockedTo).toEqual([FIRST, FIRST])
  })
})
