import { expect, test } from 'vitest'
import { seeded } from '../support/faults.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { describeAnswer } from './presented.ts'
import { invent, isRefusal, NAMED_PLACES, type NamedPlace, presentAt } from './presenting.ts'

process.env.LOG_LEVEL = 'SILENT'

const part = proofPart(30)
/** Consecutive cases share a place, since what takes long is to make it. */
const AT_ONE_PLACE = 10

const findPlace = (seed: number) => NAMED_PLACES[Math.floor(seed / AT_ONE_PLACE) % NAMED_PLACES.length] as NamedPlace

const VISIBLE = /^[!-~]$/
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Flips one bit of what the last sign stands for in base64; some of its bits may stand for nothing. */
const flipLastBit = (text: string, bit: number) =>
  text.slice(0, -1) + BASE64.charAt(BASE64.indexOf(text.slice(-1)) ^ (1 << bit))

/** Flips one bit of a credential, so that the result can still be sent in a header or a path. */
const flipBit = (text: string, seed: number, spell = (each: string) => each): string => {
  const random = seeded(seed)
  const draw = (below: number) => Math.floor(random() * below)
  if (draw(4) === 0 && BASE64.includes(text.slice(-1))) {
    const altered = flipLastBit(text, draw(6))
    if (spell(altered) !== spell(text)) return altered
  }
  for (;;) {
    const place = draw(text.length)
    const flipped = String.fromCharCode(text.charCodeAt(place) ^ (1 << draw(7)))
    const altered = text.slice(0, place) + flipped + text.slice(place + 1)
    if (VISIBLE.test(flipped) && spell(altered) !== spell(text)) return altered
  }
}

test(`a credential with a flipped bit is refused as if it were unknown, in ${part.count} flips`, {
  timeout: 120_000 + part.count * 2000,
}, async () => {
  const wrong: string[] = []
  for (const [place, seeds] of Map.groupBy(seedsOf(part), findPlace)) {
    const present = presentAt(place)
    const unknown = describeAnswer(await present(invent))
    for (const seed of seeds) {
      const answer = await present((credential) => flipBit(credential, seed, place.spell))
      if (!isRefusal(unknown, place, answer))
        wrong.push(`${replay('bit-flips', seed)}: ${place.name}: ${describeAnswer(answer)}`)
    }
    const own = await present((credential) => credential)
    if (isRefusal(unknown, place, own)) wrong.push(`${place.name} refuses its own: ${describeAnswer(own)}`)
  }
  recordFigures({ flips: part.count })
  expect(wrong).toEqual([])
})
