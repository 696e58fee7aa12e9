import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type CustodianConnector,
  type CustodianDelivery,
  CustodianError,
  type CustodianSystem,
  type Dispatch,
  InvalidNotice,
  type RemoteFulfilment,
} from '../../lib/custodians/custodian-connector.ts'
import { CAPABILITY_CATALOG } from '../../lib/warehousing/custodian.ts'
import type { ConnectionConfig } from '../../schemas/warehousing/custodian.ts'

/** The way in which a system on this machine misbehaves from now on: it answers so, or not at all. */
export type Trouble =
  | 'none'
  /** It does what it was asked for, but its answer is lost. */
  | 'lost'
  /** It hangs up before it does anything. */
  | 'gone'
  | { status: number; retryAfter?: string }
  /** It answers 200 with a page for people. */
  | 'page'

/** A system of a custodian that a test can steer. Absent members skip the tests that need them. */
export interface Stage {
  connector: CustodianConnector
  /** Builds the system as it is now; `credentials` replace the valid ones. */
  system(more?: { credentials?: ConnectionConfig }): CustodianSystem
  /** Credentials that the system rejects. */
  wrong: ConnectionConfig
  /** Texts that no error may contain. */
  secrets: readonly string[]
  /** Two SKUs that the system knows. */
  skus: readonly [string, string]
  /** Number of orders that the system has. */
  countOrders(): Promise<number> | number
  /** Lets the custodian work an order until it is in this state; `handed_over` means that all parcels left. */
  work(reference: string, to: 'accepted' | 'in_progress' | 'handed_over' | 'delivered'): Promise<void> | void
  /** Cancels an order at the custodian, as its staff would. */
  cancelThere?(reference: string): Promise<void> | void
  /** Gives an order a state that nobody has heard of. */
  confuse?(reference: string): Promise<void> | void
  trouble?(trouble: Trouble): void
  /** Builds the webhooks that the system sends of an order as it is now, signed. */
  tell?(reference: string): Promise<CustodianDelivery[]> | CustodianDelivery[]
  stop(): Promise<void> | void
}

let made = 0

/** A reference as fulfilment orders have it. */
export const aReference = () => `FO-01K9ZB4A7M2C5X8V1B6N${String(++made).padStart(6, '0')}`

export const aDispatch = ([first, second]: readonly [string, string], fields: Partial<Dispatch> = {}): Dispatch => ({
  reference: aReference(),
  orderNumber: 'DE-100045',
  serviceLevel: null,
  deliveryAddress: {
    name: 'Ada Lovelace',
    company: 'Analytical Engines Ltd',
    line1: 'Market Street 1',
    line2: null,
    city: 'Berlin',
    postalCode: '10115',
    region: null,
    countryCode: 'DE',
    phone: '+49 30 555',
    email: 'dock@example.com',
  },
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', phone: null },
  customerNote: 'Please ring twice',
  currency: 'EUR',
  lines: [
    { sku: first, name: 'Green tea', quantity: 2, unitPrice: 500 },
    { sku: second, name: 'Teapot', quantity: 1, unitPrice: 3990 },
  ],
  ...fields,
})

/** Returns the error of a call; fails if there is none, or if it contains one of the texts. */
export const errorOf = async (call: Promise<unknown>, secrets: readonly string[] = []): Promise<CustodianError> => {
  try {
    await call
  } catch (error) {
    if (!(error instanceof CustodianError)) throw error
    for (const secret of secrets) expect(error.message).not.toContain(secret)
    return error
  }
  throw new Error('the call succeeded')
}

const sumBySku = (lines: readonly { sku: string; quantity: number }[]) => {
  const sums: Record<string, number> = {}
  for (const { sku, quantity } of lines) sums[sku] = (sums[sku] ?? 0) + quantity
  return sums
}

const sumParcels = ({ parcels, cancelled }: RemoteFulfilment) =>
  sumBySku([...parcels.flatMap(({ lines }) => lines), ...cancelled])

const describeOrders = (stage: () => Stage) => {
  const orders = () => stage().connector.orders as NonNullable<CustodianConnector['orders']>
  const place = async (fields: Partial<Dispatch> = {}) => {
    const dispatch = aDispatch(stage().skus, fields)
    return { dispatch, placed: await orders().dispatch(stage().system(), dispatch) }
  }

  it('places an order and returns it under our reference', async () => {
    const before = await stage().countOrders()
    const { dispatch, placed } = await place()
    expect(placed).toMatchObject({ reference: dispatch.reference, parcels: [] })
    expect(placed.remoteId).not.toBe('')
    expect([null, 'accepted', 'in_progress']).toContain(placed.state)
    expect(await stage().countOrders()).toBe(before + 1)
  })

  it('places an order once if it is dispatched twice, and twice at once', async () => {
    const before = await stage().countOrders()
    const { dispatch, placed } = await place()
    const again = await orders().dispatch(stage().system(), dispatch)
    expect([again.reference, again.remoteId]).toEqual([placed.reference, placed.remoteId])
    const other = aDispatch(stage().skus)
    await Promise.allSettled([1, 2].map(() => orders().dispatch(stage().system(), other)))
    expect(await stage().countOrders()).toBe(before + 2)
  })

  it('finds an order by its reference and no order that was never placed', async () => {
    const { dispatch, placed } = await place()
    expect(await orders().find(stage().system(), dispatch.reference)).toMatchObject({
      reference: dispatch.reference,
      remoteId: placed.remoteId,
    })
    expect(await orders().find(stage().system(), aReference())).toBeUndefined()
  })

  it('follows an order from its acceptance to the door, with all pieces in its parcels', async () => {
    const { dispatch } = await place()
    const { reference } = dispatch
    const read = async () => (await orders().find(stage().system(), reference)) as RemoteFulfilment
    await stage().work(reference, 'accepted')
    expect((await read()).state).toBe('accepted')
    await stage().work(reference, 'in_progress')
    expect((await read()).state).toBe('in_progress')
    await stage().work(reference, 'handed_over')
    const closed = await read()
    expect(closed.state).toBe('closed')
    expect(sumParcels(closed)).toEqual(sumBySku(dispatch.lines))
    for (const parcel of closed.parcels) expect(parcel).toMatchObject({ handedOverAt: expect.any(String) })
    expect(new Set(closed.parcels.map(({ id }) => id)).size).toBe(closed.parcels.length)
    await stage().work(reference, 'delivered')
    const { parcels } = await read()
    expect(parcels.map(({ id }) => id)).toEqual(closed.parcels.map(({ id }) => id))
    for (const { events } of parcels) expect(events.map(({ state }) => state)).toContain('delivered')
  })

  it('names times in UTC', async () => {
    const { dispatch } = await place()
    await stage().work(dispatch.reference, 'delivered')
    const { parcels } = (await orders().find(stage().system(), dispatch.reference)) as RemoteFulfilment
    const times = parcels.flatMap(({ handedOverAt, events }) => [
      handedOverAt,
      ...events.map((each) => each.occurredAt),
    ])
    for (const time of times) expect(time && new Date(time).toISOString()).toBe(time)
  })

  it('keeps our state where that of the custodian is unknown', async (context) => {
    const { confuse } = stage()
    if (!confuse) return context.skip()
    const { dispatch } = await place()
    await confuse(dispatch.reference)
    expect(await orders().find(stage().system(), dispatch.reference)).toMatchObject({ state: null })
  })

  it('cancels an order that nobody has picked, also when asked twice', async (context) => {
    if (!orders().cancel) return context.skip()
    const { placed } = await place()
    const cancel = async () => await orders().cancel?.(stage().system(), placed)
    expect(['accepted', 'pending']).toContain((await cancel())?.answer)
    expect(['accepted', 'pending']).toContain((await cancel())?.answer)
  })

  it('answers that an order which left cannot be cancelled, and leaves it as it is', async (context) => {
    if (!orders().cancel) return context.skip()
    const { dispatch, placed } = await place()
    await stage().work(dispatch.reference, 'handed_over')
    const answer = await orders().cancel?.(stage().system(), placed)
    expect(answer).toMatchObject({ answer: 'refused', reason: expect.any(String) })
    expect((await orders().find(stage().system(), dispatch.reference))?.state).toBe('closed')
  })

  it('shows an order that the custodian cancelled, with its pieces', async (context) => {
    const { cancelThere } = stage()
    if (!cancelThere) return context.skip()
    const { dispatch } = await place()
    await cancelThere(dispatch.reference)
    const cancelled = (await orders().find(stage().system(), dispatch.reference)) as RemoteFulfilment
    expect(cancelled.state).toBe('cancelled')
    expect(sumParcels(cancelled)).toEqual(sumBySku(dispatch.lines))
  })

  it('says that a dispatch is unclear if its answer is lost, and finds or places it once afterwards', async (context) => {
    const { trouble } = stage()
    if (!trouble) return context.skip()
    const before = await stage().countOrders()
    for (const each of ['lost', 'gone'] as const) {
      const dispatch = aDispatch(stage().skus)
      trouble(each)
      const error = await errorOf(orders().dispatch(stage().system(), dispatch), stage().secrets)
      expect(error).toMatchObject({ isUnclear: true })
      trouble('none')
      const found = await orders().find(stage().system(), dispatch.reference)
      const placed = found ?? (await orders().dispatch(stage().system(), dispatch))
      expect(placed.reference).toBe(dispatch.reference)
    }
    expect(await stage().countOrders()).toBe(before + 2)
  })

  it('says that a dispatch is clear if it was rejected', async () => {
    const call = orders().dispatch(stage().system({ credentials: stage().wrong }), aDispatch(stage().skus))
    expect(await errorOf(call, stage().secrets)).toMatchObject({ code: 'AUTH_FAILED', isUnclear: false })
  })

  it.for([
    ['is broken', { status: 500 }, { code: 'UPSTREAM_ERROR', isUnclear: true }],
    ['is closed', { status: 503 }, { code: 'UNAVAILABLE' }],
    ['forbids it', { status: 403 }, { code: 'INSUFFICIENT_SCOPE', isUnclear: false }],
    ['limits requests', { status: 429, retryAfter: '3600' }, { code: 'RATE_LIMITED', retryAfterSeconds: 3600 }],
    ['answers with a page', 'page', { code: 'UPSTREAM_ERROR' }],
    ['hangs up', 'gone', { code: 'UNAVAILABLE' }],
  ] as const)('says so where the system %s', async ([, said, expected], context) => {
    const { trouble, secrets } = stage()
    if (!trouble) return context.skip()
    trouble(said)
    expect(await errorOf(orders().dispatch(stage().system(), aDispatch(stage().skus)), secrets)).toMatchObject(expected)
    trouble('none')
  })
}

const describeWebhooks = (stage: () => Stage) => {
  const webhooks = () => stage().connector.webhooks as NonNullable<CustodianConnector['webhooks']>

  it('accepts its own webhooks and no changed, unsigned or foreign ones', async (context) => {
    const { tell, connector } = stage()
    if (!tell || !connector.orders) return context.skip()
    const dispatch = aDispatch(stage().skus)
    await connector.orders.dispatch(stage().system(), dispatch)
    await stage().work(dispatch.reference, 'handed_over')
    const deliveries = await tell(dispatch.reference)
    expect(deliveries.length).toBeGreaterThan(0)
    const { credentials, now } = stage().system()
    const verify = (delivery: CustodianDelivery, given: ConnectionConfig = credentials) =>
      webhooks().verify(delivery, given, now)
    for (const delivery of deliveries) {
      expect(verify(delivery)).toBe(true)
      expect(verify({ ...delivery, raw: Buffer.concat([delivery.raw, Buffer.from(' ')]) })).toBe(false)
      expect(verify({ ...delivery, headers: {} })).toBe(false)
      expect(verify(delivery, {})).toBe(false)
      expect(verify(delivery, { ...credentials, webhookSecret: 'whsec_b3RoZXItc2VjcmV0LW90aGVy' })).toBe(false)
    }
  })

  it('reads from a webhook which order it is about', async (context) => {
    const { tell, connector } = stage()
    if (!tell || !connector.orders) return context.skip()
    const dispatch = aDispatch(stage().skus)
    const placed = await connector.orders.dispatch(stage().system(), dispatch)
    await stage().work(dispatch.reference, 'handed_over')
    for (const delivery of await tell(dispatch.reference)) {
      const notice = webhooks().read(delivery)
      expect(notice?.topic).toEqual(expect.any(String))
      const { order, fulfilment } = notice ?? {}
      if (fulfilment) expect(fulfilment.reference).toBe(dispatch.reference)
      if (order && 'reference' in order) expect(order.reference).toBe(dispatch.reference)
      if (order && 'remoteId' in order) expect(order.remoteId).toBe(placed.remoteId)
      expect(fulfilment ?? order).toBeDefined()
    }
  })

  it('calls bodies without sense invalid', () => {
    for (const text of ['', 'hello', '[]', '7', 'null', '{"'])
      expect(() => webhooks().read({ headers: {}, raw: Buffer.from(text) }), text).toThrow(InvalidNotice)
  })
}

/** Describes the behaviour that every connector must show, whatever its system is. */
export const describeContract = (name: string, start: () => Promise<Stage> | Stage): void => {
  describe(`the connector of ${name}`, () => {
    let current: Stage
    const stage = () => current
    beforeEach(async () => {
      current = await start()
    })
    afterEach(() => current.stop())

    it('declares the capabilities of its type, each with the part that does it', () => {
      const { type, capabilities, inventory, inbound, orders, webhooks, labels } = current.connector
      expect([...capabilities].sort()).toEqual([...CAPABILITY_CATALOG[type]].sort())
      const can = (capability: (typeof capabilities)[number]) => capabilities.includes(capability)
      if (can('list_inventory')) expect(inventory).toBeDefined()
      if (can('push_inventory')) expect(inbound).toBeDefined()
      if (can('webhook_receipt')) expect(webhooks).toBeDefined()
      if (can('label_generation')) expect(labels).toBeDefined()
      if (can('cancel_order') && orders) expect(orders.cancel).toBeDefined()
    })

    it('accepts valid credentials and reports rejected ones without revealing them', async (context) => {
      const { connector, wrong, secrets, system } = current
      if (!connector.test) return context.skip()
      await connector.test(system())
      const error = await errorOf(connector.test(system({ credentials: wrong })), [
        ...secrets,
        ...Object.values(wrong).flatMap((value) => value ?? []),
      ])
      expect(error).toMatchObject({ code: 'AUTH_FAILED', isUnclear: false })
    })

    it('lists stock in pages, each SKU once', async (context) => {
      const { connector, system } = current
      if (!connector.inventory) return context.skip()
      const skus: string[] = []
      let cursor: string | null = null
      do {
        const { stock, next } = await connector.inventory.page(system(), cursor)
        skus.push(...stock.map(({ sku }) => sku))
        for (const { onHand } of stock) expect(Number.isSafeInteger(onHand)).toBe(true)
        cursor = next
      } while (cursor !== null)
      expect(new Set(skus).size).toBe(skus.length)
      for (const sku of current.skus) expect(skus).toContain(sku)
    })

    it('announces goods once for a reference', async (context) => {
      const { connector, system, skus } = current
      if (!connector.inbound) return context.skip()
      const { now } = system()
      const expectedAt = new Date(now.getTime() + 86_400_000).toISOString()
      const announcement = { reference: 'GR-1', expectedAt, lines: [{ sku: skus[0], name: 'Tea', quantity: 5 }] }
      const id = await connector.inbound.announce(system(), announcement)
      expect(id).not.toBe('')
      expect(await connector.inbound.announce(system(), announcement)).toBe(id)
    })

    describe('with orders', () => {
      beforeEach((context) => {
        if (!current.connector.orders) context.skip()
      })
      describeOrders(stage)
    })

    describe('with webhooks', () => {
      beforeEach((context) => {
        if (!current.connector.webhooks) context.skip()
      })
      describeWebhooks(stage)
    })
  })
}
