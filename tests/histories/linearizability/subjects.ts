import { randomUUID } from 'node:crypto'
import { type Asked, type Caller, isUnknown, type Reply, type World } from '../world.ts'
import { findOrder, type Model, type Operation } from './find-order.ts'
import {
  type CounterInput,
  type CounterOutput,
  counterModel,
  type FieldsInput,
  type FieldsOutput,
  fieldsModel,
  type MembersInput,
  type MembersOutput,
  membersModel,
} from './models.ts'
import { describeOperations, makeRecorder, type Outcome, readOutcome } from './recorder.ts'

/** Something that clients change and read at the same time. */
export interface Subject {
  /** Makes one random request, and repeats it if that is safe. */
  act(): Promise<void>
  /** Reads the whole state. */
  read(): Promise<void>
  /** Lists what cannot be. */
  check(): string[]
  countOperations(): number
}

export interface Stage {
  world: Pick<World, 'ask' | 'made' | 'random' | 'among'>
  caller: Caller
  moment: () => number
}

const MAX_REPEATS = 6

/** Asks with an Idempotency-Key and repeats the request until its outcome is known. */
export const askWithKey = async ({ world, caller }: Stage, asked: Asked): Promise<Reply> => {
  const headers = { ...asked.headers, 'idempotency-key': randomUUID() }
  for (let attempt = 1; ; attempt++) {
    const reply = await world.ask(caller, { ...asked, headers })
    if (attempt === MAX_REPEATS || !isUnknown(reply)) return reply
  }
}

const explain = <S, I, O>(name: string, model: Model<S, I, O>, operations: Parameters<typeof findOrder<S, I, O>>[1]) =>
  findOrder(model, operations) ? [] : [`${name} has no order of\n  ${describeOperations(operations)}`]

/** Custodian with a variant of a new product; returns their ids. */
export const makeGoods = async ({ world, caller }: Stage) => {
  const { id: partnerId } = await world.made(caller, '/api/partner/partners', { name: 'Elbe' })
  const custodian = { partnerId, type: 'custom', name: 'Elbe' }
  const { id: custodianId } = await world.made(caller, '/api/warehousing/custodians', custodian)
  const { id: productId } = await world.made(caller, '/api/catalog/products', { name: 'Tea' })
  const makeVariant = async (sku: string): Promise<string> => {
    const prices = [{ currency: 'EUR', amount: 100 }]
    return (await world.made(caller, '/api/catalog/variants', { productId, sku, name: sku, prices })).id
  }
  return { custodianId: custodianId as string, makeVariant }
}

/** A partner, whose fields change apart from each other, some only if nothing changed since they were read. */
export const fieldsOfPartner = async (stage: Stage): Promise<Subject> => {
  const { world, caller, moment } = stage
  const { random, among } = world
  const values = { name: 'A', taxId: 'A' }
  const { id } = await world.made(caller, '/api/partner/partners', values)
  const url = `/api/partner/partners/${id}`
  const { operations, record } = makeRecorder<FieldsInput, FieldsOutput>(moment)
  let made = 0
  let revision = 1
  const judge = (reply: Reply): Outcome<FieldsOutput> =>
    readOutcome<FieldsOutput>(
      reply,
      ({ body, headers }) => {
        revision = Number(JSON.parse(headers.ETag ?? ''))
        return { revision, values: { name: body.name, taxId: body.taxId } }
      },
      { 412: 'changed meanwhile' },
    )
  const read = () => record({ kind: 'read' }, async () => judge(await world.ask(caller, { method: 'GET', url })))
  return {
    read,
    act() {
      if (random() < 0.3) return read()
      const body = { [random() < 0.5 ? 'name' : 'taxId']: `value ${++made}` }
      const ifMatch = random() < 0.5 ? Math.max(1, revision - among(2)) : undefined
      const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }
      const input = { kind: 'change', values: body, ...(ifMatch !== undefined && { ifMatch }) } as const
      return record(input, async () => judge(await world.ask(caller, { method: 'PATCH', url, body, headers })))
    },
    check: () => explain('a partner', fieldsModel({ revision: 1, values }), operations),
    countOperations: () => operations.length,
  }
}

/** Pieces of a stock item, which are counted, and written off while there are enough. */
export const piecesOfStock = async (stage: Stage): Promise<Subject> => {
  const { world, caller, moment } = stage
  const { random, among } = world
  const { custodianId, makeVariant } = await makeGoods(stage)
  const onHand = 10
  const created = { custodianId, variantId: await makeVariant('TEA'), onHand }
  const { id } = await world.made(caller, '/api/inventory/stock-items', created)
  const url = `/api/inventory/stock-items/${id}`
  const { operations, record } = makeRecorder<CounterInput, CounterOutput>(moment)
  const judge = (reply: Reply) =>
    readOutcome<CounterOutput>(reply, ({ body }) => body.onHand as number, { 409: 'too few' })
  const read = () => record({ kind: 'read' }, async () => judge(await world.ask(caller, { method: 'GET', url })))
  return {
    read,
    act() {
      if (random() < 0.3) return read()
      const pieces = 1 + among(5)
      if (random() < 0.7) {
        const body = { quantity: pieces, reason: 'Broken' }
        return record({ kind: 'take', pieces }, async () =>
          judge(await askWithKey(stage, { method: 'POST', url: `${url}/write-off`, body })),
        )
      }
      const body = { onHand: pieces }
      return record({ kind: 'set', pieces }, async () =>
        judge(await world.ask(caller, { method: 'POST', url: `${url}/correct`, body })),
      )
    },
    check: () => explain('a stock item', counterModel(onHand), operations),
    countOperations: () => operations.length,
  }
}

type MembersOperation = Operation<MembersInput, MembersOutput>

const keepOnly = (member: string, members: readonly string[]) => members.filter((each) => each === member)

/** Returns what operations say about one member. */
const restrictTo = (member: string, operations: readonly MembersOperation[]): MembersOperation[] =>
  operations.flatMap((operation) => {
    const { input, output } = operation
    if (input.kind === 'list')
      return { ...operation, ...(Array.isArray(output) && { output: keepOnly(member, output) }) }
    return input.kind !== 'count' && input.member === member ? operation : []
  })

/**
 * Checks the number of members, and for each member whether lists had it. A page is no snapshot: it reads first which
 * members there are and then the members, some of which may be gone by then, so members are checked one by one.
 */
const checkMembers = (name: string, members: readonly string[], operations: readonly MembersOperation[]): string[] => {
  const model = membersModel({ unique: false })
  const counted = operations.filter(({ input }) => input.kind !== 'list')
  return [
    ...explain(`the number of ${name}`, model, counted),
    ...members.flatMap((member) => explain(`${member} in ${name}`, model, restrictTo(member, operations))),
  ]
}

/** Variants of an assortment, which may be added and removed any number of times, and their number. */
export const variantsOfAssortment = async (stage: Stage): Promise<Subject> => {
  const { world, caller, moment } = stage
  const { random, among } = world
  const { makeVariant } = await makeGoods(stage)
  const ids = [await makeVariant('A'), await makeVariant('B'), await makeVariant('C')]
  const { id } = await world.made(caller, '/api/catalog/assortments', { name: 'Spring' })
  const url = `/api/catalog/assortments/${id}/variants`
  const { operations, record } = makeRecorder<MembersInput, MembersOutput>(moment)
  const nameOf = (given: string) => 'ABC'.charAt(ids.indexOf(given))
  /** Members and their number are read side by side, so each has its own moment within the request. */
  const read = async () => {
    let reply: Reply = 'crash'
    const asking = world.ask(caller, { method: 'GET', url }).then((got) => {
      reply = got
    })
    await Promise.all([
      record({ kind: 'list' }, async () => {
        await asking
        return readOutcome<MembersOutput>(reply, ({ body }) =>
          body.member.map((each: { id: string }) => nameOf(each.id)),
        )
      }),
      record({ kind: 'count' }, async () => {
        await asking
        return readOutcome<MembersOutput>(reply, ({ body }) => body.totalItems as number)
      }),
    ])
  }
  return {
    read,
    act() {
      if (random() < 0.4) return read()
      const given = ids[among(ids.length)] as string
      const [kind, method] = random() < 0.5 ? (['add', 'PUT'] as const) : (['remove', 'DELETE'] as const)
      return record({ kind, member: nameOf(given) }, async () =>
        readOutcome<MembersOutput>(await world.ask(caller, { method, url: `${url}/${given}` }), () => 'done'),
      )
    },
    check: () => checkMembers('an assortment', [...'ABC'], operations),
    countOperations: () => operations.length,
  }
}

/** Codes of carriers, each of which one carrier has at a time. */
export const codesOfCarriers = async (stage: Stage): Promise<Subject> => {
  const { world, caller, moment } = stage
  const { random, among } = world
  const url = '/api/shipping/carriers'
  const { operations, record } = makeRecorder<MembersInput, MembersOutput>(moment)
  const done = (): MembersOutput => 'done'
  const read = () =>
    record({ kind: 'list' }, async () =>
      readOutcome<MembersOutput>(
        await world.ask(caller, { method: 'GET', url: `${url}?itemsPerPage=100` }),
        ({ body }) =>
          body.member.filter((each: { isOwn: boolean }) => each.isOwn).map((each: { code: string }) => each.code),
      ),
    )
  return {
    read,
    act() {
      if (random() < 0.3) return read()
      const code = `own-${among(2)}`
      if (random() < 0.6) {
        const body = { code, name: code }
        return record({ kind: 'add', member: code }, async () =>
          readOutcome(await world.ask(caller, { method: 'POST', url, body }), done, { 409: 'refused' }),
        )
      }
      return record({ kind: 'remove', member: code }, async () =>
        readOutcome(await world.ask(caller, { method: 'DELETE', url: `${url}/${code}` }), done, { 404: 'refused' }),
      )
    },
    check: () => explain('the carriers', membersModel({ unique: true }), operations),
    countOperations: () => operations.length,
  }
}
