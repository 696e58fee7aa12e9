import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { receivedStock } from '../inventory/stocking.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readPdf } from '../support/pdf.ts'
import {
  aConnected,
  anInternal,
  anOrder,
  aPolicy,
  aRouted,
  ORDERS,
  ordersOf,
  playing,
  settled,
  stocking,
} from './fulfilling.ts'

const PICK_LISTS = '/api/fulfilment/pick-lists'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const picked = (fulfilmentOrderIds: string[], fields: object = {}) =>
  owner.post(PICK_LISTS, { fulfilmentOrderIds, locale: 'en_US', ...fields })

const readText = async ({ storagePath }: { storagePath: string }) => {
  const { pages } = await readPdf(await app().files.get(storagePath))
  return pages.join(' ').replace(/\s+/g, ' ')
}

describe('a pick list', () => {
  it('has the reserved lots and serial units of several orders, sorted by SKU and last day', async () => {
    const custodian = await anInternal(owner)
    const at = { custodianId: custodian.id }
    const [kettle, tea, cup] = [
      await aVariant(owner, { sku: 'P-KETTLE' }),
      await aVariant(owner, { sku: 'P-TEA' }),
      await aVariant(owner, { sku: 'P-CUP' }),
    ]
    await receivedStock(owner, { ...at, variantId: kettle.id, quantity: 2, serialNumbers: ['K-2', 'K-1'] })
    const lots = [
      { code: 'LATE', quantity: 5, expiresOn: '2099-12-31' },
      { code: 'SOON', quantity: 2, expiresOn: '2098-12-31' },
    ]
    await receivedStock(owner, { ...at, variantId: tea.id, quantity: 7, lots })
    await stocking(owner, cup.id, custodian.id, 9)
    const ids: string[] = []
    for (const lines of [
      [
        { sku: 'P-TEA', quantity: 3 },
        { sku: 'P-KETTLE', quantity: 2 },
      ],
      [{ sku: 'P-CUP', quantity: 4 }],
    ]) {
      const order = await anOrder(owner, lines)
      await settled()
      ids.push((await ordersOf(owner, order.id))[0].id)
    }
    const { status, body } = await picked(ids)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ type: 'pick_list', status: 'final', source: 'fulfilment' })
    const text = await readText(body)
    const order = ['P-CUP', 'P-KETTLE', 'K-1, K-2', 'P-TEA', 'SOON', 'LATE'].map((word) => text.indexOf(word))
    expect(order.every((index) => index > 0)).toBe(true)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect((await picked([...ids].reverse())).body.id).toBe(body.id)
    const { body: lines } = await owner.get(`${ORDERS}/${ids[1]}`)
    await owner.post(`${ORDERS}/${ids[1]}/hand-over`, {
      parcels: [{ lines: [{ lineId: lines.lines[0].id, quantity: 3 }] }],
    })
    const later = (await picked(ids)).body
    expect(later.supersedes).toBe(body.id)
  })

  it('is refused for orders of two custodians, unknown ones, closed ones and those that a system works', async () => {
    const [one, other] = [await aRouted(owner), await aRouted(owner)]
    const unknown = '01K9ZB4A7M2C5X8V1B6N3Q0W4E'
    const wrong = await picked([one.fulfilmentOrder.id, other.fulfilmentOrder.id, unknown])
    expect(wrong.status).toBe(400)
    expect(wrong.body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'fulfilmentOrderIds[1]',
      'fulfilmentOrderIds[2]',
    ])
    await owner.post(`${ORDERS}/${one.fulfilmentOrder.id}/hand-over`, { parcels: [{}] })
    expect((await picked([one.fulfilmentOrder.id])).status).toBe(409)
    playing()
    const connected = await aRouted(owner, { custodian: await aConnected(owner) })
    const refused = await picked([connected.fulfilmentOrder.id])
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('system')])
  })
})
