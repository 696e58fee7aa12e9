import { type Received, send } from '../../support/client.ts'
import { Crash, serve } from '../../support/faults.ts'
import { CANARY, noteWrites, type Person, type PlatformWorld, type Written } from './world.ts'

export interface Asked {
  /** Name of the request in messages, such as `create invoice`. */
  action: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET'
  url: string
  body?: unknown
  by: Person | undefined
  /** Idempotency-Key of the request. */
  key?: string
  headers?: Record<string, string>
  /** Kind of the stored item that it creates; its id is that of the answer. */
  creates?: string
}

/** The outcome of a request as its sender knows it. */
export interface Reply extends Asked {
  status: number | 'crash'
  /** Time of the answer. */
  at: number
  id?: string
}

const REQUEST_MS = 28_000
const PATIENCE = 8

/**
 * Items of a simulated shop, which is asked before the platform commits, and of webhooks there, which are checked soon then.
 */
const OF_SHOP = /^T#[^#]+#(simulated-store\?|channel-hooks\n)/
/** Items that are written with webhooks before a shop is asked: the way to their channel and the entry in the audit trail. */
const PREPARED = /^(P#channel-hook#|T#[^#]+#audit\n)/

/** Lists the writes that a refused request must not have made. */
const listOwnWrites = (keys: readonly string[]): string[] => {
  const isPreparing = keys.some((key) => key.startsWith('P#channel-hook#'))
  return keys.filter((key) => !OF_SHOP.test(key) && !(isPreparing && PREPARED.test(key)))
}

/** Lists what is wrong with an answer, whatever was asked. */
const findAnswerFaults = (asked: Asked, answer: Received, { keys }: Written, isStorm: boolean): string[] => {
  const { status, headers, body, text } = answer
  const found: string[] = []
  if (text.includes(CANARY)) found.push('shows a secret')
  if (status < 400) return found
  // Whoever owns the channel sees webhooks whose signature does not match.
  const isLogged = status === 401 && asked.url.startsWith('/hooks/')
  if (status >= 500 && !(status === 503 && isStorm) && status !== 502 && status !== 504)
    found.push(`was answered ${status}: ${text}`)
  const isProblem = String(headers['Content-Type']).startsWith('application/problem+json')
  if (!isProblem || body.status !== status || !body.errorCode) found.push(`was refused without a problem: ${text}`)
  if ((status === 429 || status === 503) && !headers['Retry-After']) found.push(`${status} has no Retry-After`)
  const own = listOwnWrites(keys)
  if (status < 500 && own.length && !isLogged)
    found.push(`was refused with ${status} ${body.detail} and wrote ${own.join(', ')}`)
  return found
}

const sendOnce = async (world: PlatformWorld, asked: Asked): Promise<Reply> => {
  const { method, url, body, by, key, headers = {} } = asked
  const sky = world.nextWeather()
  const written: Written = { keys: [] }
  const until = world.clock().getTime() + REQUEST_MS
  const sent = {
    ...(body !== undefined && { body }),
    headers: {
      ...(by?.token && { authorization: `Bearer ${by.token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...headers,
    },
    from: `198.51.100.${1 + world.among(250)}`,
    context: { getRemainingTimeInMillis: () => until - world.clock().getTime() },
  }
  try {
    const answer = await noteWrites(written, () =>
      serve({ weather: sky, tenant: by?.tenant }, () => send(method, url, sent)),
    )
    for (const fault of findAnswerFaults(asked, answer, written, world.faults.isOn))
      world.wrong.push(`${asked.action} (${method} ${url}) ${fault}`)
    const { status, body: made } = answer
    world.count(`${asked.action} ${status}`)
    return {
      ...asked,
      status,
      at: world.clock().getTime(),
      ...(status < 300 && made?.id && { id: made.id }),
    }
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    world.count('crashes')
    return { ...asked, status: 'crash', at: world.clock().getTime() }
  } finally {
    world.noteWeather(sky)
  }
}

/** Begins to send a request. One with a key is repeated until its sender knows the outcome. */
export const begin = (world: PlatformWorld, asked: Asked, replies: Reply[]): void =>
  world.scheduler.begin(asked.action, async () => {
    for (let attempt = 1; attempt <= PATIENCE; attempt++) {
      const reply = await sendOnce(world, asked)
      replies.push(reply)
      const isUnknown = reply.status === 'crash' || Number(reply.status) >= 500
      if (!isUnknown || asked.key === undefined) return
    }
  })
