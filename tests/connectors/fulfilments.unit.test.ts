import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fulfilments, OrderInShop, Parcel } from '../../lib/connectors/fulfilments/fulfilment.ts'
import { aParcel } from './parcels.ts'
import { connect, PLATFORMS, refusalOf } from './platforms.ts'
import { isWrite } from './servers/dock.ts'
import { sample } from './servers/sample.ts'

const ORDERED = 3

describe.each(Object.entries(PLATFORMS))('the parcels of an order on %s', (type, start) => {
  /** The shop ships an order as a whole, with all numbers. */
  const isWhole = type === 'sylius'
  const canChangeNumber = type === 'woocommerce' || type === 'shopify'
  let platform: Awaited<ReturnType<typeof start>>
  let order: OrderInShop

  const connectAnew = () => {
    const { connector, store } = connect(platform)
    return { connector, store, fulfilments: connector.fulfilments as Fulfilments }
  }
  /** Publishes like a new process. */
  const publish = async (parcel: Parcel, { others = [] as Parcel[], isLast = true } = {}) => {
    const { fulfilments, store } = connectAnew()
    return await fulfilments.publish(store, { order, parcel, others, isLast })
  }
  /** Withdraws like a new process. */
  const withdraw = async (parcel: Parcel, others: Parcel[] = []) => {
    const { fulfilments, store } = connectAnew()
    return await fulfilments.withdraw(store, { order, parcel, others })
  }
  /** Returns the parcel with what its publication told. */
  const publishing = async (parcel: Parcel, given: { others?: Parcel[]; isLast?: boolean } = {}): Promise<Parcel> => {
    const done = await publish(parcel, given)
    return { ...parcel, wasTried: true, externalIds: 'published' in done ? done.externalIds : [] }
  }
  const shown = () => platform.dock.shown(1)

  beforeEach(async () => {
    platform = await start()
    platform.put(sample(1, { quantity: ORDERED }))
    const { connector, store } = connect(platform)
    const found = await connector.orders.get(store, platform.refOf(1))
    order = { externalOrderId: found?.order.externalOrderId ?? '', raw: found?.raw }
  })
  afterEach(() => platform.server.stop())

  it('are shown with their tracking number, once', async () => {
    const parcel = aParcel(ORDERED)
    const first = await publish(parcel)
    expect(first).toMatchObject({ published: 'created', externalIds: [expect.any(String)] })
    expect(shown()).toEqual([{ number: parcel.trackingNumber, pieces: isWhole ? null : ORDERED }])
    const externalIds = 'published' in first ? first.externalIds : []
    expect(await publish({ ...parcel, externalIds, wasTried: true })).toEqual({ published: 'unchanged', externalIds })
    expect(await publish({ ...parcel, wasTried: true })).toEqual({ published: 'unchanged', externalIds })
    expect(shown()).toHaveLength(1)
    const { fulfilments, store } = connectAnew()
    expect(await fulfilments.list(store, order)).toMatchObject([{ trackingNumber: parcel.trackingNumber }])
  })

  it('are shown two of three first and then the rest', async () => {
    const [two, one] = [aParcel(2), aParcel(1)]
    const first = await publish(two, { isLast: false })
    if (isWhole) expect(first).toEqual({ skipped: expect.stringContaining('with the last one') })
    else expect(shown()).toEqual([{ number: two.trackingNumber, pieces: 2 }])
    const known = { ...two, wasTried: true, externalIds: 'published' in first ? first.externalIds : [] }
    expect(await publish(one, { others: [known] })).toMatchObject({ published: 'created' })
    expect(shown()).toEqual(
      isWhole
        ? [{ number: `${two.trackingNumber}, ${one.trackingNumber}`, pieces: null }]
        : [two, one].map(({ trackingNumber, lines }) => ({ number: trackingNumber, pieces: lines[0]?.quantity })),
    )
  })

  it('are two although neither has a number', async () => {
    if (isWhole) return
    const first = aParcel(1, { trackingNumber: null, trackingUrl: null })
    const second = aParcel(1, { trackingNumber: null, trackingUrl: null })
    const done = await publish(first, { isLast: false })
    const known = { ...first, wasTried: true, externalIds: 'published' in done ? done.externalIds : [] }
    await publish(second, { others: [known], isLast: false })
    await publish({ ...second, wasTried: true }, { others: [known], isLast: false })
    expect(shown()).toEqual([
      { number: null, pieces: 1 },
      { number: null, pieces: 1 },
    ])
  })

  it.each(['lost', 'gone'] as const)('are not doubled whichever answer is %s', async (misbehaviour) => {
    const parcel = aParcel(ORDERED)
    for (let call = 1; call < 40; call++) {
      await platform.server.stop()
      platform = await start()
      platform.put(sample(1, { quantity: ORDERED }))
      let asked = 0
      platform.server.misbehaveAt((one) => !one.path.endsWith('/token') && ++asked === call, misbehaviour)
      const tried = { ...parcel, wasTried: true }
      await publish(parcel).catch(() => undefined)
      const isOver = asked < call
      expect(await publish(tried)).toMatchObject({ published: expect.any(String) })
      expect(shown(), `call ${call}`).toHaveLength(1)
      if (isOver) return
    }
    throw new Error('the calls do not end')
  })

  it('are found although the answer to the writing was lost', async () => {
    const parcel = aParcel(ORDERED, { trackingNumber: null, trackingUrl: null })
    platform.server.misbehaveAt(isWrite, 'lost')
    expect(await refusalOf(publish(parcel))).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(shown()).toHaveLength(1)
    expect(await publish({ ...parcel, wasTried: true })).toMatchObject({ published: expect.any(String) })
    expect(shown()).toHaveLength(1)
  })

  it('get a number that comes or changes later, where the shop allows it', async () => {
    const parcel = aParcel(ORDERED)
    const first = await publish(parcel)
    const externalIds = 'published' in first ? first.externalIds : []
    const formerNumbers = ['0', parcel.trackingNumber ?? '']
    const changed = { ...parcel, trackingNumber: 'NEW-1', externalIds, wasTried: true, formerNumbers }
    const outcome = await publish(changed)
    if (canChangeNumber) expect(outcome).toEqual({ published: 'updated', externalIds })
    else expect(outcome).toEqual({ published: 'unchanged', externalIds, remark: expect.stringContaining('cannot') })
    expect(shown()).toMatchObject([{ number: canChangeNumber ? 'NEW-1' : parcel.trackingNumber }])
  })

  it('are recognized by their number if the staff of the shop was faster', async () => {
    const parcel = aParcel(ORDERED)
    platform.dock.fulfil(1, ORDERED, parcel.trackingNumber)
    expect(await publish(parcel)).toMatchObject({ published: 'unchanged' })
    expect(shown()).toHaveLength(1)
  })

  it('are shown with no more than the pieces that the shop still expects', async () => {
    if (isWhole) return
    platform.dock.fulfil(1, 2, 'BY-HAND')
    expect(await publish(aParcel(ORDERED))).toMatchObject({ published: 'created' })
    expect(shown().map(({ pieces }) => pieces)).toEqual([2, 1])
    expect(await publish(aParcel(1))).toEqual({ skipped: expect.stringContaining('none of these pieces') })
    expect(shown()).toHaveLength(2)
  })

  it('are not shown if their order is refunded, cancelled or gone', async () => {
    platform.dock.refund(1)
    expect(await publish(aParcel(ORDERED))).toEqual({ refused: expect.stringContaining('all of it was refunded') })
    platform.dock.cancel(1)
    expect(await publish(aParcel(ORDERED))).toEqual({ refused: expect.stringContaining('cancelled') })
    platform.remove(1)
    expect(await publish(aParcel(ORDERED))).toEqual({ refused: expect.stringContaining('no longer has') })
    const { fulfilments, store } = connectAnew()
    expect(await fulfilments.list(store, order)).toBeUndefined()
    expect(platform.server.asked.filter(isWrite)).toEqual([])
  })

  it('are withdrawn, after which the right one is shown with all its pieces', async () => {
    const wrong = await publishing(aParcel(2), { isLast: false })
    const right = aParcel(ORDERED)
    if (isWhole) {
      expect(await withdraw(wrong)).toEqual({ withdrawn: [] })
      await publish(right)
      expect(shown()).toEqual([{ number: right.trackingNumber, pieces: null }])
      return
    }
    expect(await withdraw(wrong)).toEqual({ withdrawn: wrong.externalIds })
    expect(shown()).toEqual([])
    expect(await withdraw(wrong)).toEqual({ withdrawn: [] })
    expect(await publish(right)).toMatchObject({ published: 'created' })
    expect(shown()).toEqual([{ number: right.trackingNumber, pieces: ORDERED }])
    expect(await withdraw(wrong, [{ ...right, wasTried: true }])).toEqual({ withdrawn: [] })
    expect(shown()).toHaveLength(1)
  })

  it('are withdrawn alone, although another one has the same number or the same pieces', async () => {
    if (isWhole) return
    const kept = await publishing(aParcel(1, { trackingNumber: 'SAME' }), { isLast: false })
    const wrong = await publishing(aParcel(1, { trackingNumber: null, trackingUrl: null }), {
      others: [kept],
      isLast: false,
    })
    await withdraw({ ...wrong, trackingNumber: 'SAME' }, [kept])
    expect(shown()).toEqual([{ number: 'SAME', pieces: 1 }])
    // Somebody else's work with the same pieces stays, once the parcel is known by its id.
    platform.dock.fulfil(1, 1, null)
    expect(await withdraw(wrong, [kept])).toEqual({ withdrawn: [] })
    expect(shown()).toHaveLength(2)
  })

  it('stay if the shop cannot take them back, which it says', async () => {
    const known = await publishing(aParcel(ORDERED))
    if (isWhole) expect(await withdraw(known)).toEqual({ refused: expect.stringContaining('cannot take that back') })
    else expect(await withdraw(known)).toEqual({ withdrawn: known.externalIds })
    expect(shown()).toHaveLength(isWhole ? 1 : 0)
    platform.remove(1)
    expect(await withdraw(known)).toEqual({ withdrawn: [] })
  })

  it.each(['lost', 'gone'] as const)('are withdrawn whichever answer is %s', async (misbehaviour) => {
    if (isWhole) return
    for (let call = 1; call < 40; call++) {
      await platform.server.stop()
      platform = await start()
      platform.put(sample(1, { quantity: ORDERED }))
      const known = await publishing(aParcel(2), { isLast: false })
      let asked = 0
      platform.server.misbehaveAt((one) => !one.path.endsWith('/token') && ++asked === call, misbehaviour)
      await withdraw(known).catch(() => undefined)
      const isOver = asked < call
      await withdraw(known)
      expect(shown(), `call ${call}`).toEqual([])
      const right = aParcel(ORDERED)
      await publish(right)
      expect(shown(), `call ${call}`).toEqual([{ number: right.trackingNumber, pieces: ORDERED }])
      if (isOver) return
    }
    throw new Error('the calls do not end')
  })

  it('are withdrawn although the answer to their publication was lost', async () => {
    if (isWhole) return
    const parcel = aParcel(ORDERED, { trackingNumber: null, trackingUrl: null })
    platform.server.misbehaveAt(isWrite, 'lost')
    await refusalOf(publish(parcel))
    expect(shown()).toHaveLength(1)
    await withdraw({ ...parcel, wasTried: true })
    expect(shown()).toEqual([])
  })

  it('report INSUFFICIENT_SCOPE if the credentials do not allow it', async () => {
    platform.forbid()
    expect(await refusalOf(publish(aParcel(ORDERED)))).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
  })

  it('are of no order whose id could lead to another resource', async () => {
    for (const externalOrderId of ['..', '../1', '1/../2', '?x', '']) {
      order = { externalOrderId, raw: { tokenValue: externalOrderId } }
      expect(await publish(aParcel(1)), externalOrderId).toEqual({ refused: expect.stringContaining('no longer has') })
    }
    for (const { path } of platform.server.asked)
      expect(path).toMatch(/token$|token-1(\/adjustments)?$|admin-api$|graphql\.json$|orders\/1$|customers|payments/)
  })
})
