import type { Reply } from '../asking.ts'
import { CANARY, type PlatformWorld } from '../world.ts'
import { findDerivedFaults, findPagingFaults } from './lists.ts'
import { findMessageFaults } from './messages.ts'
import { findMoneyFaults } from './money.ts'
import { findKeyFaults, findTrespasses } from './replies.ts'
import { findSalesFaults } from './runs.ts'
import { findEventFaults, findStateFaults, listLives } from './states.ts'

const SPELLINGS = [CANARY, Buffer.from(CANARY).toString('base64').slice(0, -2), Buffer.from(CANARY).toString('hex')]

/** Checks that no secret is in a stored item, a message, a mail or a call to another party. */
const findSecrets = ({ table, recorded, queue, mails, hooks }: PlatformWorld): string[] => {
  const places = { items: [table.all(), [...recorded.versions.values()]], queue, mails, hooks }
  return Object.entries(places).flatMap(([name, place]) => {
    const text = JSON.stringify(place)
    return SPELLINGS.some((spelling) => text.includes(spelling)) ? [`a secret is among the ${name}`] : []
  })
}

/** Lists everything that is wrong with the stored data once nothing is due any more. */
export const findViolations = async (world: PlatformWorld, replies: readonly Reply[]): Promise<string[]> => {
  const lives = listLives(world)
  return [
    ...findKeyFaults(world, replies, lives),
    ...findTrespasses(world, replies),
    ...findStateFaults(lives),
    ...findEventFaults(world, lives),
    ...findMessageFaults(world),
    ...findDerivedFaults(world),
    ...(await findPagingFaults(world)),
    ...findSalesFaults(world, lives),
    ...(await findMoneyFaults(world, lives)),
    ...findSecrets(world),
  ]
}
