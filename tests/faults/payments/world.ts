import { invoices } from '../../../lib/billing/invoices/invoice-store.ts'
import { addPartner } from '../../../lib/partner/add-partner.ts'
import type { App } from '../../../lib/platform/app/app.ts'
import { newId } from '../../../lib/platform/id.ts'
import { formatKey, type Item, type Table } from '../../../lib/platform/store/table/table.ts'
import type { Unit } from '../../../lib/platform/store/unit.ts'
import { openScheduledWorld } from '../scheduled-world.ts'

/** Notes every change of the status of an invoice. A transaction that arrives once more with its token changes nothing. */
const noteMoves = (table: Table, moves: { id: string; to: string }[]): Table => {
  const statuses = new Map<string, string>()
  const tokens = new Set<string>()
  const follow = (item: Item) => {
    if (item.kind !== invoices.name) return
    const key = formatKey(item)
    const to = String(item.status)
    if (statuses.get(key) !== to) moves.push({ id: item.sk, to })
    statuses.set(key, to)
  }
  return {
    ...table,
    async transact(actions, token) {
      const outcome = await table.transact(actions, token)
      if (!outcome.committed || (token && tokens.has(token))) return outcome
      if (token) tokens.add(token)
      for (const action of actions) if ('put' in action) follow(action.put)
      return outcome
    },
  }
}

/** A small tenant whose calls of the table a seed orders, and lets fail. */
export const openWorld = async (random: () => number) => {
  const moves: { id: string; to: string }[] = []
  const world = openScheduledWorld(random, { toBase: (table) => noteMoves(table, moves) })
  const app = world.use({})
  const tenant = newId(world.clock())
  const write = <T>(work: (unit: Unit) => Promise<T>, by: App = app) => world.writeAs(tenant, work, by)
  const partnerIds: string[] = []
  for (const name of ['Nordlicht', 'Elbe'])
    partnerIds.push((await write(async (unit) => addPartner(unit, { name }))).id)
  const list = <T>(name: string) => world.listOf<T>(tenant, name)
  return { ...world, app, tenant, partnerIds, moves, write, list }
}

export type World = Awaited<ReturnType<typeof openWorld>>
