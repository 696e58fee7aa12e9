import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CustodianError } from '../../lib/custodians/custodian-connector.ts'
import { getCustodianConnector } from '../../lib/custodians/registry.ts'
import { aPolicy, aRouted, ORDERS, playing } from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { aCustomCustodian, follow, inMinutes, pollAfter, tell } from './world.ts'

const connector = getCustodianConnector('custom')
const { orders, webhooks } = connector

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})
afterEach(() => {
  Object.assign(connector, { orders, webhooks })
})

/** A custodian whose system does not keep our references, with what it is asked for. */
const aForgetfulSystem = async () => {
  const asked: unknown[] = []
  const system = playing()
  const { find, dispatch } = system.orders
  system.orders.find = async (...given) => {
    asked.push(given[2])
    return await find(...given)
  }
  let isLost = true
  system.orders.dispatch = async (...given) => {
    const remote = await dispatch(...given)
    if (isLost) {
      isLost = false
      throw new CustodianError('UNAVAILABLE', 'No answer came.', { isUnclear: true })
    }
    return remote
  }
  return { asked, custodian: await aCustomCustodian(owner) }
}

describe('an order at a system that does not keep our references', () => {
  it('is asked for with its number and the id there, after a lost answer, by webhooks, polls and cancellations', async () => {
    const { asked, custodian } = await aForgetfulSystem()
    const { order, fulfilmentOrder } = await aRouted(owner, { custodian })
    expect(asked).toEqual([])
    await follow(owner, inMinutes(3))
    const { number: orderNumber } = order
    expect(asked).toMatchObject([{ remoteId: null, orderNumber }])
    const remoteId = `R-${fulfilmentOrder.reference}`

    const notice = { topic: 'changed', eventId: null, order: { reference: fulfilmentOrder.reference } }
    Object.assign(connector, { webhooks: { ...webhooks, read: () => notice } })
    expect((await tell(custodian, { any: 'thing' })).status).toBe(202)
    await follow(owner, inMinutes(4))
    await pollAfter(60)
    await owner.post(`${ORDERS}/${fulfilmentOrder.id}/cancel`, { reason: 'Not wanted' })
    await follow(owner, inMinutes(61))
    expect(asked.length).toBeGreaterThanOrEqual(4)
    for (const known of asked.slice(1)) expect(known).toMatchObject({ remoteId, orderNumber })
  })
})
