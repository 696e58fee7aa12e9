import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { expect, test } from 'vitest'
import { readConfig } from '../../lib/platform/app/config.ts'
import { createDynamoTable } from '../../lib/platform/store/table/dynamo.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import type { Item, Table } from '../../lib/platform/store/table/table.ts'
import { openStream } from '../../local/pollers/stream.ts'
import type { StreamRecord } from '../../local/pollers/stream-record.ts'
import { openEmbeddedStream } from '../../local/table/embedded-stream.ts'
import { openEmbeddedTable } from '../../local/table/embedded-table.ts'
import { seeded } from '../support/faults.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { type Call, makeProgram } from './table-programs.ts'

const PROGRAMS = 150
/** Programs that run at once, each with items of its own: the server answers one while another one is compared. */
const SIDE_BY_SIDE = 8
const MAX_SHOWN = 5
const part = proofPart(PROGRAMS)

const server = retryTable(createDynamoTable(readConfig().table))
const embedded = openEmbeddedTable()

const plain = (value: unknown) =>
  JSON.stringify(value, (_, each) =>
    each && typeof each === 'object' && !Array.isArray(each) && !(each instanceof Uint8Array)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

/** Sorts what has no order of its own. */
const toOrder = (call: Call, items: Item[]) => {
  const isOrdered = 'query' in call && !call.query.index
  const texts = items.map(plain)
  if (isOrdered) return texts
  // Which of several items with the same place in an index are within the limit is not said.
  if ('query' in call && call.query.limit !== undefined) return items.map(({ dueSk }) => dueSk)
  return texts.sort()
}

const run = async (table: Table, call: Call): Promise<unknown> => {
  if ('get' in call) return { found: await table.get(call.get) }
  if ('batchGet' in call) return { found: toOrder(call, await table.batchGet(call.batchGet)) }
  if ('query' in call) return { found: toOrder(call, await table.query(call.query)) }
  if ('put' in call) return await table.put(call.put)
  if ('update' in call) return await table.update(call.update)
  const outcome = await table.transact(call.transact, call.token)
  return outcome.committed
    ? outcome
    : { failed: call.transact.map((action) => [outcome.failed.has(action), outcome.failed.get(action)]) }
}

/** Answers of a table; a refusal is one, whatever its words. */
const ask = async (table: Table, call: Call): Promise<unknown> => {
  try {
    return await run(table, call)
  } catch (error) {
    return { refused: true, because: (error as Error).message }
  }
}

const isRefusal = (answer: unknown): answer is { because: string } => (answer as { refused?: true }).refused === true

const isSame = (one: unknown, other: unknown) =>
  isRefusal(one) && isRefusal(other) ? true : plain(one) === plain(other)

/** DynamoDB Local writes an empty map in its stream as an attribute without a type. */
const restoreType = (attribute: AttributeValue): AttributeValue => {
  const { M, L } = attribute
  if (Object.keys(attribute).length === 0) return { M: {} }
  if (L) return { L: L.map(restoreType) }
  return M ? { M: restoreTypes(M) } : attribute
}

const restoreTypes = (image: Record<string, AttributeValue>) =>
  Object.fromEntries(Object.entries(image).map(([name, each]) => [name, restoreType(each)]))

const readImage = (image: Record<string, AttributeValue> | undefined) => image && plain(unmarshall(restoreTypes(image)))

const readStream = async (stream: { read(): Promise<{ records: StreamRecord[] }[]> }) => {
  const all: StreamRecord[] = []
  for (let left = 3; left > 0; ) {
    const records = (await stream.read()).flatMap((each) => each.records)
    all.push(...records)
    if (!records.length) left--
  }
  return all.map(({ eventName, dynamodb }) => ({
    eventName,
    keys: readImage(dynamodb?.Keys) ?? '',
    image: readImage(dynamodb?.NewImage),
  }))
}

/** Runs a program on both; returns what differs, and how many calls were made and refused. */
const compare = async (seed: number) => {
  let calls = 0
  let refusals = 0
  for (const call of makeProgram(seeded(seed), `${seed}-`)) {
    const [expected, answer] = [await ask(server, call), await ask(embedded, call)]
    calls++
    if (isRefusal(expected)) refusals++
    if (isSame(expected, answer)) continue
    const texts = [JSON.stringify(call).slice(0, 1500), plain(expected).slice(0, 600), plain(answer).slice(0, 600)]
    return { calls, refusals, wrong: [[replay('embedded', seed), ...texts].join('\n')] }
  }
  const differing = await Promise.all(
    [`${seed}-1`, `${seed}-2`].map(async (pk) => {
      const [expected, answer] = await Promise.all([server.query({ pk }), embedded.query({ pk })])
      return isSame(expected, answer) ? [] : [`${replay('embedded', seed)}: the items differ in ${pk}`]
    }),
  )
  return { calls, refusals, wrong: differing.flat() }
}

/** Groups changes by their program, because only those of one program have an order. */
const groupBySeed = (changes: Awaited<ReturnType<typeof readStream>>) =>
  Object.groupBy(changes, ({ keys }) => /"pk":"(\d+)-/.exec(keys)?.[1] ?? '')

test(`an embedded table answers as DynamoDB does, in ${part.count} programs`, {
  timeout: 120_000 + part.count * 1000,
}, async () => {
  const [here, there] = [
    openEmbeddedStream(embedded, 'embedded'),
    await openStream({ table: readConfig().table, region: 'eu-central-1' }),
  ]
  const figures = { programs: 0, calls: 0, refusals: 0 }
  const wrong: string[] = []
  const left = seedsOf(part)
  const work = async () => {
    for (let seed = left.shift(); seed !== undefined && wrong.length < MAX_SHOWN; seed = left.shift()) {
      const ran = await compare(seed)
      figures.programs++
      figures.calls += ran.calls
      figures.refusals += ran.refusals
      wrong.push(...ran.wrong)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  expect(wrong.join('\n\n')).toBe('')
  const [ours, theirs] = [groupBySeed(await readStream(here)), groupBySeed(await readStream(there))]
  for (const seed of seedsOf(part))
    if (plain(ours[seed]) !== plain(theirs[seed])) wrong.push(`${replay('embedded', seed)}: the streams differ`)
  expect(wrong.slice(0, MAX_SHOWN).join('\n')).toBe('')
  recordFigures(figures)
  expect(figures.refusals).toBeGreaterThan(0)
})

/** Calls that no program makes, each group on an item of its own: of sizes at their bound, and of numbers beyond the safe ones. */
const RARE: readonly Call[][] = [
  [400_000, 410_000].flatMap((bytes): Call[] => {
    const key = { pk: `rare-${bytes}`, sk: 'grown' }
    const half = 'x'.repeat(bytes / 2)
    const grow = { update: key, set: 'SET #other = :half', values: { ':half': half } }
    const whole = { pk: key.pk, sk: 'put', text: half, other: half }
    return [{ put: { put: { ...key, text: half } } }, { update: grow }, { get: key }, { put: { put: whole } }]
  }),
  [399_000, 420_000].map((bytes): Call => {
    const text = 'x'.repeat(bytes)
    return { transact: Array.from({ length: 10 }, (_, i) => ({ put: { pk: 'rare-many', sk: `${i}`, text } })) }
  }),
  [2n ** 60n, 2n ** 60n, 2n ** 60n + 1n, 1].map((n): Call => {
    const add = { update: { pk: 'rare-number', sk: 'sum' }, set: 'ADD #n :n', values: { ':n': n } }
    return { transact: [add], token: 'rare-token' }
  }),
]

test('an embedded table answers as DynamoDB does at its bounds and to a token that comes again', async () => {
  for (const call of RARE.flat()) {
    const [expected, answer] = [await ask(server, call), await ask(embedded, call)]
    const said = [isRefusal(expected) ? 'refused' : plain(expected), isRefusal(answer) ? 'refused' : plain(answer)]
    expect(
      said[1],
      JSON.stringify(call, (_, value) => (typeof value === 'bigint' ? `${value}` : value)).slice(0, 300),
    ).toBe(said[0])
  }
})
