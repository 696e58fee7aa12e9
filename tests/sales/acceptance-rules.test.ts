import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../lib/platform/id.ts'
import { aMember, type Member } from '../support/client.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'

const SETS = '/api/sales/acceptance-rule-sets'

let owner: Member
let channelId: string
beforeAll(async () => {
  owner = await aMember()
  channelId = (await aManualChannel(owner)).id
})

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

const rule = (field: string, operator: string, value?: string) => ({
  field,
  operator,
  ...(value !== undefined && { value }),
})
const above = (value: string) => [{ logic: 'and', rules: [rule('total', 'gt', value)] }]

const aSet = async (fields: object = {}) => {
  const { status, body, headers } = await owner.post(SETS, {
    channelId,
    name: 'High value',
    conditions: above('100000'),
    action: 'hold',
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return { body, at: headers.Location as string }
}

const taken = async (channel: string, row: object) => {
  await importing(owner, channel, [row])
  return (await ordersOf(owner, { channelId: channel })).orders[0] as { id: string; status: string }
}

describe('an acceptance rule set', () => {
  it('is stored with defaults filled in, shown and listed by channel', async () => {
    const { body, at } = await aSet()
    expect(body).toMatchObject({
      '@type': 'AcceptanceRuleSet',
      channelId,
      name: 'High value',
      conditions: [{ logic: 'and', rules: [{ field: 'total', operator: 'gt', value: '100000', description: null }] }],
      action: 'hold',
      isActive: true,
      priority: 0,
    })
    expect((await owner.get(at)).body).toEqual(body)
    const other = await aManualChannel(owner)
    const { body: second } = await aSet({ channelId: other.id })
    const listed = async (query: string) =>
      (await owner.get(`${SETS}?${query}`)).body.member.map(({ id }: { id: string }) => id)
    expect(await listed(`channelId=${other.id}`)).toEqual([second.id])
    expect((await listed('page=1')).slice(0, 2)).toEqual([second.id, body.id])
    expect((await (await aMember()).get(at)).status).toBe(404)
  })

  it('is refused if its conditions are too long to be stored together', async () => {
    const rules = Array.from({ length: 50 }, () => rule('number', 'in', 'x'.repeat(4000)))
    const given = { channelId, name: 'Many numbers', action: 'hold' }
    const conditions = Array.from({ length: 5 }, () => ({ rules }))
    expect(paths(await owner.post(SETS, { ...given, conditions }))).toEqual(['conditions'])
    const { at } = await aSet()
    expect(paths(await owner.patch(at, { conditions }))).toEqual(['conditions'])
    await owner.delete(at)
  })

  it('is rejected with all violations at once', async () => {
    const given = {
      channelId,
      name: ' ',
      conditions: [{ logic: 'xor', rules: [rule('a b', 'like', 'x')] }],
      action: 'burn',
    }
    expect(paths(await owner.post(SETS, given))?.sort()).toEqual([
      'action',
      'conditions[0].logic',
      'conditions[0].rules[0].field',
      'conditions[0].rules[0].operator',
      'name',
    ])
    expect(paths(await owner.post(SETS, { ...given, name: 'A', action: 'hold', conditions: above('much') }))).toEqual([
      'conditions[0].rules[0].value',
    ])
    const unknown = { name: 'A', action: 'hold', conditions: above('1'), channelId: newId(new Date()) }
    expect(paths(await owner.post(SETS, unknown))).toEqual(['channelId'])
  })

  it('decides on orders that are imported while it is active', async () => {
    const { id } = await aManualChannel(owner)
    const { body, at } = await aSet({ channelId: id, conditions: above('5000') })
    expect(await taken(id, aRow({ total: 5001 }))).toMatchObject({
      status: 'held',
      decidedBy: { ruleSetId: body.id, reason: 'High value: total gt 5000' },
    })
    expect((await taken(id, aRow({ total: 5000 }))).status).toBe('accepted')
    await owner.patch(at, { action: 'reject' })
    expect((await taken(id, aRow({ total: 5001 }))).status).toBe('rejected')
    await owner.patch(at, { isActive: false })
    expect((await taken(id, aRow({ total: 5001 }))).status).toBe('accepted')
  })

  it('decides before those with higher priority numbers, and can refer to additional members of an order', async () => {
    const { id } = await aManualChannel(owner)
    await aSet({ channelId: id, conditions: above('0'), action: 'reject', priority: 5 })
    await aSet({
      channelId: id,
      conditions: [{ rules: [rule('meta.tags', 'eq', 'vip')] }],
      action: 'hold',
      priority: 1,
    })
    expect((await taken(id, aRow({ meta: { tags: ['new', 'vip'] } }))).status).toBe('held')
    expect((await taken(id, aRow())).status).toBe('rejected')
  })

  it('does not match an order without its field, and the reason of the decision names that', async () => {
    const { id } = await aManualChannel(owner)
    await aSet({ channelId: id, name: 'VIP', conditions: [{ rules: [rule('meta.vip', 'eq', 'yes')] }], priority: 1 })
    await aSet({ channelId: id, conditions: above('5000'), priority: 2 })
    expect(await taken(id, aRow())).toMatchObject({
      status: 'accepted',
      decidedBy: { ruleSetId: null, reason: 'No rule set applies; the order does not have: meta.vip' },
    })
    expect(await taken(id, aRow({ total: 5001 }))).toMatchObject({
      status: 'held',
      decidedBy: { reason: 'High value: total gt 5000; the order does not have: meta.vip' },
    })
    expect(await taken(id, aRow({ meta: { vip: 'no' } }))).toMatchObject({
      decidedBy: { reason: 'No rule set applies' },
    })
  })

  it('is rejected if the channel has 50 already', async () => {
    const { id } = await aManualChannel(owner)
    for (let i = 0; i < 50; i++) await aSet({ channelId: id })
    const { status, body } = await owner.post(SETS, {
      channelId: id,
      name: 'A',
      conditions: above('1'),
      action: 'hold',
    })
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
  })
})

describe('a dry run', () => {
  it("shows how rules would decide on a channel's latest orders and why, and changes nothing", async () => {
    const { id } = await aManualChannel(owner)
    await importing(owner, id, [aRow({ total: 100, meta: { vip: 'yes' } }), aRow({ total: 9000 })])
    const { orders } = await ordersOf(owner, { channelId: id })
    const { body: standing } = await aSet({ channelId: id, conditions: above('5000'), action: 'reject' })
    const proposed = {
      name: 'VIP',
      conditions: [{ rules: [rule('meta.vip', 'eq', 'yes'), rule('meta.vip', 'exists')] }],
      action: 'hold',
      priority: -1,
    }
    const { status, body } = await owner.post(`${SETS}/dry-run`, { channelId: id, proposed })
    expect(status).toBe(200)
    expect(body).toMatchObject({ channelId: id, accept: 0, reject: 1, hold: 1 })
    const of = (total: number) => orders.find((each) => (each as unknown as { total: number }).total === total)?.id
    expect(body.decisions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ orderId: of(100), status: 'accepted', action: 'hold', ruleSetId: null }),
        expect.objectContaining({
          orderId: of(9000),
          action: 'reject',
          ruleSetId: standing.id,
          unknownFields: ['meta.vip'],
        }),
      ]),
    )
    expect((await ordersOf(owner, { channelId: id })).orders).toEqual(orders)
    expect((await owner.post(`${SETS}/dry-run`, { channelId: id, limit: 1 })).body.decisions).toHaveLength(1)
  })
})

it.each(['id', 'decided', 'channelId', 'countedOn'])(
  'a dry run decides on an order like its import did, also by the member %s of its payload',
  async (field) => {
    const { id } = await aManualChannel(owner)
    await aSet({ channelId: id, conditions: [{ rules: [rule(field, 'neq', 'theirs')] }] })
    const orders = [
      await taken(id, aRow()),
      await taken(id, aRow({ [field]: 'theirs' })),
      await taken(id, aRow({ [field]: 'other' })),
    ]
    expect(orders.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'held'])
    const { body } = await owner.post(`${SETS}/dry-run`, { channelId: id })
    expect(body).toMatchObject({ accept: 2, hold: 1, reject: 0 })
  },
)

describe('an order that is held', () => {
  const held = async () => {
    const { id } = await aManualChannel(owner)
    await aSet({ channelId: id, conditions: above('0') })
    return { channel: id, order: await taken(id, aRow()) }
  }
  const analytics = async (channel: string) => (await owner.get(`/api/sales/channels/${channel}/analytics`)).body

  it('is accepted or rejected once with a reason, and counted accordingly', async () => {
    const { channel, order } = await held()
    expect(await analytics(channel)).toMatchObject({ ordersHeldForReview: 1, acceptanceRate: 0, totalRevenue: 0 })
    const accepted = await owner.post(`/api/sales/orders/${order.id}/accept`)
    expect(accepted.body).toMatchObject({
      status: 'accepted',
      decidedBy: { ruleSetId: null, reason: 'Accepted by hand' },
    })
    expect(await analytics(channel)).toMatchObject({ ordersHeldForReview: 0, acceptanceRate: 1, totalRevenue: 2580 })
    const again = await owner.post(`/api/sales/orders/${order.id}/reject`, { reason: 'Too late' })
    expect([again.status, again.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])

    const other = await held()
    expect((await owner.post(`/api/sales/orders/${other.order.id}/reject`, {})).status).toBe(400)
    const rejected = await owner.post(`/api/sales/orders/${other.order.id}/reject`, { reason: 'No such street' })
    expect(rejected.body).toMatchObject({
      status: 'rejected',
      decidedBy: { ruleSetId: null, reason: 'No such street' },
    })
    expect((await ordersOf(owner, { channelId: other.channel, status: 'rejected' })).total).toBe(1)
    expect((await ordersOf(owner, { channelId: other.channel, status: 'held' })).total).toBe(0)
  })

  it('is decided by exactly one of several concurrent requests', async () => {
    const { channel, order } = await held()
    const at = `/api/sales/orders/${order.id}`
    const answers = await Promise.all([
      ...[1, 2].map(() => owner.post(`${at}/accept`)),
      ...[1, 2].map(() => owner.post(`${at}/reject`, { reason: 'No' })),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { ordersAccepted, ordersRejected, ordersHeldForReview } = await analytics(channel)
    expect([ordersAccepted + ordersRejected, ordersHeldForReview]).toEqual([1, 0])
  })
})
