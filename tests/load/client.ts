import { setTimeout as pause } from 'node:timers/promises'
import type { Entry } from './ledger.ts'
import { type Ground, NOUNS, type Noun, READS } from './nouns.ts'
import type { Reply, Sender } from './sender.ts'

/** A tenant under load and what its clients were told. */
export interface Tenant {
  sender: Sender
  ground: Ground
  entries: Entry[]
  /** Pieces written off from the stock item: those that were acknowledged, and those of unclear outcome. */
  writtenOff: { sure: number; unclear: number }
}

/** Answers that all clients have seen. */
export interface Seen {
  ms: number[]
  statuses: Record<string, number>
  /** Sentences about answers that must not be. */
  wrong: string[]
}

export const newSeen = (): Seen => ({ ms: [], statuses: {}, wrong: [] })

type Answered = Reply | undefined

export interface Client {
  tenant: Tenant
  seen: Seen
  random: () => number
  /** Makes a name that nothing else has. */
  nextName: () => string
  /** True if the stack may go away in the middle of a request. */
  isCutOff?: boolean
}

/** A client that got no answer lets the stack start again. */
const AFTER_NO_ANSWER_MS = 100

const PROBLEM_STATUSES = [429, 503]
const SAYS_NOTHING_CHANGED = /Nothing was changed|overloaded\. Try again/

/** Sends a request and judges the form of its answer; returns undefined if there was none. */
const ask = async (
  { tenant, seen, isCutOff }: Client,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered> => {
  const begun = performance.now()
  const reply = await tenant.sender.send(method, path, body).catch((error: Error) => {
    if (!isCutOff) seen.wrong.push(`${method} ${path} had no answer: ${error.cause ?? error}`)
    return undefined
  })
  seen.ms.push(performance.now() - begun)
  const name = String(reply?.status ?? 'none')
  seen.statuses[name] = (seen.statuses[name] ?? 0) + 1
  if (!reply) {
    await pause(AFTER_NO_ANSWER_MS)
    return undefined
  }
  const of = `${method} ${path} answered ${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}`
  if (PROBLEM_STATUSES.includes(reply.status)) {
    if (!(Number(reply.retryAfter) > 0)) seen.wrong.push(`${of} without Retry-After`)
    if (reply.body.status !== reply.status) seen.wrong.push(`${of}, which is no problem`)
  } else if (reply.status >= 300) seen.wrong.push(of)
  return reply
}

type Outcome = 'yes' | 'no' | 'unclear'

/** Tells what an answer says about the change that was asked for. */
const decideOutcome = (reply: Answered): Outcome => {
  if (!reply) return 'unclear'
  if (reply.status < 300) return 'yes'
  return reply.status === 429 || SAYS_NOTHING_CHANGED.test(reply.body?.detail ?? '') ? 'no' : 'unclear'
}

const make = async (client: Client, noun: Noun) => {
  const { tenant, seen, nextName } = client
  const name = nextName()
  const reply = await ask(client, 'POST', noun.path, noun.make(name, tenant.ground))
  const made = decideOutcome(reply)
  const id: string | undefined = reply?.body?.id
  if (made === 'yes' && (reply?.status !== 201 || !id || noun.nameOf(reply.body) !== name))
    seen.wrong.push(`POST ${noun.path} answered ${reply?.status} without what it made: ${JSON.stringify(reply?.body)}`)
  const entry: Entry = { path: noun.path, name, made, names: [name], ...(made === 'yes' && id && { id }) }
  tenant.entries.push(entry)
  return entry
}

const read = async (client: Client, noun: Noun, { path, id, names, made }: Entry) => {
  const reply = await ask(client, 'GET', `${path}/${id}`)
  if (reply?.status !== 200) return
  const name = noun.nameOf(reply.body)
  if (reply.body.id !== id || made !== 'yes' || !names.includes(name))
    client.seen.wrong.push(`GET ${path}/${id} answered ${name} instead of ${names.join(' or ')}, ${made}`)
}

const rename = async (client: Client, noun: Noun, entry: Entry) => {
  const name = client.nextName()
  const outcome = decideOutcome(await ask(client, 'PATCH', `${entry.path}/${entry.id}`, noun.rename?.(name)))
  if (outcome === 'yes') entry.names = [name]
  if (outcome === 'unclear') entry.names.push(name)
}

const remove = async (client: Client, entry: Entry) => {
  const outcome = decideOutcome(await ask(client, 'DELETE', `${entry.path}/${entry.id}`))
  if (outcome === 'yes') entry.made = 'deleted'
  if (outcome === 'unclear') entry.made = 'unclear'
}

const writeOff = async (client: Client) => {
  const { tenant, random } = client
  const quantity = 1 + Math.floor(random() * 9)
  const path = `/api/inventory/stock-items/${tenant.ground.stockItemId}/write-off`
  const outcome = decideOutcome(await ask(client, 'POST', path, { quantity, reason: 'Load' }))
  if (outcome === 'yes') tenant.writtenOff.sure += quantity
  if (outcome === 'unclear') tenant.writtenOff.unclear += quantity
}

const readList = async (client: Client) => {
  const path = READS[Math.floor(client.random() * READS.length)] as string
  const reply = await ask(client, 'GET', path)
  if (reply?.status === 200 && (typeof reply.body !== 'object' || reply.body === null))
    client.seen.wrong.push(`GET ${path} answered 200 without JSON`)
}

/** Makes something and then reads, changes and deletes it, with reads of lists between; ends after a few requests. */
const makeAndUse = async (client: Client) => {
  const { random } = client
  const noun = NOUNS[Math.floor(random() * NOUNS.length)] as Noun
  const entry = await make(client, noun)
  await readList(client)
  if (entry.made !== 'yes' || !entry.id) return
  await read(client, noun, entry)
  if (noun.rename && random() < 1 / 2) {
    await rename(client, noun, entry)
    await read(client, noun, entry)
  }
  if (noun.isDeletable && random() < 1 / 2) await remove(client, entry)
}

/** Sends one request after the other, two in three of them reads, until told to stop. */
export const runClient = async (client: Client, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    await readList(client)
    await (client.random() < 1 / 8 ? writeOff(client) : makeAndUse(client))
  }
}
