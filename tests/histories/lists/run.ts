import { type Id, newId } from '../../../lib/platform/id.ts'
import { fromItem } from '../../../lib/platform/store/entities/entity.ts'
import { list } from '../../../lib/platform/store/lists/list.ts'
import { runInUnit, type Unit } from '../../../lib/platform/store/unit.ts'
import { ASKED, KINDS, listPages, type Parcel, SPANS, START, selectExpected } from '../../store/parcels.ts'
import { openWorld, type World, type Wrap } from '../world.ts'

const PARCELS = 60
const WRITERS = 4
const CHANGES = 4
const READERS = 3
const PAGES = 6
const SIZES = [3, 7, 20] as const
const DAY_MS = 86_400_000
const FAULTS = {
  throttle: 0.05,
  conflict: 0.1,
  lostReply: 0.05,
  crashBefore: 0.01,
  crashAfter: 0.02,
  duplicate: 0.1,
}

type Asked = (typeof ASKED)[number]

/** Fills lists of one kind, with creation times within one span, and returns what clients do with them. */
const openLists = async (world: World) => {
  const { app, random, among, clock } = world
  const pick = <T>(all: readonly T[]): T => all[among(all.length)] as T
  const tenant = newId(clock())
  const kind = pick(Object.values(KINDS))
  const spanMs = pick(Object.values(SPANS))
  const anyId = (): Id => newId(new Date(START + among(spanMs)))
  const anyFields = () => ({
    status: pick(['open', 'closed', 'void'] as const),
    owner: pick(['ann', 'ann', 'bob'] as const),
    size: pick(['small', 'large', null] as const),
    due: new Date(START + (random() < 0.7 ? 20 : 15 + among(10)) * DAY_MS).toISOString().slice(0, 10),
  })
  const readAll = (): Parcel[] => world.list(tenant, kind.name).map(fromItem<Parcel>)
  const inUnit = (change: (unit: Unit) => Promise<void>) =>
    runInUnit(app.db, { tenant, actor: null, now: clock() }, change)
  for (let left = PARCELS; left; left--)
    await inUnit(async (unit) => void unit.create(kind, { ...anyFields(), id: anyId() }))
  return {
    pick,
    readAll,
    /** Creates a resource, or changes or deletes one that may be gone by then. */
    changeOne() {
      const { id } = pick(readAll())
      const [dice, fields, newOne] = [random(), anyFields(), anyId()]
      return inUnit(async (unit) => {
        const item = dice < 0.3 ? undefined : await app.db.get({ pk: `T#${tenant}#${kind.name}`, sk: id })
        if (!item) unit.create(kind, { ...fields, id: newOne })
        else if (dice < 0.8) unit.update(kind, fromItem<Parcel>(item), fields)
        else unit.remove(kind, fromItem<Parcel>(item))
      })
    },
    readPage: (asked: Asked, page: number, itemsPerPage: number) =>
      list(app.db, kind, tenant, { ...asked, page, itemsPerPage }),
  }
}

type Lists = Awaited<ReturnType<typeof openLists>>

/** Reads and writes at once, and returns what is wrong in the pages and totals. */
const readUnderWrites = async (world: World, { pick, readAll, changeOne, readPage }: Lists): Promise<string[]> => {
  const { among, begin, work } = world
  const wrong: string[] = []
  let begun = 0
  let ended = 0
  const write = async () => {
    for (let left = CHANGES; left; left--) {
      begun++
      await work(changeOne)
      ended++
    }
  }
  const read = async () => {
    for (let left = PAGES; left; left--) {
      const [asked, page, size] = [pick(ASKED), 1 + among(5), pick(SIZES)]
      const [before, underWay, first] = [selectExpected(readAll(), asked).length, begun - ended, begun]
      const { items, totalItems } = await readPage(asked, page, size)
      const changes = underWay + begun - first
      const about = `${JSON.stringify(asked)}, page ${page} of ${size}`
      if (new Set(items.map(({ id }) => id)).size < items.length) wrong.push(`${about} has a resource twice`)
      if (items.length > size) wrong.push(`${about} has ${items.length} resources`)
      if (Math.abs(totalItems - before) > changes)
        wrong.push(`${about} counts ${totalItems} of ${before} while ${changes} changes were under way`)
    }
  }
  for (let writer = 0; writer < WRITERS; writer++) begin(`writer ${writer}`, write)
  for (let reader = 0; reader < READERS; reader++) begin(`reader ${reader}`, read)
  await world.run()
  return wrong
}

/** Reads pages of all lists and compares them with what is stored. */
const readAtRest = async ({ pick, readAll, readPage }: Lists): Promise<string[]> => {
  const wrong: string[] = []
  for (const asked of ASKED) {
    const expected = selectExpected(readAll(), asked)
    const size = pick(SIZES)
    for (const page of new Set(listPages(expected.length, size))) {
      const { items, totalItems } = await readPage(asked, page, size)
      const wanted = expected.slice((page - 1) * size, page * size)
      const isRight = totalItems === expected.length && items.length === wanted.length
      if (!isRight || items.some(({ id, rev }, place) => id !== wanted[place]?.id || rev !== wanted[place]?.rev))
        wrong.push(`${JSON.stringify(asked)}, page ${page} of ${size}: ${totalItems} told, ${expected.length} there`)
    }
  }
  return wrong
}

/** Reads lists under writes, and at rest, and returns what is wrong in their pages and totals. */
export const listBySeed = async (seed: number, wrap?: Wrap) => {
  const world = await openWorld(seed, wrap)
  try {
    const lists = await openLists(world)
    Object.assign(world.faults, { switches: FAULTS, isOn: world.random() < 0.7 })
    const wrong = await readUnderWrites(world, lists)
    world.faults.isOn = false
    wrong.push(...(await readAtRest(lists)))
    return { wrong, tally: { ...world.tally, changes: WRITERS * CHANGES, pages: READERS * PAGES } }
  } finally {
    world.close()
  }
}
