import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { listDuePartitions } from '../../lib/platform/store/table/due.ts'
import { aTenantOf, listOf } from '../notification/members.ts'
import { aPartner } from '../support/builders.ts'
import { ownFolder } from '../support/folder.ts'
import { chance } from '../support/seed.ts'
import { drainEvents } from '../support/workers.ts'

const PARTNERS = 60
const KILLS = 6

afterEach(() => useApp(undefined))

const somethingIsDue = async () => {
  const partitions = [...listDuePartitions('outbox'), ...listDuePartitions('delivery')]
  const due = await Promise.all(partitions.map((pk) => app().db.query({ index: 'due', pk })))
  return due.flat().length > 0
}

const startWorkers = async (folder: string) => {
  const child = fork('tests/support/worker-process.ts', [join(folder, 'checkpoint.json')], { stdio: 'ignore' })
  await once(child, 'message')
  return child
}

describe('workers that are killed at any moment and restarted', () => {
  it('neither lose nor duplicate a notification', async () => {
    const folder = await ownFolder()
    const [owner, finance] = await aTenantOf(['owner', 'finance'])
    let making = true
    const made = (async () => {
      const names: string[] = []
      for (let i = 0; i < PARTNERS; i++) names.push((await aPartner(owner)).name)
      making = false
      return names
    })()
    const random = chance()
    let kills = 0
    while (making || kills < KILLS) {
      const child = await startWorkers(folder)
      await pause(random() * 400)
      child.kill('SIGKILL')
      await once(child, 'exit')
      kills++
    }
    const names = await made

    // Messages of a killed worker become visible again later; here the redrive finds their items as if that time had passed.
    const killedAt = app().clock().getTime()
    for (let hour = 1; await somethingIsDue(); hour++) {
      expect(hour).toBeLessThan(10)
      useApp({ ...app(), clock: () => new Date(killedAt + hour * 3_600_000) })
      await redrive({}, undefined)
      await drainEvents()
    }
    useApp(undefined)

    for (const member of [owner, finance]) {
      const { totalItems, member: seen } = await listOf(member, '?limit=100')
      expect(totalItems).toBe(PARTNERS)
      const told = names.map(
        (name) => seen.filter(({ message }: { message: string }) => message.includes(`${name} `)).length,
      )
      expect(new Set(told)).toEqual(new Set([1]))
    }
  })
})
