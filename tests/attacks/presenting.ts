import { aMember, type Received } from '../support/client.ts'
import { PLACES, type Place } from './places.ts'
import { describeAnswer, type Presented } from './presented.ts'

export interface NamedPlace extends Place {
  name: string
}

export const NAMED_PLACES: readonly NamedPlace[] = Object.entries(PLACES).map(([name, place]) => ({ name, ...place }))

const someone = await aMember()

/** Makes a request with a credential of its own. */
export const makePresented = ({ make }: Place): Promise<Presented> => make(someone)

/** Replaces every letter and digit: the result has the same form, and nobody issued it. */
export const invent = (credential: string): string =>
  credential.replaceAll(/[a-z]/g, 'q').replaceAll(/[A-Z]/g, 'Q').replaceAll(/\d/g, '0')

/** Returns true for what an unknown credential is told, and for what validation says of a text that cannot be one. */
export const isRefusal = (unknown: string, { name }: NamedPlace, answer: Received): boolean =>
  [unknown, `400 VALIDATION_ERROR ${name.slice(name.indexOf('.') + 1)}`].includes(describeAnswer(answer))

/** Presents texts at a place, which is made again before its wrong tries are used up. */
export const presentAt = (place: NamedPlace) => {
  const { tries = Number.POSITIVE_INFINITY } = place
  let made: Promise<Presented> | undefined
  let used = 0
  return async (change: (own: string) => string): Promise<Received> => {
    if (!made || ++used >= tries) [made, used] = [makePresented(place), 0]
    const { credential, present } = await made
    return await present(change(credential))
  }
}
