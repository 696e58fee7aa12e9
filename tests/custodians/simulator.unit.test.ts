import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedOrder } from '../../lib/custodians/simulator/custodian-state.ts'
import { listDueDeliveries, planDeliveries } from '../../lib/custodians/simulator/deliveries.ts'
import { readSimulation } from '../../lib/custodians/simulator/simulation.ts'
import { simulator } from '../../lib/custodians/simulator/simulator.ts'
import { computeFulfilment, listChangeTimes } from '../../lib/custodians/simulator/timeline.ts'
import { aDispatch, errorOf } from './contract.ts'
import { startSimulator } from './servers/simulator.ts'

const START = '2026-03-02T10:00:00.000Z'
const later = (steps: number) => new Date(Date.parse(START) + steps * 60_000)
const LATE = 1000

const percent = () => fc.integer({ min: 0, max: 100 })
const anOrder = fc.record({
  reference: fc.stringMatching(/^FO-[0-9A-Z]{26}$/),
  lines: fc.array(fc.record({ sku: fc.constantFrom('TEA', 'POT', 'CUP'), quantity: fc.integer({ min: 1, max: 5 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  placedAt: fc.constant(START),
  cancelledAt: fc.constantFrom(null, null, later(1).toISOString()),
})
const aSimulation = fc
  .record({
    split_percent: percent(),
    short_percent: percent(),
    late_percent: percent(),
    lost_percent: percent(),
    damaged_percent: percent(),
    refused_percent: fc.constantFrom(0, 0, 50),
    twice_percent: percent(),
    disorder_percent: percent(),
    silent_percent: percent(),
  })
  .map((settings) =>
    readSimulation({
      accountId: 'seed',
      integrationId: new URLSearchParams(
        Object.entries(settings).map(([name, value]) => [name, String(value)]),
      ).toString(),
    }),
  )

const sumPieces = (lines: readonly { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const buildOrder = (reference: string): PlacedOrder => ({
  reference,
  lines: [{ sku: 'TEA', quantity: 3 }],
  placedAt: START,
  cancelledAt: null,
})

const withSettings = (settings: string) => readSimulation({ accountId: 'seed', integrationId: settings })

describe('the timeline of a simulated custodian', () => {
  it('hands over or cancels exactly what was ordered, whatever happens', () => {
    fc.assert(
      fc.property(anOrder, aSimulation, (order, simulation) => {
        const { state, parcels, cancelled } = computeFulfilment(order, simulation, later(LATE))
        if (state === 'refused') return
        const pieces = sumPieces([...parcels.flatMap(({ lines }) => lines), ...cancelled])
        expect(pieces).toBe(sumPieces(order.lines))
        expect(['closed', 'cancelled']).toContain(state)
        for (const { lines } of parcels) expect(sumPieces(lines)).toBeGreaterThan(0)
      }),
    )
  })

  it('changes only at the times that it lists, and never takes back what it showed', () => {
    fc.assert(
      fc.property(anOrder, aSimulation, (order, simulation) => {
        const times = listChangeTimes(order, simulation)
        let events = 0
        for (const [i, time] of times.entries()) {
          const here = computeFulfilment(order, simulation, new Date(time))
          const next = times[i + 1]
          if (next) expect(computeFulfilment(order, simulation, new Date(Date.parse(next) - 1))).toEqual(here)
          const count = here.parcels.flatMap((parcel) => parcel.events).length
          if (here.state !== 'cancelled') expect(count).toBeGreaterThanOrEqual(events)
          events = count
        }
      }),
    )
  })

  it('ends late, short, lost, damaged or refused if it is told to', () => {
    const end = (settings: string) => computeFulfilment(buildOrder('FO-1'), withSettings(settings), later(LATE))
    const statesOf = (settings: string) =>
      end(settings).parcels.flatMap(({ events }) => events.map(({ state }) => state))
    expect(end('short_percent=100')).toMatchObject({ state: 'closed', cancelled: [{ sku: 'TEA', quantity: 1 }] })
    expect(statesOf('lost_percent=100&split_percent=0')).toContain('lost')
    expect(statesOf('damaged_percent=100&split_percent=0')).toContain('damaged')
    expect(statesOf('lost_percent=100&split_percent=100')).toEqual(expect.arrayContaining(['lost', 'delivered']))
    expect(end('refused_percent=100')).toMatchObject({ state: 'refused', reason: expect.any(String), parcels: [] })
    const late = end('late_percent=100&split_percent=0').parcels[0]
    expect((late?.handedOverAt ?? '') > (late?.promisedBy ?? '')).toBe(true)
    expect(late?.events.map(({ flag }) => flag)).toContain('delayed')
    expect(end('split_percent=100').parcels).toHaveLength(2)
    expect(end('split_percent=0').parcels).toHaveLength(1)
  })
})

describe('the webhooks of a simulated custodian', () => {
  it('tell of every change once, unless some come twice or never', () => {
    fc.assert(
      fc.property(anOrder, aSimulation, (order, simulation) => {
        const times = listChangeTimes(order, simulation)
        const planned = planDeliveries(order, simulation)
        const indexes = new Set(planned.map(({ index }) => index))
        if (simulation.silent_percent === 0) expect(indexes.size).toBe(times.length)
        for (const { at, changedAt } of planned) expect(at >= changedAt).toBe(true)
        expect(planned.map(({ at }) => at)).toEqual(planned.map(({ at }) => at).sort())
      }),
    )
  })

  it('come twice, out of order or never if they are told to', () => {
    const plan = (settings: string) =>
      planDeliveries(buildOrder('FO-1'), withSettings(settings)).map(({ index }) => index)
    const all = plan('')
    expect(all).toEqual(all.map((_, i) => i))
    expect(plan('twice_percent=100')).toEqual(all.flatMap((i) => [i, i]))
    expect(plan('silent_percent=100')).toEqual([])
    const disordered = plan('disorder_percent=50')
    expect(disordered).not.toEqual(all)
    expect([...disordered].sort((a, b) => a - b)).toEqual(all)
  })

  it('are sent once each by whoever asks for those since the last time', async () => {
    const stage = startSimulator()
    const dispatch = aDispatch(stage.skus)
    await simulator.orders?.dispatch(stage.system(), dispatch)
    const seen: string[] = []
    let after = ''
    for (let i = 0; i < 30; i++) {
      const { deliveries } = await listDueDeliveries(stage.system(), dispatch.reference, after)
      seen.push(...deliveries.map(({ headers }) => String(headers['webhook-id'])))
      after = stage.now().toISOString()
      stage.pass(1)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(5)
  })
})

describe('the faults of a simulated custodian', () => {
  it('lose the answer of a dispatch that arrived, or the dispatch itself, once', async () => {
    const stage = startSimulator('unclear_percent=100')
    const outcomes = new Set<boolean>()
    for (let i = 0; i < 12; i++) {
      const dispatch = aDispatch(stage.skus)
      const call = () => simulator.orders?.dispatch(stage.system(), dispatch) ?? Promise.reject(new Error('no orders'))
      expect(await errorOf(call())).toMatchObject({ code: 'UNAVAILABLE', isUnclear: true })
      outcomes.add((await stage.read(dispatch.reference)) !== undefined)
      expect((await call()).reference).toBe(dispatch.reference)
    }
    expect([...outcomes].sort()).toEqual([false, true])
    expect(await stage.countOrders()).toBe(12)
  })

  it('fail and limit calls as often as they are told to', async () => {
    const codes: string[] = []
    const stage = startSimulator('fail_percent=30&rate_limit_percent=30')
    for (let i = 0; i < 60; i++)
      codes.push(
        await stage.read('FO-1').then(
          () => 'OK',
          ({ code }) => code,
        ),
      )
    expect(new Set(codes)).toEqual(new Set(['OK', 'UPSTREAM_ERROR', 'RATE_LIMITED']))
  })

  it.each([['moon=1'], ['lost_percent=101'], ['lost_percent=-1'], ['step_seconds=x']])(
    'need settings that exist: %s',
    async (settings) => {
      expect(await errorOf(startSimulator(settings).read('FO-1'))).toMatchObject({
        code: 'INVALID_CONFIG',
        isUnclear: false,
      })
    },
  )

  it('take the pieces of an order off the stock once, also if it is dispatched twice at once', async () => {
    const stage = startSimulator()
    const { connector, system, skus } = stage
    const dispatch = aDispatch(skus)
    await Promise.all([1, 2, 3].map(() => connector.orders?.dispatch(system(), dispatch)))
    const { stock } = (await connector.inventory?.page(system(), null)) ?? { stock: [] }
    expect(stock.find(({ sku }) => sku === skus[0])).toEqual({ sku: skus[0], onHand: 98 })
  })

  it('leave a cancellation to the time before the shelf', async () => {
    const stage = startSimulator()
    const cancel = async (reference: string) =>
      await simulator.orders?.cancel?.(stage.system(), { reference, remoteId: '' })
    const [early, late] = [aDispatch(stage.skus), aDispatch(stage.skus)]
    for (const dispatch of [early, late]) await simulator.orders?.dispatch(stage.system(), dispatch)
    expect(await cancel(early.reference)).toEqual({ answer: 'accepted' })
    stage.pass(2)
    expect(await cancel(late.reference)).toMatchObject({ answer: 'refused' })
    stage.pass(20)
    expect((await stage.read(early.reference))?.state).toBe('cancelled')
    expect((await stage.read(late.reference))?.state).toBe('closed')
  })
})
