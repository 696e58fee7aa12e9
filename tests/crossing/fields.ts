import { expect } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { makeOnce } from '../../lib/platform/make-once.ts'
import type { Action, Table } from '../../lib/platform/store/table/table.ts'
import { ask, usual } from '../generated/asking.ts'
import type { Made } from '../generated/fixtures.ts'
import { DESCRIPTION, findSuccessStatus, OPERATIONS, type Operation } from '../generated/operations.ts'
import { listWrites } from '../generated/writes.ts'
import { aMember } from '../support/client.ts'
import { caseOfEach, type Matrix } from './cases.ts'
import { formatPath, listObjects, type Place, replaceAt, type Shape } from './shapes.ts'

/** Fewer than the violations that an answer lists. */
const FIELDS_PER_REQUEST = 150
const UNKNOWN = 'must not be given, because it is unknown'

/** Objects whose members the client names, each with its reason. */
const OPEN: Readonly<Record<string, string>> = {
  'bulkImportOrders orders.0': 'each row is checked by itself',
  'confirmPasskey passkey': 'browsers add members',
  'confirmPasskey passkey.response': 'browsers add members',
  'confirmPasskey passkey.clientExtensionResults': 'browsers add members',
  'connectChannel credentials': 'the platform of the shop names them',
  'testChannelConnection credentials': 'the platform of the shop names them',
  'updateChannelCredentials credentials': 'the platform of the shop names them',
  'addSettlementLineItem metadata': 'clients keep there what they like',
  'createProduct attributes': 'attributes are named by the tenant',
  'updateProduct attributes': 'attributes are named by the tenant',
  'updateVariant attributes': 'attributes are named by the tenant',
  'createVariant localizations': 'locales are names',
  'setListingOverrides localizations': 'locales are names',
  'finaliseWizard credentials': 'the provider names them',
  'finaliseWizard resourceSelection': 'the provider names them',
  'publishEvent data': 'the topic decides which members it has',
}

/** Names under which everything is stored. */
const STORED = ['pk', 'sk', 'kind', 'rev', 'shape', 'duePk', 'dueSk', 'expiresAt', 'tenant', 'tenantId', 'actor', 'v']

const listNames = function* (schema: unknown): Generator<string> {
  if (schema === null || typeof schema !== 'object') return
  const { properties } = schema as Shape
  if (properties && typeof properties === 'object') yield* Object.keys(properties)
  for (const inner of Object.values(schema)) yield* listNames(inner)
}

const SHOWN = new Set([...listNames(DESCRIPTION.components), ...STORED])
SHOWN.delete('__proto__')

/** Lists the names of all members in what the platform stores while it works. */
const listStoredNames = async (work: () => Promise<void>): Promise<Set<string>> => {
  const before = app()
  const { db } = before
  const names = new Set<string>()
  const note = (value: unknown): void => {
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return
    for (const [name, member] of Object.entries(value)) {
      if (/^[A-Za-z]\w{0,60}$/.test(name) && !/^[xtw]\w{8,}$/.test(name)) names.add(name)
      note(member)
    }
  }
  const watched: Table = {
    ...db,
    async put(action) {
      note(action.put)
      return await db.put(action)
    },
    async transact(actions: readonly Action[], token) {
      for (const action of actions) if ('put' in action) note(action.put)
      return await db.transact(actions, token)
    },
  }
  useApp({ ...before, db: watched })
  try {
    await work()
  } finally {
    // The work may have changed the configuration.
    useApp({ ...app(), db })
  }
  return names
}

const meet = makeOnce(() => aMember())
const figures = { fields: 0, objects: 0 }

const CHANGING = OPERATIONS.filter(
  ({ method, endpoint: { form, raw } }) => method !== 'GET' && form !== true && raw !== true,
)

const inChunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/** Gives an object of the body members that only the server sets, all of which are refused. */
const expectRefusal = async (operation: Operation, made: Made, place: Place, names: readonly string[]) => {
  for (const chunk of inChunks(names, FIELDS_PER_REQUEST)) {
    const given = Object.fromEntries(chunk.map((name) => [name, '01JNBV8ZK4T6Q9WD3E5RXH7M2C']))
    const body = replaceAt(made.body ?? {}, place, (inner) => ({ ...(inner as object), ...given }))
    const answer = await ask(operation, { ...made, body }, { token: made.token ?? (await meet()).token })
    expect(answer.status, answer.text.slice(0, 300)).toBe(400)
    const expected = chunk.map((name) => ({ propertyPath: formatPath([...place, name]), message: UNKNOWN }))
    expect(answer.body.violations).toEqual(expect.arrayContaining(expected))
    figures.fields += chunk.length
  }
  figures.objects++
}

const expectFieldsRefused = async (operation: Operation) => {
  const member = await meet()
  let made: Made = {}
  const stored = await listStoredNames(async () => {
    made = await usual(operation, member)
  })
  const all = [...new Set([...SHOWN, ...stored])]
  const shape = (operation.endpoint.body ?? { additionalProperties: false }) as Shape
  const written = await listWrites(member.tenant, async () => {
    for (const { place, names } of listObjects(made.body ?? {}, shape)) {
      const at = `${operation.operation} ${place.join('.')}`
      if (!names) expect(Object.keys(OPEN), 'objects whose members the client names').toContain(at)
      else
        await expectRefusal(
          operation,
          made,
          place,
          all.filter((name) => !names.has(name)),
        )
    }
  })
  expect(written).toEqual([])
  const answer = await ask(operation, made, { token: made.token ?? member.token })
  expect(answer.status, answer.text.slice(0, 300)).toBe(findSuccessStatus(operation))
}

export const FIELDS: Matrix = { name: 'fields', cases: caseOfEach(CHANGING, expectFieldsRefused), few: 2, figures }
