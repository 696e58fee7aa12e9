import { describe, expect, test } from 'vitest'
import { aPartner } from '../support/builders.ts'
import { aMember } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'

const ON_TABLE_CHANGE = 'functions/events/on-table-change.ts'
const ON_EVENT = 'functions/events/on-event.ts'

const bodies = (list: Awaited<ReturnType<typeof drainEvents>>, worker: string) =>
  list.filter((each) => each.worker === worker).map(({ content }) => JSON.stringify(content))

describe('draining events in a test', () => {
  test('handles each event once and leaves none', async () => {
    const member = await aMember()
    await aPartner(member)
    await aPartner(member)
    const first = await drainEvents()
    expect(first.filter(({ failed }) => failed)).toEqual([])
    expect(new Set(bodies(first, ON_EVENT)).size).toBe(2)
    expect(bodies(first, ON_EVENT)).toHaveLength(2)
    expect(await drainEvents()).toEqual([])
  })

  test('handles everything twice and shuffled on request', async () => {
    const member = await aMember()
    for (let made = 0; made < 12; made += 1) await aPartner(member)
    const all = await drainEvents({ duplicate: true, shuffle: 7 })
    expect(all.filter(({ failed }) => failed)).toEqual([])
    const changes = bodies(all, ON_TABLE_CHANGE)
    expect(changes).toHaveLength(2 * new Set(changes).size)
    const events = bodies(all, ON_EVENT)
    expect(new Set(events).size).toBe(12)
    expect(events.slice(0, 12)).not.toEqual(events.slice(12, 24))
  })
})
