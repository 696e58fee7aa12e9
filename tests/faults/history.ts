import type { StoredPartner } from '../../lib/partner/partner-store.ts'
import { parseId } from '../../lib/platform/id.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { CUSTODIAN_MOVES, type StoredCustodian } from '../../lib/warehousing/custodian.ts'
import type { Reply, World } from './world.ts'

export interface Held {
  items: Item[]
  partners: StoredPartner[]
  custodians: StoredCustodian[]
}

export const grouped = <T>(list: readonly T[], by: (item: T) => string) => {
  const groups = new Map<string, T[]>()
  for (const item of list) groups.set(by(item), [...(groups.get(by(item)) ?? []), item])
  return groups
}

const legal = (from: string, to: string) =>
  from === to ||
  Object.values(CUSTODIAN_MOVES).some((move) => (move.from as readonly string[]).includes(from) && move.to === to)

const STEPS: Record<string, { from: readonly string[]; to: string }> = {
  suspend: CUSTODIAN_MOVES.suspend,
  reactivate: CUSTODIAN_MOVES.reactivate,
  disconnect: CUSTODIAN_MOVES.disconnect,
}

/** Returns true if a request for a step that was made already is confirmed, too, and changes nothing. */
const isRepeatable = ({ from, to }: { from: readonly string[]; to: string }) => from.includes(to)

type At = (id: string, rev: number) => Item | undefined

/** Checks that every confirmed change was made, and by one request only. */
const winners = (replies: readonly Reply[], at: At): string[] => {
  const found: string[] = []
  const won = new Set<string>()
  for (const { action, status, rev, target } of replies) {
    const step = STEPS[action]
    if (status !== 200 || !step || !rev) continue
    const id = parseId(target as string) as string
    const name = `${action} of ${id} at ${rev}`
    if (won.has(`${id} ${rev}`) && !isRepeatable(step)) found.push(`${name} had two winners`)
    won.add(`${id} ${rev}`)
    if (at(id, rev)?.status !== step.to) found.push(`${name} was acknowledged and did not happen`)
    if (!step.from.includes(at(id, rev - 1)?.status as string)) found.push(`${name} did not start from ${step.from}`)
  }
  return found
}

/** Checks that each change of state was confirmed, or that its sender got no answer. */
const authors = (replies: readonly Reply[], custodians: readonly StoredCustodian[], at: At): string[] =>
  custodians.flatMap(({ id, rev }) =>
    Object.entries(STEPS).flatMap(([action, step]) => {
      const { from, to } = step
      const sent = replies.filter((reply) => reply.action === action && parseId(reply.target ?? '') === id)
      const told = sent.filter(({ status }) => status === 200).length
      const unknown = sent.filter(({ status }) => status === 'crash' || status === 503).length
      let made = 0
      for (let version = 2; version <= rev; version++) {
        const [before, after] = [at(id, version - 1)?.status as string, at(id, version)?.status]
        if (before !== after && from.includes(before) && after === to) made++
      }
      const least = isRepeatable(step) ? Math.min(told, 1) : told
      const right = made >= least && made <= told + unknown
      return right ? [] : [`${action} of ${id} happened ${made} times, ${told} told, ${unknown} unknown`]
    }),
  )

/** Checks that versions have no gaps, that every step is allowed by the states, and that each has one author. */
export const history = ({ recorded, tenant, replies }: World, { partners, custodians }: Held): string[] => {
  const found: string[] = []
  const versions = grouped(recorded.versions.get(tenant) ?? [], ({ sk }) => sk)
  const at = (id: string, rev: number) => versions.get(id)?.find((item) => item.rev === rev)
  for (const { id, rev } of [...partners, ...custodians]) {
    const revs = (versions.get(id) ?? []).map((item) => item.rev as number).sort((a, b) => a - b)
    if (revs.length !== rev || revs.some((each, i) => each !== i + 1))
      found.push(`${id} stands at ${rev}, made of ${revs}`)
  }
  for (const { id, rev, status } of custodians) {
    for (let step = 2; step <= rev; step++) {
      const [from, to] = [at(id, step - 1)?.status as string, at(id, step)?.status as string]
      if (!legal(from, to)) found.push(`custodian ${id} went from ${from} to ${to}`)
    }
    if (at(id, rev)?.status !== status) found.push(`custodian ${id} is ${status}, last written ${at(id, rev)?.status}`)
  }
  return [...found, ...winners(replies, at), ...authors(replies, custodians, at)]
}
