import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderInShop } from '../../lib/connectors/fulfilments/fulfilment.ts'
import type { OrderNotes } from '../../lib/connectors/fulfilments/order-note.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { connect, PLATFORMS, refusalOf } from './platforms.ts'
import { isWrite } from './servers/dock.ts'
import { sample } from './servers/sample.ts'
import { startShopify } from './servers/shopify.ts'

const { sylius: _, ...NOTING } = PLATFORMS
const NOTE = { mark: '01K9ZB4A7M2C5X8V1B6N3Q0W4E', title: 'Return RET-1', text: 'Refund of return RET-1, 39.90 EUR.' }

describe.each(Object.entries(NOTING))('a note at an order on %s', (type, start) => {
  /** A note cannot be changed there, so another one follows. */
  const isFinal = type === 'woocommerce'
  let platform: Awaited<ReturnType<typeof start>>
  let order: OrderInShop

  /** Writes like a new process. */
  const write = async (fields: Partial<typeof NOTE> = {}) => {
    const { connector, store } = connect(platform)
    return await (connector.notes as OrderNotes).write(store, order, { ...NOTE, ...fields })
  }
  const shown = () => platform.dock.notes?.(1) ?? []

  beforeEach(async () => {
    platform = await start()
    platform.put(sample(1, { quantity: 1 }))
    const { connector, store } = connect(platform)
    const found = await connector.orders.get(store, platform.refOf(1))
    order = { externalOrderId: found?.order.externalOrderId ?? '', raw: found?.raw }
  })
  afterEach(() => platform.server.stop())

  it('is written once, and not for the customer', async () => {
    const first = await write()
    expect(first).toEqual({ published: 'created', externalIds: [expect.any(String)] })
    expect(shown()).toEqual([{ text: expect.stringContaining(NOTE.text), isPublic: false }])
    const before = platform.server.asked.filter(isWrite).length
    expect(await write()).toEqual({ ...first, published: 'unchanged' })
    expect(platform.server.asked.filter(isWrite)).toHaveLength(before)
  })

  it('is brought up to date, and notes with other marks stay', async () => {
    await write({ mark: '01K9ZB4A7M2C5X8V1B6N3Q0W4F', text: 'Another.' })
    await write()
    const text = 'Refund of return RET-1, 39.90 EUR, credit note GS-1.'
    expect(await write({ text })).toMatchObject({ published: 'updated' })
    expect(await write({ text })).toMatchObject({ published: 'unchanged' })
    const expected = isFinal ? ['Another.', NOTE.text, text] : ['Another.', text]
    expect(shown().map((each) => each.text)).toEqual(expected.map((each) => expect.stringContaining(each)))
  })

  it.each(['lost', 'gone'] as const)('is not doubled whichever answer is %s', async (misbehaviour) => {
    for (let call = 1; call < 20; call++) {
      await platform.server.stop()
      platform = await start()
      platform.put(sample(1, { quantity: 1 }))
      let asked = 0
      platform.server.misbehaveAt((one) => !one.path.endsWith('/token') && ++asked === call, misbehaviour)
      await write().catch(() => undefined)
      const isOver = asked < call
      expect(await write()).toMatchObject({ published: expect.any(String) })
      expect(shown(), `call ${call}`).toHaveLength(1)
      if (isOver) return
    }
    throw new Error('the calls do not end')
  })

  it('is refused if the order is gone, or has an id that could lead elsewhere', async () => {
    platform.remove(1)
    expect(await write()).toEqual({ refused: expect.stringContaining('no longer has') })
    for (const externalOrderId of ['..', '1/../2', '?x', '']) {
      order = { externalOrderId, raw: {} }
      expect(await write(), externalOrderId).toEqual({ refused: expect.stringContaining('no longer has') })
    }
    expect(platform.server.asked.filter(isWrite)).toEqual([])
  })

  it('reports INSUFFICIENT_SCOPE if the credentials do not allow it', async () => {
    platform.forbid()
    expect(await refusalOf(write())).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
  })
})

describe('a note at an order', () => {
  it('is nothing that Sylius or a channel without a shop can have', () => {
    for (const type of ['sylius', 'manual'] as const) expect(getConnector(type).notes).toBeUndefined()
  })

  it('is a tag and a metafield on Shopify, and a refusal of either is told', async () => {
    const shop = await startShopify()
    shop.put(sample(1, { quantity: 1 }))
    const write = async (title: string) => {
      const { connector, store } = connect(shop)
      const order = { externalOrderId: '1', raw: {} }
      return await (connector.notes as OrderNotes).write(store, order, { ...NOTE, title })
    }
    expect(await write(`Return ${'9'.repeat(60)}`)).toMatchObject({ published: 'created' })
    expect(shop.notes.listTags(1)).toEqual([`Return ${'9'.repeat(33)}`])
    expect(await write('')).toEqual({ refused: expect.stringContaining('too long') })
    await shop.server.stop()
  })
})
