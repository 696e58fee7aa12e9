import { expect } from 'vitest'
import { makeOnce } from '../../lib/platform/make-once.ts'
import { ask, comparable, findScope, namesOne, unknownIds, usual, withoutIds } from '../generated/asking.ts'
import type { Made } from '../generated/fixtures.ts'
import { expectDescribed, findSuccessStatus, OPERATIONS, type Operation } from '../generated/operations.ts'
import { listWrites } from '../generated/writes.ts'
import type { Member, Received } from '../support/client.ts'
import { anOwnerWithAccount, type Caller, listCallers, withoutScope } from './callers.ts'
import { caseOfEach, type Matrix } from './cases.ts'
import { listPositions, type Position, putId } from './positions.ts'
import { isOfTenant, referTo, unknownLike } from './references.ts'
import { watchKeys } from './watch-keys.ts'

const isScoped = (operation: Operation) => findScope(operation) !== undefined
const CROSSED = OPERATIONS.filter(
  (each) => (isScoped(each) && namesOne(each)) || (each.endpoint.access !== 'public' && listPositions(each).length > 0),
)

/** Creates an owner, a stranger with another tenant, and everybody else who must not reach what the owner has. */
export const meet = makeOnce(async () => {
  const [owner, stranger] = [await anOwnerWithAccount(), await anOwnerWithAccount()]
  return { owner, stranger, callers: await listCallers(owner) }
})
const figures = { requests: 0, positions: 0, refusals: 0 }

const asking = async (operation: Operation, made: Made, token: string): Promise<Received> => {
  figures.requests++
  return await ask(operation, made, { token })
}

/** Sends a request for what the owner has and one for what nobody has, and compares the answers. */
const expectRefusal = async (operation: Operation, made: Made, { name, token, status, isStranger }: Caller) => {
  const { owner } = await meet()
  let foreign: Received | undefined
  const touched = await watchKeys(async () => {
    foreign = await asking(operation, made, token)
  })
  if (!foreign) throw new Error('nothing was answered')
  const missing = await asking(operation, { ...made, params: unknownIds(made.params) }, token)
  expect([name, foreign.status]).toEqual([name, status])
  expect(comparable(foreign), name).toEqual(comparable(missing))
  expectDescribed(operation, foreign)
  const ofOwner = touched.filter(isOfTenant(owner.tenant))
  expect(isStranger ? ofOwner : [], name).toEqual([])
  figures.refusals++
}

const makeFor = async (operation: Operation, whose: Member): Promise<Made> => ({
  token: whose.token as string,
  ...(await usual(operation, whose)),
})

/** Names something of the owner in a request of the stranger, which is answered as if it named nothing. */
const expectUnreachable = async (operation: Operation, position: Position) => {
  const { owner, stranger } = await meet()
  const theirs = await referTo(operation.operation, position, owner)
  const made = await makeFor(operation, stranger)
  const token = made.token as string
  const missing = await asking(operation, putId(operation, made, position, unknownLike(theirs)), token)
  // A request that succeeded may have used up what it was made for.
  const again = missing.status < 400 ? await makeFor(operation, stranger) : made
  let foreign: Received | undefined
  const touched = await watchKeys(async () => {
    foreign = await asking(operation, putId(operation, again, position, theirs), again.token as string)
  })
  if (!foreign) throw new Error('nothing was answered')
  const at = `${position.part} ${position.path}`
  expect(touched.filter(isOfTenant(owner.tenant)), at).toEqual([])
  if (missing.status < 400) expect([at, foreign.status]).toEqual([at, missing.status])
  else expect([at, ...withoutIds(foreign)]).toEqual([at, ...withoutIds(missing)])
  figures.positions++
}

const expectNotReached = async (operation: Operation) => {
  const { owner, callers } = await meet()
  if (isScoped(operation) && namesOne(operation)) {
    const made = await usual(operation, owner)
    const written = await listWrites(owner.tenant, async () => {
      for (const caller of [...callers, await withoutScope(owner, operation)])
        await expectRefusal(operation, made, caller)
    })
    expect(written).toEqual([])
    const answer = await ask(operation, { token: owner.token as string, ...made })
    expect(answer.status, answer.text.slice(0, 300)).toBe(findSuccessStatus(operation))
  }
  for (const position of listPositions(operation)) await expectUnreachable(operation, position)
}

export const CROSSING: Matrix = { name: 'crossing', cases: caseOfEach(CROSSED, expectNotReached), few: 3, figures }
