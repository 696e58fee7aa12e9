import { setTimeout as pause } from 'node:timers/promises'
import { type Client, isProblem } from '../../client/src/index.ts'
import type { Notes } from './notes.ts'

/** Whoever makes the demo tenant: a client of the API that remembers, over restarts, what it has done. */
export interface Maker {
  client: Client
  tenantId: string
  /** Address of the API. */
  api: string
  /** Address of the page with all mails. */
  mails: string
  /** Address that accepts webhooks. */
  receiver: string
  /** Returns what an earlier call or start made under this name; otherwise finds or makes it. */
  once: (
    name: string,
    make: (options: { idempotencyKey: string }) => Promise<string>,
    find?: () => Promise<string | undefined>,
  ) => Promise<string>
  /** Makes a change once. A state that does not allow it means that an interrupted start has made it. */
  change: (name: string, make: () => Promise<unknown>) => Promise<void>
  /** Asks again and again until there is an answer; throws with these words after ten minutes. */
  until: <T>(what: string, ask: () => Promise<T | undefined | false>) => Promise<T>
  /** Returns the value of a step that came before; throws if there is none. */
  known: (name: string) => string
  /** Invokes a scheduled function now. */
  runSchedule: (name: string) => Promise<void>
}

interface MakerOptions extends Pick<Maker, 'client' | 'tenantId' | 'api' | 'mails' | 'receiver' | 'runSchedule'> {
  notes: Notes
  /** Aborts between two steps and while waiting. */
  signal: AbortSignal
}

const PAUSE_MS = 500
const MAX_WAIT_MS = 600_000

export const createMaker = ({ notes, signal, ...rest }: MakerOptions): Maker => {
  const once: Maker['once'] = async (name, make, find) => {
    const noted = notes.find(name)
    if (noted !== undefined) return noted
    signal.throwIfAborted()
    // Only an interrupted start can have made it without noting it; the key finds it for a day, the list for longer.
    const value = (await find?.()) ?? (await make({ idempotencyKey: `demo ${name}` }))
    await notes.add(name, value)
    return value
  }
  return {
    ...rest,
    once,
    async change(name, make) {
      await once(name, async () => {
        await make().catch((error: unknown) => {
          if (!isProblem(error, 'OPERATION_NOT_ALLOWED')) throw error
        })
        return 'done'
      })
    },
    async until(what, ask) {
      const end = Date.now() + MAX_WAIT_MS
      for (;;) {
        signal.throwIfAborted()
        const answer = await ask()
        if (answer) return answer
        if (Date.now() > end) throw new Error(`${what} took more than ${MAX_WAIT_MS / 1000} seconds.`)
        await pause(PAUSE_MS, undefined, { signal })
      }
    },
    known(name) {
      const value = notes.find(name)
      if (value === undefined) throw new Error(`The demo tenant has no ${name}.`)
      return value
    },
  }
}
