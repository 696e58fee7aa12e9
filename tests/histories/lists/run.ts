import { type Id, newId } from '../../../lib/platform/id.ts'
import { fromItem } from '../../../lib/platform/store/entities/entity.ts'
import { list } from '../../../lib/platform/store/lists/list.ts'
import { runInUnit } from '../../../lib/platform/store/unit.ts'
import { ASKED, KINDS, listPages, type Parcel, SPANS, START, selectExpected } from '../../store/parcels.ts'
import { openWorld, type Wrap } from '../world.ts'

const PARCELS = 60
const WRITERS = 4
const CHANGES = 4
const READERS = 3
const PAGES = 6
const SIZES = [3, 7, 20] as const
const DAY_MS = 86_400_000

type Asked = (typeof ASKED)[number]

/** Lists under writes, and at rest, and returns what is wrong in their pages and totals. */
export const listBySeed = async (seed: number, wrap?: Wrap) => {
  const world = await openWorld(seed, wrap)
  try {
    const { app, random, among, clock, begin, run, work } = world
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
    const inUnit = (change: Parameters<typeof runInUnit<void>>[2]) =>
      runInUnit(app.db, { tenant, actor: null, now: clock() }, change)
    for (let left = PARCELS; left; left--)
      await inUnit(async (unit) => void unit.create(kind, { ...anyFields(), id: anyId() }))

    const wrong: string[] = []
    let begun = 0
    let ended = 0
    const write = async () => {
      for (let left = CHANGES; left; left--) {
        const known = pick(readAll())
        const [dice, fields, id] = [random(), anyFields(), anyId()]
        begun++
        await work(() =>
          inUnit(async (unit) => {
            const before = dice < 0.3 ? undefined : await unit.load(kind, known.id).catch(() => undefined)
            if (!before) unit.create(kind, { ...fields, id })
            else if (dice < 0.8) unit.update(kind, before, fields)
            else unit.remove(kind, before)
          }),
        )
        ended++
      }
    }
    const ask = async (asked: Asked, page: number, itemsPerPage: number) => {
      const [before, underWay, first] = [selectExpected(readAll(), asked).length, begun - ended, begun]
      const { items, totalItems } = await list(app.db, kind, tenant, { ...asked, page, itemsPerPage })
      const changes = underWay + begun - first
      const about = `${JSON.stringify(asked)}, page ${page} of ${itemsPerPage}`
      if (new Set(items.map(({ id }) => id)).size < items.length) wrong.push(`${about} has a resource twice`)
      if (items.length > itemsPerPage) wrong.push(`${about} has ${items.length} resources`)
      if (Math.abs(totalItems - before) > changes)
        wrong.push(`${about} counts ${totalItems} of ${before} while ${changes} changes were under way`)
    }
    Object.assign(world.faults, { isOn: random() < 0.7 })
    world.faults.switches = {
      throttle: 0.05,
      conflict: 0.1,
      lostReply: 0.05,
      crashBefore: 0.01,
      crashAfter: 0.02,
      duplicate: 0.1,
    }
    for (let writer = 0; writer < WRITERS; writer++) begin(`writer ${writer}`, write)
    for (let reader = 0; reader < READERS; reader++)
      begin(`reader ${reader}`, async () => {
        for (let left = PAGES; left; left--) await ask(pick(ASKED), 1 + among(5), pick(SIZES))
      })
    await run()
    world.faults.isOn = false

    let pages = 0
    for (const asked of ASKED) {
      const expected = selectExpected(readAll(), asked)
      const size = pick(SIZES)
      for (const page of new Set(listPages(expected.length, size))) {
        const { items, totalItems } = await list(app.db, kind, tenant, { ...asked, page, itemsPerPage: size })
        const wanted = expected.slice((page - 1) * size, page * size)
        const isRight = totalItems === expected.length && items.length === wanted.length
        if (!isRight || items.some(({ id, rev }, place) => id !== wanted[place]?.id || rev !== wanted[place]?.rev))
          wrong.push(`${JSON.stringify(asked)}, page ${page} of ${size}: ${totalItems} told, ${expected.length} there`)
        pages++
      }
    }
    return { wrong, tally: { ...world.tally, changes: begun, pages: pages + READERS * PAGES } }
  } finally {
    world.close()
  }
}
