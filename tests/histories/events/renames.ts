import { runTask } from '../../../functions/events/run-task.ts'
import { addIdentity, membershipKey, tenantKey } from '../../../lib/iam/identity-store.ts'
import { renameTenant } from '../../../lib/iam/rename-tenant.ts'
import { addTenant } from '../../../lib/iam/tenant.ts'
import { timelyApp } from '../../../lib/platform/app/timely-app.ts'
import { deadlineBefore } from '../../../lib/platform/deadline.ts'
import { type Id, newId } from '../../../lib/platform/id.ts'
import type { Log } from '../../../lib/platform/log.ts'
import { Problem } from '../../../lib/platform/problem.ts'
import type { Table } from '../../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../../lib/platform/store/unit.ts'
import { addMembers } from '../../support/staff.ts'
import { chooseFaults, openWorld, type World, type Wrap } from '../world.ts'

const RENAMES = 8
const WORKERS = 4
const MAX_QUIET_ROUNDS = 20
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const nameOf = (version: number) => `Version ${version}`
const versionOf = (name: unknown) => Number(String(name).split(' ')[1])

/** Creates a tenant with an owner, and two members who have a copy of its name. */
const addCompany = async ({ app, table, clock }: World) => {
  const [owner, ...others] = [0, 1, 2].map(() => newId(clock())) as [Id, Id, Id]
  const write = { tenant: undefined, actor: null, now: clock() }
  const tenant = await runInUnit(app.db, write, async (unit) => {
    const account = { id: owner, email: 'ada@example.com', firstName: 'Ada', passwordHash: '' }
    const identity = addIdentity(unit, { ...account, verifiedAt: unit.now.toISOString() })
    return addTenant(unit, identity, nameOf(0))
  })
  await runInUnit(app.db, { ...write, tenant }, async (unit) => addMembers(unit, others, ['admin', 'viewer']))
  for (const identity of others)
    await table.put({ put: { ...membershipKey(identity, tenant), kind: 'membership', name: nameOf(0) } })
  return { tenant, owner, others }
}

/** Notes the versions of each copy in the order in which they were written. */
const followCopies = (world: World, tenant: Id, identities: readonly Id[]) => {
  const versions = new Map(identities.map((identity) => [identity, [0]]))
  return {
    versions,
    look() {
      for (const [identity, seen] of versions) {
        const version = versionOf(world.table.find(membershipKey(identity, tenant))?.name)
        if (seen.at(-1) !== version) seen.push(version)
      }
    },
  }
}

/** Renames a tenant while the tasks of earlier renames run, twice and in any order, and returns what is wrong. */
export const renameBySeed = async (seed: number, wrap: Wrap = (table) => table) => {
  let look: () => void = () => undefined
  const looking = (table: Table): Table => ({
    ...table,
    async transact(actions, token) {
      const outcome = await table.transact(actions, token)
      look()
      return outcome
    },
  })
  const world = await openWorld(seed, (table) => looking(wrap(table)))
  try {
    const { app, faults, begin, run, work, random, table } = world
    const { tenant, owner, others } = await addCompany(world)
    const copies = followCopies(world, tenant, [owner, ...others])
    look = copies.look
    chooseFaults(world)
    const inTime = (piece: (using: typeof app) => Promise<unknown>) =>
      work(async (context) => {
        try {
          await piece(timelyApp(app, deadlineBefore(context, 500)))
        } catch (error) {
          if (!(error instanceof Problem) || error.errorCode !== 'UNAVAILABLE') throw error
        }
      })
    const rename = (version: number) =>
      inTime(({ db }) =>
        runInUnit(db, { tenant, actor: owner, now: world.clock() }, (unit) =>
          renameTenant(db, unit, { identity: owner, tenant }, tenant, nameOf(version)),
        ),
      )
    const deliver = () => {
      for (const { pk, sk, handledAt } of table.inPartition('T#PLATFORM#task')) {
        if (handledAt && random() < 0.8) continue
        const copiesOfMessage = faults.isOn ? 1 + world.among(2) : 1
        for (let left = copiesOfMessage; left; left--)
          begin('worker', () => inTime((using) => runTask(using, { pk, sk }, world.clock(), SILENT)))
      }
    }
    for (let version = 1; version <= RENAMES; version++) {
      begin('owner', () => rename(version))
      for (let left = world.among(WORKERS); left; left--) deliver()
      if (random() < 0.6) await run()
    }
    await run()
    faults.isOn = false
    const listOpen = () => table.inPartition('T#PLATFORM#task').filter(({ handledAt }) => !handledAt)
    let rounds = 0
    for (; rounds < MAX_QUIET_ROUNDS && listOpen().length; rounds++) {
      deliver()
      await run()
    }
    copies.look()
    const wrong = rounds === MAX_QUIET_ROUNDS ? ['a task is never done'] : []
    const last = table.find(tenantKey(tenant))?.name
    // Renames that were sent at once may be committed in any order, which that of the tenant itself decides.
    for (const [identity, seen] of copies.versions) {
      if (nameOf(seen.at(-1) ?? 0) !== last) wrong.push(`the copy of ${identity} ended as ${seen.at(-1)}, not ${last}`)
      if (new Set(seen).size < seen.length) wrong.push(`the copy of ${identity} went back: ${seen}`)
    }
    return { wrong, tally: { ...world.tally, renames: RENAMES } }
  } finally {
    world.close()
  }
}

/** A fault of the task: it does not check that the name is still that of the tenant. */
export const renameBlindly: Wrap = (table) => ({
  ...table,
  transact: (actions, token) =>
    table.transact(
      actions.filter((action) => !('check' in action && action.check.pk === 'P#tenants')),
      token,
    ),
})
