import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../../lib/platform/id.ts'
import { entity, newRecord, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { type Action, keyOf, MAX_ACTIONS, type Table } from '../../lib/platform/store/table/table.ts'
import type { TimelinePart } from '../../lib/platform/store/timelines/timeline.ts'
import { Unit } from '../../lib/platform/store/unit.ts'

interface Thing extends Stored {
  owner: string
  colour: 'red' | 'green' | null
  label: string
  code: string | null
}

const things = entity<Thing>({
  name: 'thing',
  shape: 1,
  lists: [
    { facets: ['colour'], sums: ({ label }) => ({ length: label.length }) },
    { by: ['owner'], facets: [] },
  ],
  search: ({ label }) => label,
  unique: ({ code }) => ({ code }),
  timeline: {
    of: ({ owner }) => (owner === 'anna' ? order : null),
    uri: ({ id }) => `commerce:///things/${id}`,
    tell: ({ colour }, before) => (colour === before?.colour ? [] : [{ step: 'order.changed' }]),
    removed: 'order.cancelled',
  },
})

const now = new Date('2026-03-01T10:00:00Z')
const tenant = newId(now)
const order = newId(now)

/** A unit whose transaction can be read once it is committed. */
const createRecordedUnit = (reserve = 0) => {
  const committed: Action[] = []
  const table = {
    transact: async (actions: readonly Action[]) => {
      committed.push(...actions)
      return { committed: true } as const
    },
  }
  const unit = new Unit(table as unknown as Table, { tenant, actor: null, now, reserve, shard: 1 })
  const commit = async () => {
    await unit.commit()
    return committed
  }
  return { unit, commit }
}

const anyThing = fc.record({
  owner: fc.constantFrom('anna', 'bert'),
  colour: fc.constantFrom('red' as const, 'green' as const, null),
  label: fc
    .array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon'), { maxLength: 5 })
    .map((words) => words.join(' ')),
  code: fc.option(fc.uuid()),
})
const anyStep = fc.oneof(
  anyThing.map((fields) => (unit: Unit, id: string) => void unit.create(things, { ...fields, id })),
  fc.tuple(anyThing, anyThing).map(([from, to]) => (unit: Unit, id: string) => {
    unit.update(things, { ...newRecord(id), ...from }, to)
  }),
  anyThing.map((fields) => (unit: Unit, id: string) => unit.remove(things, { ...newRecord(id), ...fields })),
  anyThing.map((fields) => (unit: Unit, id: string) => {
    unit.require(things, { ...newRecord(id), ...fields })
    unit.require(things, { ...newRecord(id), ...fields })
  }),
  fc.constant((unit: Unit, id: string) =>
    unit.emit('iam.identity.password_reset', {
      subject: null,
      data: { identityId: id, email: `${id}@example.com`, firstName: 'Kim', sealedToken: 'sealed' },
    }),
  ),
  fc.constant((unit: Unit) => unit.schedule('sales.conflicts.close', { tenant, channelId: tenant })),
  fc.constant((unit: Unit, id: string) => {
    const key = { pk: `T#${tenant}#carrier`, sk: id }
    unit.add({ put: key })
    unit.timelines.carry(order, key)
  }),
)
const anyAttempt = fc.record({
  steps: fc.array(anyStep, { minLength: 1, maxLength: 12 }),
  throws: fc.boolean(),
  waits: fc.boolean(),
})
type Attempt = typeof anyAttempt extends fc.Arbitrary<infer A> ? A : never

/** Returns the entries of an item of the audit trail, whose ids follow from the item's. */
const readEntries = (action: Action) => JSON.parse(String('put' in action && action.put.body)).entries

/** Returns the steps of the order that an action writes. */
const readSteps = (action: Action) =>
  'put' in action ? (action.put.timeline as TimelinePart | undefined)?.steps : undefined

/** Returns the committed actions, without the random ids of events, tasks, entries of the audit trail and timelines. */
const describeActions = (actions: readonly Action[]) =>
  actions.map((action) => {
    const { pk, sk } = keyOf(action)
    if (pk.endsWith('#audit')) return readEntries(action)
    const steps = readSteps(action)
    if (steps) return { pk, steps }
    return /#(outbox|task)$|^P#addressed/.test(pk) ? pk : { ...action, pk, sk }
  })

test('an attempt never lets a transaction exceed the limit, and leaves nothing behind when it is rolled back', async () => {
  let rolledBack = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAttempt, { maxLength: 20 }),
      fc.nat(10),
      fc.nat(10),
      async (attempts, reserve, ofScope) => {
        const { unit, commit } = createRecordedUnit(ofScope)
        const kept: [Attempt, string[]][] = []
        for (const attempt of attempts) {
          const ids = attempt.steps.map(() => newId(now))
          const work = () => {
            for (const [i, step] of attempt.steps.entries()) step(unit, ids[i] as string)
            if (attempt.throws) throw new Error('not this one')
            return ids.length
          }
          const before = unit.size
          const outcome = attempt.waits
            ? await unit.attempt(async () => work(), reserve).catch(() => 'thrown')
            : (() => {
                try {
                  return unit.attempt(work, reserve)
                } catch {
                  return 'thrown'
                }
              })()
          if (attempt.throws) expect(outcome).toBe('thrown')
          if (outcome === undefined || outcome === 'thrown') expect(unit.size).toBe(before)
          else {
            expect(outcome).toEqual({ result: ids.length })
            expect(unit.size + reserve + ofScope).toBeLessThanOrEqual(MAX_ACTIONS)
            kept.push([attempt, ids])
          }
          if (outcome === undefined) rolledBack++
        }
        const other = createRecordedUnit()
        for (const [{ steps }, ids] of kept) for (const [i, step] of steps.entries()) step(other.unit, ids[i] as string)
        const committed = unit.size ? await commit() : []
        expect(committed).toHaveLength(unit.size)
        expect(describeActions(committed)).toEqual(describeActions(await other.commit()))
      },
    ),
  )
  expect(rolledBack).toBeGreaterThan(0)
})

test('a rolled back attempt restores the tenant of the unit', () => {
  const { unit } = createRecordedUnit()
  unit.schedule('sales.conflicts.close', { tenant, channelId: tenant })
  const outcome = unit.attempt(() => {
    unit.within(newId(now))
    for (let i = 0; i < MAX_ACTIONS; i++) unit.schedule('sales.conflicts.close', { tenant, channelId: tenant })
  })
  expect(outcome).toBeUndefined()
  expect(unit.tenant).toBe(tenant)
  expect(unit.size).toBe(1)
})

const tooMuch = (unit: Unit) => {
  for (let i = 0; i <= MAX_ACTIONS; i++) unit.schedule('sales.conflicts.close', { tenant, channelId: tenant })
}

test('an attempt that exceeds a transaction of its own can give way to other work', async () => {
  const { unit, commit } = createRecordedUnit()
  expect(unit.attempt(() => tooMuch(unit))).toBeUndefined()
  unit.schedule('sales.conflicts.close', { tenant, channelId: tenant })
  expect(await commit()).toHaveLength(1)
})

test('a unit that is empty because nothing fits throws, so that it is not repeated forever', async () => {
  const { unit, commit } = createRecordedUnit()
  unit.attempt(() => tooMuch(unit))
  await expect(commit()).rejects.toThrow('does not fit a transaction of its own')
})

test('a unit that writes nothing is no failure if a smaller attempt says why', async () => {
  const { unit, commit } = createRecordedUnit()
  unit.attempt(() => tooMuch(unit))
  const gone = () => {
    throw new Error('the stock is gone')
  }
  expect(() => unit.attempt(gone)).toThrow('the stock is gone')
  expect(await commit()).toEqual([])
})
