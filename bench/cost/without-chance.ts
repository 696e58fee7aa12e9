import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import zlib from 'node:zlib'
import { newId } from '../../lib/platform/id.ts'
import { seeded } from '../../tests/support/faults.ts'

export interface Chance {
  /** Begins the random choices of a seed. */
  seed(seed: number): void
}

export interface Clock {
  set(to: Date): void
  /** Moves the time on. */
  pass(ms: number): void
  /** Ends timers as if so much time had passed, without moving the time. */
  endTimers(ms: number): void
}

const answerAtOnce =
  <T>(work: (data: zlib.InputType) => T) =>
  (data: zlib.InputType, callback: (error: null, result: T) => void) =>
    callback(null, work(data))

/** Derives ids and random choices from a seed for the rest of the process, and replaces its clock by the returned one. */
export const stopChance = (): Clock & Chance => {
  let next = seeded(0)
  const random = () => next()
  let isFilled = false
  const fill = <T extends NodeJS.ArrayBufferView>(view: T): T => {
    isFilled = true
    const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength)
    for (let place = 0; place < bytes.length; place++) bytes[place] = Math.floor(random() * 256)
    return view
  }
  const randomUUID = () => {
    const hex = fill(Buffer.alloc(16)).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  Object.assign(crypto, { randomFillSync: fill, randomBytes: (size: number) => fill(Buffer.alloc(size)), randomUUID })
  // Packing takes several turns of the thread pool, and how many depends on the load of the machine.
  Object.assign(zlib, { gzip: answerAtOnce(zlib.gzipSync), gunzip: answerAtOnce(zlib.gunzipSync) })
  mock.method(Math, 'random', random)
  mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  const Running = Date
  globalThis.Date = class extends Running {
    constructor(...given: ConstructorParameters<DateConstructor>) {
      super(...(given.length ? given : ([now] as never)))
    }
    static override now = () => now
  } as DateConstructor
  syncBuiltinESMExports()
  return {
    seed: (seed) => {
      // Uses up the bytes that were drawn for ids before.
      for (isFilled = false; !isFilled; ) newId(new Date())
      next = seeded(seed)
      for (isFilled = false; !isFilled; ) newId(new Date())
    },
    set: (to) => {
      now = to.getTime()
    },
    pass: (ms) => {
      now += ms
    },
    endTimers: (ms) => mock.timers.tick(ms),
  }
}
