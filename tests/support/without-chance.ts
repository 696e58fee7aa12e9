import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import { newId } from '../../lib/platform/id.ts'

/** Derives ids, pauses and random choices from the seed until the returned function is called. */
export const withoutChance = (random: () => number) => {
  const { randomFillSync, randomUUID } = crypto
  let isFilled = false
  const fill = <T extends NodeJS.ArrayBufferView>(view: T): T => {
    isFilled = true
    const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength)
    for (let place = 0; place < bytes.length; place++) bytes[place] = Math.floor(random() * 256)
    return view
  }
  crypto.randomFillSync = fill as typeof randomFillSync
  crypto.randomUUID = (() => {
    const hex = fill(Buffer.alloc(16)).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }) as typeof randomUUID
  const chance = mock.method(Math, 'random', random)
  mock.timers.enable({ apis: ['setTimeout'] })
  // After the timers were replaced, since pauses import theirs by name.
  syncBuiltinESMExports()
  // Uses up the random bytes that were drawn before.
  while (!isFilled) newId(new Date(0))
  return () => {
    mock.timers.reset()
    chance.mock.restore()
    Object.assign(crypto, { randomFillSync, randomUUID })
    syncBuiltinESMExports()
  }
}
