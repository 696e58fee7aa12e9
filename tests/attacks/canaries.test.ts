import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { member, usual } from '../generated/asking.ts'
import type { Made } from '../generated/fixtures.ts'
import { OPERATIONS, type Operation } from '../generated/operations.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { drainEvents } from '../support/workers.ts'
import { sendMade } from './presented.ts'
import { listSpellings, watchSinks } from './sinks.ts'

process.env.LOG_LEVEL = 'DEBUG'

const part = proofPart(3)

interface Schema {
  writeOnly?: boolean
  pattern?: string
  enum?: unknown[]
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
}
type Members = Record<string, unknown>
const isMembers = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

type Plant = (canary: unknown) => unknown

const makeCanary = () => `cnry${randomBytes(12).toString('hex')}`

const holdsSecret = (schema: Schema) => JSON.stringify(schema).includes('"writeOnly":true')
const takesCanary = ({ pattern, enum: values }: Schema) => !values && (!pattern || RegExp(pattern).test(makeCanary()))

/**
 * Lists the secret texts of a body, also those that it leaves out, each as a function that puts something else in its place.
 */
const listSecrets = (schema: Schema, value: unknown, isSecret = false): Plant[] => {
  const secret = isSecret || schema.writeOnly === true
  const types = [schema.type].flat()
  if (isMembers(value) || (value === undefined && types.includes('object'))) {
    const members = value ?? {}
    const named = Object.entries(schema.properties ?? {}).filter(
      ([name, inner]) => name in members || holdsSecret(inner),
    )
    const more = isMembers(schema.additionalProperties) ? schema.additionalProperties : {}
    const others = Object.keys(members).filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
    const unnamed = others.length || !holdsSecret(more) ? others : ['apiKey']
    return [...named, ...unnamed.map((name) => [name, more] as const)].flatMap(([name, inner]) =>
      listSecrets(inner, members[name], secret).map(
        (plant): Plant =>
          (canary) => ({ ...members, [name]: plant(canary) }),
      ),
    )
  }
  const isText = typeof value === 'string' || (value === undefined && types.includes('string'))
  return secret && isText && takesCanary(schema) ? [(canary) => canary] : []
}

const withHeader: Plant = (value) => ({
  name: 'Canary',
  url: 'https://hooks.example.com/',
  topics: ['partner.*'],
  headers: [{ name: 'X-Key', value, isSecret: true }],
})
const withSetting =
  (key: string): Plant =>
  (value) => ({ settings: [{ key, value }] })

/** Secrets that the description cannot mark, because only some values of their field are secret. */
const MORE: Readonly<Record<string, readonly Plant[]>> = {
  createWebhookEndpoint: [withHeader],
  bulkUpsertSettings: [
    withSetting('notifications.webhookSecret'),
    (value) => withSetting('notifications.slackWebhookUrl')(`https://hooks.slack.example/${value}`),
  ],
}

const takesSecret = ({ operation, endpoint }: Operation) =>
  Object.hasOwn(MORE, operation) || holdsSecret(endpoint.body ?? {})
const operations = OPERATIONS.filter(takesSecret)

/** Makes a request as its fixture does, with the body of a form parsed. */
const makeUsual = async (operation: Operation): Promise<Made & { isForm: boolean }> => {
  const made = await usual(operation)
  const isForm = typeof made.body === 'string'
  return { ...made, isForm, ...(isForm && { body: Object.fromEntries(new URLSearchParams(made.body as string)) }) }
}

const sendBody = ({ operation }: Operation, made: Made & { isForm: boolean }, body: unknown) =>
  sendMade(operation, {
    ...made,
    body: made.isForm ? String(new URLSearchParams(body as Record<string, string>)) : body,
  })

/** Runs the work while the table refuses every write in a way that nobody expects. */
const withoutTable = async <T>(work: () => Promise<T>): Promise<T> => {
  const before = app()
  const transact = () => Promise.reject(new Error('the table is gone'))
  useApp({ ...before, db: { ...before.db, transact } })
  return await work().finally(() => useApp(before))
}

test(`a secret of a request is found in no answer, log line, item, file and message, in ${part.count} operations`, {
  timeout: 240_000 + part.count * 20_000,
}, async () => {
  const sinks = watchSinks()
  onTestFinished(sinks.stop)
  const planted: [where: string, canary: string][] = []
  let requests = 0
  for (const seed of seedsOf(part)) {
    const operation = operations[seed % operations.length] as Operation
    const { body: schema = {} } = operation.endpoint as { body?: Schema }
    const count = [...listSecrets(schema, (await makeUsual(operation)).body), ...(MORE[operation.operation] ?? [])]
      .length
    expect(count, operation.operation).toBeGreaterThan(0)
    for (let i = 0; i < count; i++) {
      const made = await makeUsual(operation)
      const plant = [...listSecrets(schema, made.body), ...(MORE[operation.operation] ?? [])][i] as Plant
      const canary = makeCanary()
      planted.push([`${replay('canaries', seed)}: ${operation.operation}, secret ${i}`, canary])
      const bodies = [plant([canary]), { ...(plant(canary) as object), unknownMember: canary }, plant(canary)]
      sinks.answered(await withoutTable(() => sendBody(operation, made, bodies[2])))
      for (const body of bodies) sinks.answered(await sendBody(operation, made, body))
      requests += bodies.length + 1
    }
  }
  await drainEvents()
  await sinks.read()
  recordFigures({ secrets: planted.length, requests })
  expect(planted.flatMap(([where, canary]) => sinks.find(canary).map((found) => `${where}: ${found}`))).toEqual([])
})

test('what is no secret is found wherever it is shown, logged, stored or sent', async () => {
  const sinks = watchSinks()
  onTestFinished(sinks.stop)
  const canary = makeCanary()
  sinks.answered(await member.post('/api/partner/partners', { name: canary }))
  createLog({}).info('test.canary', { canary })
  await app().files.put(`tests/${canary}`, Buffer.from(`x${canary}`), 'text/plain')
  await app().queues.send(app().config.eventsQueue, [{ id: 'canary', body: JSON.stringify({ canary }) }])
  await sinks.read()
  expect(new Set(sinks.find(canary).map((found) => found.split(':')[0]))).toEqual(
    new Set(['answer', 'log', 'file', 'message', 'item']),
  )
  for (const text of [canary, Buffer.from(`ab${canary}cd`).toString('base64'), Buffer.from(canary).toString('hex')])
    expect(listSpellings(canary).some((spelling) => text.includes(spelling))).toBe(true)
})
