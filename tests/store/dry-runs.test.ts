import { describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { Changes } from '../../lib/platform/changes.ts'
import { fallbackDeadline } from '../../lib/platform/deadline.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { entity, itemKey, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { find } from '../../lib/platform/store/lists/list.ts'
import { readOnly } from '../../lib/platform/store/table/read-only.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { timely } from '../../lib/platform/store/table/timely.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { readState } from '../generated/state.ts'

interface Crate extends Stored {
  label: string
}

const crates = entity<Crate>({
  name: 'crate',
  shape: 1,
  lists: [{ facets: [] }],
  unique: ({ label }) => ({ label }),
})

const { db } = app()
const run = <T>(tenant: Id, work: (unit: Unit) => Promise<T>, isDryRun = false) =>
  runInUnit(isDryRun ? readOnly(db) : db, { tenant, actor: null, now: new Date(), isDryRun }, work)

const begin = async () => {
  const tenant = newId(new Date())
  const crate = await run(tenant, async (unit) => unit.create(crates, { label: 'A' }))
  const before = await readState(tenant)
  const tryOut = async <T>(work: (unit: Unit) => Promise<T>) => {
    try {
      return await run(tenant, work, true)
    } finally {
      expect(await readState(tenant)).toEqual(before)
    }
  }
  return { tenant, crate, tryOut }
}

describe('a unit that is tried', () => {
  it('returns what it would return, and writes nothing', async () => {
    const { crate, tryOut } = await begin()
    const made = await tryOut(async (unit) => {
      unit.addToCounts({ pk: 'T#anything', sk: 'all' }, { n: 1 })
      return [unit.create(crates, { label: 'B' }), unit.update(crates, crate, { label: 'C' })]
    })
    expect(made).toMatchObject([
      { label: 'B', rev: 1 },
      { id: crate.id, label: 'C', rev: 2 },
    ])
  })

  it('is refused by the condition of a write', async () => {
    const { tenant, crate, tryOut } = await begin()
    const taken = tryOut(async (unit) => unit.create(crates, { label: 'A' }))
    await expect(taken).rejects.toMatchObject({ errorCode: 'ALREADY_EXISTS' })
    const update = {
      update: itemKey(tenant, crates, crate.id),
      set: 'SET #full = :full',
      values: { ':full': true, ':least': 2 },
      names: { '#full': 'is.full' },
    }
    const refuse = (current?: Item) => new Error(`the crate ${current?.label} is too young`)
    const refused = tryOut(async (unit) => unit.add({ ...update, when: '#rev >= :least' }, { refuse }))
    await expect(refused).rejects.toThrow('the crate A is too young')
    await tryOut(async (unit) => unit.add({ ...update, when: '#rev < :least' }, { refuse }))
  })

  it('is run again if data changed since it read them', async () => {
    const { tenant, crate } = await begin()
    const labels: string[] = []
    const changed = await run(
      tenant,
      async (unit) => {
        const read = (await find(db, crates, tenant, crate.id)) as Crate
        labels.push(read.label)
        if (labels.length === 1) await run(tenant, async (other) => other.update(crates, read, { label: 'Z' }))
        return unit.update(crates, read, { label: `${read.label}!` })
      },
      true,
    )
    expect([labels, changed.label]).toEqual([['A', 'Z'], 'Z!'])
    expect((await find(db, crates, tenant, crate.id))?.label).toBe('Z')
  })

  it('cannot write beside its unit', async () => {
    const put = { pk: `T#${newId(new Date())}#crate`, sk: 'x' }
    const table = readOnly(db)
    for (const write of [
      () => table.put({ put }),
      () => table.update({ update: put, set: 'SET #a = :a', values: { ':a': 1 } }),
      () => table.transact([{ put }]),
    ])
      await expect(write()).rejects.toThrow('outside its unit')
    expect(await db.get(put)).toBeUndefined()
    expect(await table.transact([{ check: put, when: 'attribute_not_exists(pk)' }])).toEqual({ committed: true })
  })

  it('counts as no change if its answer comes too late', async () => {
    const changes = new Changes()
    const table = timely(db, fallbackDeadline(), changes)
    const key = { pk: `T#${newId(new Date())}#crate`, sk: 'x' }
    await table.transact([{ check: key, when: 'attribute_not_exists(pk)' }])
    expect(changes.areNone).toBe(true)
    await table.transact([{ put: key }])
    expect(changes.areNone).toBe(false)
  })
})
