import { beforeEach, describe, expect, it } from 'vitest'
import {
  aConnected,
  anInternal,
  aPolicy,
  aRouted,
  INCIDENTS,
  ORDERS,
  POLICIES,
  playing,
  remote,
  settled,
  statusOf,
} from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { pollAfter } from './world.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const HOUR = 60
const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member

/** An order that a custodian's system has, which answers nothing until `known` says otherwise. */
const aSilent = async (policy: object = {}) => {
  await aPolicy(owner, policy)
  const { known } = playing({
    async dispatch(_system, { reference }) {
      known.set(reference, remote(reference, { state: null }))
      return remote(reference, { state: null })
    },
  })
  const routed = await aRouted(owner, { custodian: await aConnected(owner) })
  const { reference } = routed.fulfilmentOrder
  await pollAfter(HOUR / 2)
  return { ...routed, answer: (fields: object) => known.set(reference, remote(reference, fields)) }
}

describe('a custodian that neither accepts nor refuses an order', () => {
  it('is told to people once the time of the policy is over, once', async () => {
    const { order, fulfilmentOrder } = await aSilent({ answerHours: 3 })
    await pollAfter(2 * HOUR)
    expect(await openIncidents()).toEqual([])
    await pollAfter(3 * HOUR)
    const [incident] = await openIncidents()
    expect(incident).toMatchObject({ reason: 'no_answer', fulfilmentOrderId: fulfilmentOrder.id })
    expect(incident.description).toContain('has had the order for 3 hours')
    expect(await statusOf(owner, order.id)).toBe('blocked')
    await owner.post(`${INCIDENTS}/${incident.id}/resolve`, { note: 'They work on it' })
    await pollAfter(9 * HOUR)
    expect(await openIncidents()).toEqual([])
  })

  it('ends the incident with its answer', async () => {
    const { order, answer } = await aSilent({ answerHours: 1 })
    await pollAfter(2 * HOUR)
    expect(await openIncidents()).toHaveLength(1)
    answer({ state: 'accepted' })
    await pollAfter(3 * HOUR)
    expect(await openIncidents()).toEqual([])
    expect(await statusOf(owner, order.id)).toBe('in_progress')
  })

  it('is not one that has accepted an order and works on it for days', async () => {
    await aPolicy(owner, { answerHours: 1 })
    playing()
    await aRouted(owner, { custodian: await aConnected(owner) })
    for (const hours of [0.5, 30, 60]) await pollAfter(hours * HOUR)
    expect(await openIncidents()).toEqual([])
  })

  it('has a day where the policy names no hours, and is not waited for once the order is cancelled', async () => {
    const { fulfilmentOrder } = await aSilent()
    await pollAfter(23 * HOUR)
    expect(await openIncidents()).toEqual([])
    await owner.post(`${ORDERS}/${fulfilmentOrder.id}/cancel`, { reason: 'No answer' })
    await settled()
    await pollAfter(25 * HOUR)
    expect((await openIncidents()).filter(({ reason }: { reason: string }) => reason === 'no_answer')).toEqual([])
  })
})

it('the hours of a policy are shown, changed and bounded', async () => {
  const custodianIds = [(await anInternal(owner)).id]
  const made = await owner.post(POLICIES, { name: 'Fast', rules: [{ name: 'Any', custodianIds }] })
  expect([made.status, made.body.answerHours]).toEqual([201, 24])
  expect((await owner.patch(`${POLICIES}/${made.body.id}`, { answerHours: 2 })).body).toMatchObject({ answerHours: 2 })
  const refused = await owner.patch(`${POLICIES}/${made.body.id}`, { answerHours: 0 })
  expect([refused.status, refused.body.violations?.[0]?.propertyPath]).toEqual([400, 'answerHours'])
})
