import { expect } from 'vitest'
import { makeOnce } from '../../lib/platform/make-once.ts'
import { ask, comparable, unknownIds, usual, withoutIds } from '../generated/asking.ts'
import type { Made } from '../generated/fixtures.ts'
import { expectDescribed, OPERATIONS, type Operation } from '../generated/operations.ts'
import { aMember, type Received } from '../support/client.ts'
import { type Case, caseOfEach, type Matrix } from './cases.ts'
import { listPositions, type Position, putId } from './positions.ts'

/** Operations after which the resource in the path is gone. */
const DELETIONS = [
  ...['deleteAutoSettlementRule', 'deleteBankCsvMapping', 'deleteCarrier', 'deleteCategory', 'deleteChannel'],
  'deleteCreditNote',
  ...['deleteFile', 'deleteFulfilmentPolicy', 'deleteInvoice', 'deleteServiceAccount', 'deleteWebhookEndpoint'],
  ...['removeFactor', 'removeMember', 'unlinkExternalAccount', 'removeInvoiceLineItem'],
  ...['removeBillAttachment', 'removeCreditNoteAttachment', 'removeInvoiceAttachment', 'removeShipmentAttachment'],
  ...['removeWebhookSubscription', 'revokeServiceAccountKey'],
]

/** Other deletions, each with the reason why nothing is gone. */
const KEEPING: Readonly<Record<string, string>> = {
  clearCatalogLink: 'ends a link of a channel',
  takeVariantOutOfAssortment: 'ends a relation of two resources that remain',
  endSession: 'ends the session that asks in the example',
  deleteOwnAccount: 'has no id in its path',
  leaveTenant: 'ends a membership of a tenant that remains',
  removeLogo: 'has no id in its path',
  removePushSubscription: 'names a subscription by its address',
  unwatchTopic: 'names a watch by its topic',
}

/** Deletions after which the resource is shown with another state, and the operations that still succeed. */
const SHOWN_AFTER: Readonly<Record<string, readonly string[]>> = { deleteFile: ['getFile'] }

/** Uses that succeed although nothing is there, each with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  'removeWebhookSubscription after removeWebhookSubscription': 'nothing is left to remove, which is what was asked for',
}

/** Members of queries and bodies that name a resource of this kind. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  deleteBankCsvMapping: ['mappingId'],
  deleteCategory: ['categoryId', 'categoryIds', 'parentId'],
  deleteChannel: ['channelId'],
  deleteFile: ['fileId'],
  deleteFulfilmentPolicy: ['policyId', 'defaultFulfilmentPolicyId'],
  deleteInvoice: ['invoiceId'],
  removeMember: ['memberId'],
}

const find = (name: string): Operation => {
  const operation = OPERATIONS.find((each) => each.operation === name)
  if (!operation) throw new Error(`There is no operation ${name}.`)
  return operation
}

const normalize = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
const nameParams = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

interface Use {
  deletion: Operation
  later: Operation
  position?: Position
}

/** Lists the operations on what is deleted, by their paths, and those that name it in a query or a body. */
const listUses = (name: string): Use[] => {
  const deletion = find(name)
  const begin = normalize(deletion.path)
  const below = OPERATIONS.filter(({ path }) => normalize(path) === begin || normalize(path).startsWith(`${begin}/`))
  const naming = OPERATIONS.flatMap((later) =>
    listPositions(later)
      .filter((position) => NAMED_BY[name]?.includes(position.name))
      .map((position) => ({ deletion, later, position })),
  )
  return [...below.map((later) => ({ deletion, later })), ...naming]
}

const meet = makeOnce(() => aMember())
const figures = { uses: 0, lists: 0, 'values free again': 0 }

const asking = async (operation: Operation, made: Made, { token }: Made) =>
  ask(operation, made, { token: token ?? (await meet()).token })

const deleteOne = async (deletion: Operation) => {
  const made = await usual(deletion, await meet())
  return { made, remove: async () => expect((await asking(deletion, made, made)).status).toBeLessThan(300) }
}

/** Returns the path values of a later operation in which the deleted resource is named. */
const nameDeleted = (deletion: Operation, gone: Made, later: Operation, params: Record<string, string> = {}) => {
  const values = nameParams(deletion).map((name) => gone.params?.[name] as string)
  return Object.fromEntries(nameParams(later).map((name, place) => [name, values[place] ?? params[name] ?? 'missing']))
}

const expectGone = async ({ deletion, later, position }: Use) => {
  const { made: gone, remove } = await deleteOne(deletion)
  const made = await usual(later, await meet())
  const id = Object.values(gone.params ?? {}).at(-1) as string
  const unknown = Object.values(unknownIds(gone.params)).at(-1) as string
  await remove()
  let answers: Received[]
  if (position)
    answers = [
      await asking(later, putId(later, made, position, unknown), made),
      await asking(later, putId(later, made, position, id), made),
    ]
  else {
    const params = nameDeleted(deletion, gone, later, made.params)
    const last = nameParams(deletion).length - 1
    const nobodys = { ...params, [nameParams(later)[last] as string]: unknown === id ? 'nothing' : unknown }
    answers = [await asking(later, { ...made, params: nobodys }, gone), await asking(later, { ...made, params }, gone)]
  }
  const [missing, deleted] = answers as [Received, Received]
  expectDescribed(later, deleted)
  figures.uses++
  const shownAfter = SHOWN_AFTER[deletion.operation]
  if (shownAfter) {
    expect(deleted.status >= 400).toBe(position !== undefined || !shownAfter.includes(later.operation))
    return
  }
  if (position && missing.status < 400) expect(deleted.status).toBe(missing.status)
  else if (position) expect(withoutIds(deleted)).toEqual(withoutIds(missing))
  else expect(comparable(deleted)).toEqual(comparable(missing))
  const isHarmless = `${later.operation} after ${deletion.operation}` in HARMLESS
  if (!position && !isHarmless) expect(deleted.status).toBe(404)
}

const listOf = ({ path }: Operation) => {
  const collection = path.slice(0, path.lastIndexOf('/'))
  return OPERATIONS.find((each) => each.method === 'GET' && each.path === collection && each.endpoint.collection)
}
const makerOf = ({ path }: Operation) => {
  const collection = path.slice(0, path.lastIndexOf('/'))
  return OPERATIONS.find((each) => each.method === 'POST' && each.path === collection)
}

const readList = async (deletion: Operation, made: Made) => {
  const list = listOf(deletion)
  if (!list) return undefined
  const values = nameParams(deletion).map((name) => made.params?.[name] as string)
  const params = Object.fromEntries(nameParams(list).map((name, place) => [name, values[place] as string]))
  const { body } = await asking(list, { params, query: `${list.endpoint.collection?.sizeName}=100` }, made)
  return { total: body.totalItems as number, shown: JSON.stringify(body.member) }
}

const expectUnlisted = async (deletion: Operation) => {
  const { made, remove } = await deleteOne(deletion)
  const id = Object.values(made.params ?? {}).at(-1) as string
  const before = await readList(deletion, made)
  await remove()
  const after = await readList(deletion, made)
  if (!before || !after) return
  expect(before.shown).toContain(id)
  expect(after.shown).not.toContain(id)
  expect(after.total).toBe(before.total - 1)
  figures.lists++
}

/** Operations without which a thing is not deleted. */
const BEFORE_DELETION: Readonly<Record<string, string>> = { deleteCategory: 'archiveCategory' }

/** Creates the same thing again after it was deleted, so its unique values must be free. */
const expectFree = async (deletion: Operation) => {
  const maker = makerOf(deletion)
  if (!maker) return
  const creation = await usual(maker, await meet())
  const names = nameParams(deletion)
  const last = names.at(-1) as string
  for (const time of ['the first time', 'again']) {
    const created = await asking(maker, creation, creation)
    expect([time, created.status < 300, created.text]).toEqual([time, true, created.text])
    const value =
      (creation.body as Record<string, string>)[last] ??
      created.body[last] ??
      created.body.lineItems?.at(-1).id ??
      created.body.id
    const params = Object.fromEntries(names.map((name) => [name, creation.params?.[name] ?? value]))
    const before = BEFORE_DELETION[deletion.operation]
    if (before) expect((await asking(find(before), { params }, creation)).status).toBeLessThan(300)
    expect((await asking(deletion, { params }, creation)).status).toBeLessThan(300)
  }
  figures['values free again']++
}

const USES: Case[] = DELETIONS.flatMap(listUses).map((use) => ({
  title: `${use.later.operation}${use.position ? ` ${use.position.path}` : ''} after ${use.deletion.operation}`,
  check: () => expectGone(use),
}))

const GONE = DELETIONS.filter((name) => !(name in SHOWN_AFTER)).map(find)
const LEFT = caseOfEach(GONE, async (deletion) => {
  await expectUnlisted(deletion)
  await expectFree(deletion)
})

/** Lists deletions that are neither tried nor exempt, and names that are no deletions. */
export const listUndecided = (): string[] => {
  const decided = [...DELETIONS, ...Object.keys(KEEPING)]
  const all = OPERATIONS.filter(({ method }) => method === 'DELETE').map(({ operation }) => operation)
  return [...decided.filter((name) => !all.includes(name)), ...all.filter((name) => !decided.includes(name))]
}

export const DELETED: Matrix = {
  name: 'deleted',
  cases: [...LEFT, ...USES],
  few: 2,
  figures,
}
