import { expect, it } from 'vitest'
import { confirmedOf, describeMarkets } from './catalogs.ts'
import { refusalOf } from './platforms.ts'
import { toPush } from './variants.ts'

describeMarkets('the stock', (on) => {
  const stocked = async () => {
    const external = await on.push(toPush(1), toPush(2, { product: 1 }), toPush(3))
    return external.map((each, at) => ({ ...each, id: String(at + 1), quantity: 5, backorders: 'deny' as const }))
  }
  const levelOf = (sku: string) => {
    const { quantity, backorders } = on.platform.shelf.sold().find((each) => each.sku === sku) ?? {}
    return { quantity, backorders }
  }

  it('sets the stock, whatever it was before', async () => {
    const [one, two, three] = await stocked()
    if (!one || !two || !three) throw new Error('not sold')
    const levels = [one, { ...two, quantity: 0 }, { ...three, quantity: 12 }]
    for (const _ of ['once', 'again'])
      expect(confirmedOf(await on.inventory.push(on.store, levels))).toMatchObject(
        levels.map(({ externalVariantId }) => ({ externalVariantId })),
      )
    expect(['SKU-1', 'SKU-2', 'SKU-3'].map(levelOf)).toEqual([
      { quantity: 5, backorders: false },
      { quantity: 0, backorders: false },
      { quantity: 12, backorders: false },
    ])
    await on.inventory.push(on.store, [{ ...one, quantity: 3 }])
    expect(levelOf('SKU-1')).toEqual({ quantity: 3, backorders: false })
  })

  it('allows backorders and denies them again', async () => {
    const [one] = await stocked()
    if (!one) throw new Error('not sold')
    confirmedOf(await on.inventory.push(on.store, [{ ...one, quantity: -2, backorders: 'allow' }]))
    expect(levelOf('SKU-1').backorders).toBe(true)
    confirmedOf(await on.inventory.push(on.store, [{ ...one, quantity: 4 }]))
    expect(levelOf('SKU-1')).toEqual({ quantity: 4, backorders: false })
  })

  it('stays unchanged when content is pushed', async () => {
    const [one] = await stocked()
    if (!one) throw new Error('not sold')
    await on.inventory.push(on.store, [one])
    await on.push({ ...toPush(1, { name: 'Other' }), ...one, id: '1' })
    expect(levelOf('SKU-1')).toEqual({ quantity: 5, backorders: false })
  })

  it('reports variants that no longer exist and sets the others', async () => {
    const levels = await stocked()
    on.platform.shelf.lose('SKU-2')
    const strange = { ...levels[0], id: '4', externalProductId: '../x', externalVariantId: '../y' }
    const outcomes = await on.inventory.push(on.store, [...levels, strange as (typeof levels)[0]])
    expect(outcomes.map((outcome) => Object.keys(outcome)[1])).toEqual(['confirmed', 'refused', 'confirmed', 'refused'])
    expect(levelOf('SKU-3')).toEqual({ quantity: 5, backorders: false })
    for (const { path } of on.platform.server.asked) expect(path).not.toContain('/x')
  })
})

describeMarkets('a failure of the shop', (on) => {
  const level = { id: '1', externalProductId: '7', externalVariantId: '8', quantity: 1, backorders: 'deny' as const }
  const calls = () => [
    () => on.catalog.page(on.store, null),
    () => on.catalog.find(on.store, [level]),
    () => on.catalog.push(on.store, [toPush(1)]),
    () => on.inventory.push(on.store, [level]),
  ]

  it.each([
    [{ status: 404, page: '<h1>Not Found</h1>' }, 'STORE_NOT_FOUND'],
    [{ status: 200, page: '<h1>Welcome</h1>' }, 'UPSTREAM_ERROR'],
    [{ status: 200, json: { hello: ['world'] } }, 'UPSTREAM_ERROR'],
    [{ status: 503, page: '<h1>Maintenance</h1>' }, 'STORE_UNAVAILABLE'],
    [{ status: 500, json: {} }, 'UPSTREAM_ERROR'],
    [{ status: 429, headers: { 'retry-after': '3600' } }, 'RATE_LIMITED'],
    ['gone', 'STORE_UNAVAILABLE'],
  ] as const)('is told of as what it is: %j', async (said, code) => {
    on.platform.server.always(said)
    for (const call of calls()) {
      on.connectAnew()
      expect(await refusalOf(call())).toMatchObject({ code })
    }
  })

  it('is reported as AUTH_FAILED if the shop rejects the credentials', async () => {
    on.connectAnew({ credentials: on.platform.wrong })
    for (const call of calls())
      expect(await refusalOf(call(), Object.values(on.platform.wrong).slice(1))).toMatchObject({ code: 'AUTH_FAILED' })
  })

  it('is reported as INSUFFICIENT_SCOPE if the credentials lack a permission', async () => {
    on.platform.forbid()
    for (const call of calls()) expect(await refusalOf(call())).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
  })
})
