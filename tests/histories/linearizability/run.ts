import { chooseFaults, openWorld, type Wrap } from '../world.ts'
import { movementsOfStock } from './movements.ts'
import { makeMoments } from './recorder.ts'
import { codesOfCarriers, fieldsOfPartner, piecesOfStock, variantsOfAssortment } from './subjects.ts'

export const SUBJECTS = [fieldsOfPartner, piecesOfStock, variantsOfAssortment, codesOfCarriers, movementsOfStock]
const CLIENTS = 5
const REQUESTS = 8

/** Lets clients change and read the same thing at once, with faults, and returns what no order of their requests explains. */
export const recordBySeed = async (seed: number, wrap?: Wrap) => {
  const world = await openWorld(seed, wrap)
  try {
    const stage = { world, caller: await world.addCaller(), moment: makeMoments() }
    const subject = await (SUBJECTS[seed % SUBJECTS.length] as (typeof SUBJECTS)[number])(stage)
    chooseFaults(world)
    for (let client = 0; client < CLIENTS; client++)
      world.begin(`client ${client}`, async () => {
        for (let left = REQUESTS; left; left--) await subject.act()
      })
    await world.run()
    world.faults.isOn = false
    world.begin('reader', subject.read)
    await world.run()
    return { wrong: subject.check(), tally: { ...world.tally, operations: subject.countOperations() } }
  } finally {
    world.close()
  }
}
