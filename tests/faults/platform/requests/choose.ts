import { newKey } from '../../world.ts'
import type { Asked } from '../asking.ts'
import type { Person, PlatformWorld } from '../world.ts'

/** Chooses a request that somebody sends, whether it is allowed or not. */
export type Choose = (world: PlatformWorld) => Asked | undefined

export const chooseAmong = (world: PlatformWorld, ...choices: readonly Choose[]): Asked | undefined =>
  world.pick(choices)?.(world)

/** Somebody who sends a request: mostly the owner, who may do everything, and now and then a stranger. */
export const chooseSender = ({ people, random, pick, foreigner }: PlatformWorld): Person | undefined => {
  const dice = random()
  if (dice < 0.03) return foreigner
  return dice < 0.83 ? people[0] : pick(people)
}

type Fields = Partial<Omit<Asked, 'url' | 'action'>>

/** A request that creates a resource, with a key. */
export const create = (world: PlatformWorld, action: string, url: string, body: object, creates?: string): Asked => ({
  ...{ action, method: 'POST', url, body, by: chooseSender(world), key: newKey() },
  ...(creates && { creates }),
})

export const change = (world: PlatformWorld, action: string, url: string, fields: Fields = {}): Asked => ({
  ...{ action, method: 'POST', url, by: chooseSender(world) },
  ...fields,
})
