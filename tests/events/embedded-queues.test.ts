import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSqsQueues, type Queues } from '../../lib/platform/queue/queue.ts'
import { createResources } from '../../local/resources.ts'
import { makeEmbeddedQueues } from '../support/embedded-queues.ts'
import { makeServedQueues, type TestQueues } from '../support/test-queues.ts'

const MAX_RECEIVES = 3
const VISIBILITY_SECONDS = 60

const define = () => {
  const name = `compared-${randomUUID()}`
  const dead = { name: `${name}-dead`, maxReceives: MAX_RECEIVES }
  return { name, queues: [{ name: dead.name }, { name, visibilitySeconds: VISIBILITY_SECONDS, dead }] }
}

type Step = { send: number; delaySeconds?: number } | { receive: true } | { settle: number; by: 'delete' | 'giveBack' }

const step = fc.oneof(
  fc.record({ send: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ send: fc.constant(1), delaySeconds: fc.constant(900) }),
  fc.constant({ receive: true } as const),
  fc.record({ settle: fc.nat(5), by: fc.constant('delete' as const) }),
  fc.record({ settle: fc.nat(5), by: fc.constant('giveBack' as const) }),
)
/** Few enough that one call receives all, because which ten of more it receives is not said. */
const programs = fc.array(step, { minLength: 5, maxLength: 25 }).filter((steps) => {
  const sent = steps.reduce((sum, each) => sum + ('send' in each ? each.send : 0), 0)
  return sent <= 10
})

/** Runs a program and returns what it received, in an order of its own. */
const run = async (queues: TestQueues & Queues, name: string, program: readonly Step[]) => {
  const seen: unknown[] = []
  const receipts = new Map<string, string | undefined>()
  let made = 0
  const receive = async (queue: string) => {
    const messages = await queues.receive(queue)
    for (const { Body = '', ReceiptHandle } of messages) receipts.set(Body, ReceiptHandle)
    return messages.map(({ Body, Attributes }) => `${Body} ${Attributes?.ApproximateReceiveCount}`).sort()
  }
  for (const each of program) {
    if ('receive' in each) seen.push(await receive(name))
    else if ('settle' in each) {
      const body = String(each.settle)
      await queues[each.by](name, receipts.get(body) ?? 'none').catch(() => undefined)
      // SQS still deletes by the receipt of a message that was given back; the served queues do not.
      if (each.by === 'giveBack') receipts.delete(body)
    } else {
      const messages = Array.from({ length: each.send }, () => String(made++))
      const { delaySeconds } = each
      await queues.send(
        name,
        messages.map((body) => ({ id: body, body, ...(delaySeconds && { delaySeconds }) })),
      )
    }
  }
  seen.push(await receive(name))
  const dead = await queues.receive(`${name}-dead`)
  return { seen, dead: dead.map(({ Body }) => Body).sort() }
}

test('queues in memory hide, repeat and give up messages as the served ones do', async () => {
  const served = { ...makeServedQueues(), ...createSqsQueues() }
  await fc.assert(
    fc.asyncProperty(programs, async (program) => {
      const { name, queues } = define()
      await createResources({ tables: [], buckets: [], keyAliases: [], queues }, 'eu-central-1')
      expect(await run(makeEmbeddedQueues(queues), name, program)).toEqual(await run(served, name, program))
    }),
    { numRuns: 40 },
  )
})

test('a queue in memory shows a message again once its time has passed', async () => {
  let now = 0
  const { name, queues } = define()
  const embedded = makeEmbeddedQueues(queues, () => now)
  await embedded.send(name, [
    { id: 'a', body: 'at once' },
    { id: 'b', body: 'later', delaySeconds: 90 },
  ])
  const receive = async () => (await embedded.receive(name)).map(({ Body }) => Body)
  expect(await receive()).toEqual(['at once'])
  now = VISIBILITY_SECONDS * 1000 - 1
  expect(await receive()).toEqual([])
  now = VISIBILITY_SECONDS * 1000
  expect(await receive()).toEqual(['at once'])
  now = 90_000
  expect(await receive()).toEqual(['later'])
})
