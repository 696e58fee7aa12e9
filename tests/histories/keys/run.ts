import { randomUUID } from 'node:crypto'
import { toEvents } from '../../support/events.ts'
import { type Caller, chooseFaults, isUnknown, openWorld, type Reply, type World, type Wrap } from '../world.ts'

export const KEYS_OF_SEED = 10
const CROWD = 50
const MAX_REPEATS = 8

/** A creation that names its request in what it stores, so that what came of it is found. */
interface Creation {
  url: string
  /** Kind of the items that it stores. */
  kind: string
  build(mark: string, partnerId: string): object
  /** Event that tells of each creation. */
  topic?: string
}

const CREATIONS: readonly Creation[] = [
  {
    url: '/api/partner/partners',
    kind: 'partner',
    build: (mark) => ({ name: mark }),
    topic: 'partner.partner.created',
  },
  {
    url: '/api/billing/invoices',
    kind: 'invoice',
    build: (mark, partnerId) => ({
      partnerId,
      dueDate: '2026-04-30',
      currencyCode: 'EUR',
      issueImmediately: true,
      notes: mark,
      lineItems: [{ description: mark, quantity: 1, unitPrice: 100 }],
    }),
    topic: 'finance.invoice.issued',
  },
  {
    url: '/api/billing/bills',
    kind: 'bill',
    build: (mark, partnerId) => ({
      partnerId,
      billNumber: mark,
      currency: 'EUR',
      totalAmount: 100,
      issuedAt: '2026-03-01',
      dueAt: '2026-03-31',
    }),
    topic: 'finance.bill.received',
  },
  { url: '/api/catalog/products', kind: 'product', build: (mark) => ({ name: mark }) },
  {
    url: '/api/billing/charges',
    kind: 'charge',
    build: (mark, partnerId) => ({
      partnerId,
      scope: 'storage',
      chargeType: 'storage_fee',
      description: mark,
      amount: 100,
      currency: 'EUR',
      occurredAt: '2026-03-01T12:00:00Z',
    }),
  },
]

/** Requests of one caller with one key. Those with the other body may come first, and then win. */
interface Use {
  caller: Caller
  creation: Creation
  partnerId: string
  key: string
  marks: readonly [string, string]
  replies: { mark: string; reply: Reply }[]
}

const sendUse = async (world: World, { caller, creation, partnerId, key, replies }: Use, mark: string) => {
  const request = { method: 'POST', url: creation.url, body: creation.build(mark, partnerId) } as const
  for (let attempt = 1; attempt <= MAX_REPEATS; attempt++) {
    const reply = await world.ask(caller, { ...request, headers: { 'idempotency-key': key } })
    replies.push({ mark, reply })
    if (reply !== 'crash' && reply.status !== 503) return
  }
}

const statusOf = (reply: Reply) => (reply === 'crash' ? 'a crash' : String(reply.status))

/** Lists what a use must not have come to. */
const findFaults = (world: World, { caller, creation, key, marks, replies }: Use): string[] => {
  const found: string[] = []
  const about = `key ${key} of ${creation.kind}`
  const answered = replies.filter(({ reply }) => reply !== 'crash' && !isUnknown(reply) && reply.status !== 503)
  const made = answered.flatMap(({ mark, reply }) =>
    reply !== 'crash' && reply.status === 201 ? [{ mark, id: String(reply.body.id) }] : [],
  )
  if (new Set(made.map(({ id }) => id)).size !== 1) found.push(`${about} was answered with ${made.map(({ id }) => id)}`)
  if (new Set(made.map(({ mark }) => mark)).size !== 1) found.push(`${about} was accepted with two bodies`)
  for (const { mark, reply } of answered)
    if (statusOf(reply) !== (mark === made[0]?.mark ? '201' : '422'))
      found.push(
        `${about} with ${mark === made[0]?.mark ? 'the same' : 'another'} body was answered ${statusOf(reply)}`,
      )
  for (const { reply } of replies)
    if (reply !== 'crash' && reply.status === 503 && !(Number(reply.headers['Retry-After']) > 0))
      found.push(`${about} was answered 503 without Retry-After`)
  const stored = world
    .list(caller.tenant, creation.kind)
    .filter((item) => marks.some((mark) => JSON.stringify(item).includes(mark)))
  if (stored.length !== 1) found.push(`${about} made ${stored.length} resources`)
  if (creation.topic) {
    const events = toEvents(world.list(caller.tenant, 'outbox'))
    const told = events.filter(
      ({ topic, subject }) => topic === creation.topic && subject?.endsWith(stored[0]?.sk ?? ''),
    )
    if (told.length !== 1) found.push(`${about} was told ${told.length} times`)
  }
  return found
}

/** Uses keys several times at once, with lost replies, other bodies and other callers, and returns what is wrong. */
export const useKeysBySeed = async (seed: number, wrap?: Wrap) => {
  const world = await openWorld(seed, wrap)
  try {
    const { among, random, begin } = world
    const owner = await world.addCaller()
    const callers = [owner, await world.addCaller(owner.tenant, owner.identity), await world.addCaller()]
    const partnerIds = new Map<Caller, string>()
    for (const caller of callers)
      partnerIds.set(caller, (await world.made(caller, '/api/partner/partners', { name: 'Elbe' })).id)
    const uses: Use[] = []
    for (let index = 0; index < KEYS_OF_SEED; index++) {
      const creation = CREATIONS[among(CREATIONS.length)] as Creation
      const key = randomUUID()
      for (const caller of callers.filter((each) => each === owner || random() < 0.3)) {
        const marks = [`mark ${uses.length} of first`, `mark ${uses.length} of other`] as const
        uses.push({ caller, creation, partnerId: partnerIds.get(caller) ?? '', key, marks, replies: [] })
      }
    }
    chooseFaults(world)
    for (const [place, use] of uses.entries()) {
      const senders = place ? 1 + among(4) : CROWD
      const others = random() < 0.3 ? 1 + among(2) : 0
      for (let left = senders; left; left--) begin('sender', () => sendUse(world, use, use.marks[0]))
      for (let left = others; left; left--) begin('other sender', () => sendUse(world, use, use.marks[1]))
    }
    await world.run()
    world.faults.isOn = false
    // Whoever never got an answer asks once more.
    for (const use of uses) for (const mark of use.marks) begin('sender', () => sendUse(world, use, mark))
    await world.run()
    const wrong = uses.flatMap((use) => findFaults(world, use))
    const requests = uses.reduce((sum, { replies }) => sum + replies.length, 0)
    return { wrong, tally: { ...world.tally, keys: KEYS_OF_SEED, uses: uses.length, requests } }
  } finally {
    world.close()
  }
}
