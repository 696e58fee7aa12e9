import { CAPABILITY_CATALOG } from '../../lib/warehousing/custodian.ts'
import { CUSTODIAN_TYPES } from '../../schemas/warehousing/custodian.ts'
import { FAULTS, type Switches, seeded } from '../support/faults.ts'
import { type Asked, ask, newKey, type World } from './world.ts'

const PARTNERS = '/api/partner/partners'
const CUSTODIANS = '/api/warehousing/custodians'

const one = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** Enables each fault in about half of the runs, with a probability that differs per run. */
export const switchesOf = (seed: number): Partial<Switches> => {
  const random = seeded(seed ^ 0x5eed)
  const strongest = {
    throttle: 0.2,
    conflict: 0.2,
    lostReply: 0.15,
    crashBefore: 0.06,
    crashAfter: 0.1,
    duplicate: 0.3,
  }
  return Object.fromEntries(
    FAULTS.map((fault) => [fault, random() < 0.5 ? 0 : strongest[fault] * random()] as const),
  ) as Partial<Switches>
}

const WORDS = ['Nord', 'Süd', 'Ost', 'West', 'Hafen', 'Kontor', 'Lager', 'Speicher']
const typeOf = ({ random }: World) => (random() < 0.5 ? 'custom' : one(random, CUSTODIAN_TYPES))
const nameOf = ({ random }: World) => `${one(random, WORDS)} ${one(random, WORDS)}`

/** The `taxId` marks the request, so that the resource it created can be found. */
const createPartner = (world: World): Asked => {
  const mark = newKey()
  return {
    action: 'create partner',
    method: 'post',
    url: PARTNERS,
    body: { name: nameOf(world), taxId: mark },
    key: mark,
  }
}

const createCustodian = (world: World): Asked => {
  const { random, partners } = world
  const type = typeOf(world)
  const connectionConfig = type === 'custom' && random() < 0.5 ? { apiKey: 'opens-nothing' } : null
  const body = { partnerId: one(random, partners), type, name: nameOf(world), connectionConfig }
  return { action: 'create custodian', method: 'post', url: CUSTODIANS, body, key: newKey() }
}

const onboard = (world: World): Asked => {
  const { random, partners } = world
  const body = { partnerId: one(random, partners), type: typeOf(world), name: nameOf(world) }
  return { action: 'onboard', method: 'post', url: `${CUSTODIANS}/onboard`, body }
}

const rename = (world: World): Asked => {
  const target = one(world.random, world.partners)
  return { action: 'rename', method: 'patch', url: `${PARTNERS}/${target}`, body: { name: nameOf(world) }, target }
}

const transition = (world: World): Asked => {
  const { random, custodians } = world
  const target = one(random, custodians)
  const action = one(random, ['suspend', 'suspend', 'suspend', 'reactivate', 'reactivate', 'reactivate', 'disconnect'])
  return { action, method: 'post', url: `${CUSTODIANS}/${target}/${action}`, body: {}, target }
}

const change = (world: World): Asked => {
  const { random, custodians } = world
  const target = one(random, custodians)
  const at = `${CUSTODIANS}/${target}`
  if (random() < 0.4)
    return {
      action: 'connect',
      method: 'put',
      url: `${at}/connection-config`,
      body: { connectionConfig: { apiKey: `opens-nothing-${random()}` } },
      target,
    }
  const action = one(random, ['enable-capability', 'disable-capability'])
  return {
    action,
    method: 'post',
    url: `${at}/${action}`,
    body: { capability: one(random, CAPABILITY_CATALOG.custom) },
    target,
  }
}

/** Repeats an answered request, or its key with another body. */
const again = ({ random, replies }: World): Asked | undefined => {
  const acknowledged = replies.filter(({ action, status, key }) => action === 'create partner' && status === 201 && key)
  if (!acknowledged.length) return undefined
  const { action, method, url, body, key } = one(random, acknowledged)
  const first = { action, method, url, body, ...(key && { key }) }
  return random() < 0.5 ? first : { ...first, action: 'reuse key', body: { ...body, name: 'Another' } }
}

/** Sends some requests two or three times at once. */
const sendAll = async (world: World, asked: Asked, senders: number) => {
  const sent = await Promise.all(Array.from({ length: senders }, () => ask(world, asked)))
  for (const { id, action } of sent) {
    if (!id) continue
    const known = action === 'create partner' ? world.partners : world.custodians
    if (/^create|^onboard/.test(action) && !known.includes(id)) known.push(id)
  }
}

const next = (world: World): Asked | undefined => {
  const { random, partners, custodians } = world
  const dice = random()
  if (dice < 0.2 || !partners.length) {
    const asked = createPartner(world)
    if (random() < 0.7 || !partners.length) return asked
    const { key: _unkeyed, ...bare } = asked
    return bare
  }
  if (dice < 0.32 || !custodians.length) return random() < 0.5 ? createCustodian(world) : onboard(world)
  if (dice < 0.4) return rename(world)
  if (dice < 0.5) return again(world)
  return dice < 0.8 ? transition(world) : change(world)
}

/** Makes random requests of a few simultaneous clients. */
export const anyRequests = async (world: World, { clients = 3, each = 6 } = {}): Promise<void> => {
  const { random } = world
  for (let left = 2; left; left--) await sendAll(world, createPartner(world), 1)
  await sendAll(world, createCustodian(world), 1)
  const client = async () => {
    for (let left = each; left; left--) {
      const asked = next(world)
      const bare = asked?.action === 'create partner' && asked.key === undefined
      if (asked) await sendAll(world, asked, !bare && random() < 0.3 ? 2 + Math.floor(random() * 2) : 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Makes requests that all create a custodian of the same partner. */
export const raceForPartner = async (world: World, { racers = 8 } = {}): Promise<void> => {
  await sendAll(world, createPartner(world), 1)
  await Promise.all(
    Array.from({ length: racers }, () => ask(world, world.random() < 0.5 ? createCustodian(world) : onboard(world))),
  )
}
