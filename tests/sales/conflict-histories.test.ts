import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { aMember } from '../support/client.ts'
import { runPartitions } from './runs.ts'
import { aShop } from './shops.ts'
import { simulating } from './sync.ts'

const HISTORIES = Number(process.env.HISTORIES ?? 3)
const SEED = 20_261_121
const VARIANTS = 3

beforeAll(() => simulating())
afterAll(() => useApp(undefined))

type Said = Record<'name' | 'price', string | number>
/** Baseline, the values of each side, and the open conflicts. */
interface Known {
  id: string
  base: Said
  mine: Said
  theirs: Said | null
  open: Map<string, unknown>
}

const PATHS = { name: '/name', price: '/prices/EUR' } as const
const FIELDS = ['name', 'price'] as const
const isSame = (a: Said, b: Said) => FIELDS.every((field) => a[field] === b[field])

/** Determines conflicts independently of the platform's implementation. */
const conflictsOf = ({ base, mine, theirs }: Known): Map<string, unknown> => {
  if (!theirs) return new Map(isSame(base, mine) ? [] : [['', null]])
  const both = FIELDS.filter((field) => new Set([base[field], mine[field], theirs[field]]).size === 3)
  return new Map(both.map((field) => [PATHS[field], [base[field], mine[field], theirs[field]]]))
}

const at = fc.nat(VARIANTS - 1)
const said: fc.Arbitrary<{ field: keyof Said; value: string | number }> = fc.oneof(
  fc.record({ field: fc.constant('name' as const), value: fc.constantFrom('A', 'B', 'C') }),
  fc.record({ field: fc.constant('price' as const), value: fc.constantFrom(1, 2, 3) }),
)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('change mine' as const), at, said }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('change theirs' as const), at, said }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete theirs' as const), at }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('detect' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('accept mine' as const), at, fails: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('accept theirs' as const), at }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('publish' as const), force: fc.boolean() }) },
)

/** Brings a variant into conflict, ends that, changes the variant again and publishes it. */
const episode = fc.record({ at, isForced: fc.boolean() }).map((given): Step[] => {
  const sayAt = (does: 'change mine' | 'change theirs', value: string): Step => {
    return { does, at: given.at, said: { field: 'name', value } }
  }
  return [
    sayAt('change theirs', 'Theirs'),
    sayAt('change mine', 'Mine'),
    { does: 'detect' },
    given.isForced ? { does: 'publish', force: true } : { does: 'accept mine', at: given.at, fails: false },
    sayAt('change mine', 'Mine again'),
    { does: 'publish', force: false },
  ]
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const steps = fc.array(step, { minLength: 1, maxLength: 8 })

const aHistory = async () => {
  const owner = await aMember()
  const channel = await aShop(owner, VARIANTS)
  const path = `/api/sales/channels/${channel.id}`
  await owner.post(`${path}/catalog/import`)
  await runPartitions(owner)
  const { member } = (await owner.get('/api/catalog/variants')).body
  const known = [...(await channel.sold()).values()].map(({ sku, content }): Known => {
    const is = { name: content.name, price: content.prices.EUR as number }
    const { id } = member.find((each: { sku: string }) => each.sku === sku)
    return { id, base: is, mine: is, theirs: is, open: new Map() }
  })
  const skuOf = (place: number) => `SIM-${place}`
  const soldAt = (place: number) => channel.find(skuOf(place))
  const exchanged = (one: Known) => Object.assign(one, { base: one.mine, theirs: one.mine, open: new Map() })

  const resolve = async ({ id, open }: Known, resolution: string, wanted: number) => {
    const { status } = await owner.post(`${path}/catalog/variants/${id}/resolve-conflict`, { resolution })
    const isPublished = resolution === 'accept_mine'
    expect(status).toBe(open.size || isPublished ? wanted : 200)
    return isPublished && status === 200
  }

  const taken = async (next: Step) => {
    const one = known['at' in next ? next.at : 0] as Known
    switch (next.does) {
      case 'change mine': {
        one.mine = { ...one.mine, [next.said.field]: next.said.value }
        const prices = [{ currency: 'EUR', amount: one.mine.price }]
        await owner.patch(`/api/catalog/variants/${one.id}`, { name: one.mine.name, prices })
        return
      }
      case 'change theirs': {
        const sold = await soldAt(next.at)
        if (!sold || !one.theirs) return
        one.theirs = { ...one.theirs, [next.said.field]: next.said.value }
        const { name, price } = one.theirs
        await channel.change(sold.externalVariantId, {}, { name: String(name), prices: { EUR: Number(price) } })
        return
      }
      case 'delete theirs': {
        const sold = await soldAt(next.at)
        if (sold) await channel.remove(sold.externalVariantId)
        one.theirs = null
        return
      }
      case 'detect': {
        expect((await owner.post(`${path}/catalog/detect-conflicts`)).status).toBe(200)
        for (const each of known) each.open = conflictsOf(each)
        return
      }
      case 'accept mine': {
        await owner.patch(path, { connectorConfig: { fail_percent: next.fails ? '100' : '0' } })
        if (await resolve(one, 'accept_mine', next.fails ? 502 : 200)) exchanged(one)
        await owner.patch(path, { connectorConfig: {} })
        return
      }
      case 'accept theirs': {
        await resolve(one, 'accept_theirs', 409)
        return
      }
      case 'publish': {
        const { force } = next
        expect((await owner.post(`${path}/catalog/publish`, { force })).status).toBe(202)
        await runPartitions(owner)
        for (const each of known) if (force || (!isSame(each.base, each.mine) && !each.open.size)) exchanged(each)
      }
    }
  }

  const target = `commerce:///sales/channels/${channel.id}`
  const check = async () => {
    const query = new URLSearchParams({ target, status: 'open', itemsPerPage: '100' })
    const { body } = await owner.get(`/api/data-exchange/conflicts?${query}`)
    for (const [place, { id, open, theirs }] of known.entries()) {
      const own = body.member.filter(({ variantId }: { variantId: string }) => variantId === id)
      const found = own.map(({ field, base, mine, theirs: there }: Record<string, unknown>) => [
        field,
        field === '' ? null : [base, mine, there],
      ])
      expect(new Map(found)).toEqual(open)
      expect(own).toHaveLength(open.size)
      const sold = await soldAt(place)
      expect(sold ? { name: sold.content.name, price: sold.content.prices.EUR } : null).toEqual(theirs)
    }
  }
  return { taken, check }
}

it('lists exactly the fields that changed on both sides after any sequence of events', {
  timeout: 60_000 + HISTORIES * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, episode, steps, async (before, resolved, after) => {
      const { taken, check } = await aHistory()
      for (const next of [...before, ...resolved, ...after, { does: 'detect' as const }]) {
        await taken(next)
        await check()
      }
    }),
    { numRuns: HISTORIES, seed: SEED, endOnFailure: !process.env.HISTORIES },
  )
})
