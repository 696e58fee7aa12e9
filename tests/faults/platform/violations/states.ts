import { CREDIT_NOTE_MOVES } from '../../../../lib/billing/credit-notes/credit-note.ts'
import { creditNotes } from '../../../../lib/billing/credit-notes/credit-note-store.ts'
import { INVOICE_MOVES } from '../../../../lib/billing/invoices/invoice.ts'
import { invoices } from '../../../../lib/billing/invoices/invoice-store.ts'
import { RECURRING_PROFILE_MOVES } from '../../../../lib/billing/recurring-invoice-profiles/recurring-profile.ts'
import { recurringProfiles } from '../../../../lib/billing/recurring-invoice-profiles/recurring-profile-store.ts'
import { SETTLEMENT_MOVES } from '../../../../lib/billing/settlements/settlement.ts'
import { settlements } from '../../../../lib/billing/settlements/settlement-store.ts'
import { MEMBER_MOVES } from '../../../../lib/iam/member.ts'
import { members } from '../../../../lib/iam/member-store.ts'
import { partners } from '../../../../lib/partner/partner-store.ts'
import type { Moves } from '../../../../lib/platform/moves.ts'
import type { Item } from '../../../../lib/platform/store/table/table.ts'
import { CHANNEL_MOVES } from '../../../../lib/sales/channels/channel.ts'
import { channels } from '../../../../lib/sales/channels/channel-store.ts'
import { ORDER_MOVES } from '../../../../lib/sales/orders/order.ts'
import { orders } from '../../../../lib/sales/orders/order-store.ts'
import { syncRuns } from '../../../../lib/sales/runs/sync-store.ts'
import { CUSTODIAN_MOVES } from '../../../../lib/warehousing/custodian.ts'
import { custodians } from '../../../../lib/warehousing/custodian-store.ts'
import { toEvents } from '../../../support/events.ts'
import type { PlatformWorld } from '../world.ts'

const MOVES: Readonly<Record<string, Moves<string, string>>> = {
  [invoices.name]: INVOICE_MOVES,
  [creditNotes.name]: CREDIT_NOTE_MOVES,
  [recurringProfiles.name]: RECURRING_PROFILE_MOVES,
  [settlements.name]: SETTLEMENT_MOVES,
  [channels.name]: CHANNEL_MOVES,
  [orders.name]: ORDER_MOVES,
  [members.name]: MEMBER_MOVES,
  [custodians.name]: CUSTODIAN_MOVES,
}

/** All versions of a resource that were written, oldest first, and what is stored now. */
export interface Life {
  kind: string
  id: string
  versions: readonly Item[]
  now: Item | undefined
}

export const listLives = ({ recorded, tenant, table }: PlatformWorld): Life[] => {
  const own = `T#${tenant}#`
  const written = (recorded.versions.get(tenant) ?? []).filter(({ pk, kind }) => pk === `${own}${kind}`)
  return [...Map.groupBy(written, ({ kind, sk }) => `${kind} ${sk}`).values()].map((versions) => {
    const [first] = versions as [Item]
    const sorted = versions.toSorted((one, other) => Number(one.rev) - Number(other.rev))
    return { kind: String(first.kind), id: first.sk, versions: sorted, now: table.find(first) }
  })
}

/** Moves after which the same write may make another one: an order that its shop restores is reopened and decided at once. */
const FIRST_MOVES: Readonly<Record<string, { from: readonly string[]; to: string }>> = {
  [orders.name]: ORDER_MOVES.reopen,
}

const isMove = (moves: Moves<string, string>, from: string, to: string) =>
  Object.values(moves).some((move) => move.from.includes(from) && move.to === to)

const isAllowed = (kind: string, moves: Moves<string, string>, from: string, to: string) => {
  const first = FIRST_MOVES[kind]
  return from === to || isMove(moves, from, to) || (first?.from.includes(from) && isMove(moves, first.to, to))
}

/**
 * Checks that versions have no gaps, except of runs, whose counts are added; that each step is allowed by the states, and that
 * the last version is stored.
 */
export const findStateFaults = (lives: readonly Life[]): string[] =>
  lives.flatMap(({ kind, id, versions, now }) => {
    const revs = versions.map(({ rev }) => Number(rev))
    const isOfPuts = kind !== syncRuns.name
    const found = isOfPuts && revs.some((rev, place) => rev !== place + 1) ? [`${kind} ${id} was made of ${revs}`] : []
    if (isOfPuts && now && now.rev !== revs.at(-1)) found.push(`${kind} ${id} is at ${now.rev}, made of ${revs}`)
    const moves = MOVES[kind]
    for (const [place, { status }] of versions.entries()) {
      const before = versions[place - 1]?.status
      if (!moves || before === undefined || isAllowed(kind, moves, String(before), String(status))) continue
      found.push(`${kind} ${id} went from ${before} to ${status}`)
    }
    return found
  })

/** Events that follow from a new state of a resource; `from` has the states before it, and null for a new resource. */
const CAUSES: readonly { kind: string; to: string; from?: readonly (string | null)[]; topic: string }[] = [
  { kind: invoices.name, to: 'issued', from: ['draft', null], topic: 'finance.invoice.issued' },
  { kind: creditNotes.name, to: 'issued', from: ['draft', null], topic: 'finance.creditnote.issued' },
  { kind: settlements.name, to: 'approved', topic: 'finance.settlement.posted' },
  { kind: settlements.name, to: 'paid', topic: 'finance.settlement.paid' },
  { kind: orders.name, to: 'accepted', topic: 'sales.order.ready' },
  { kind: orders.name, to: 'cancelled', from: ['accepted', 'held'], topic: 'sales.order.cancelled' },
]

/** Checks that each cause was told once, and nothing without a cause. */
export const findEventFaults = ({ table, tenant }: PlatformWorld, lives: readonly Life[]): string[] => {
  const events = toEvents(table.inPartition(`T#${tenant}#outbox`))
  const told = Map.groupBy(events, ({ topic, subject }) => `${topic} ${String(subject).slice(-26)}`)
  const expected = new Map<string, number>()
  const expectOne = (topic: string, id: string) =>
    expected.set(`${topic} ${id}`, (expected.get(`${topic} ${id}`) ?? 0) + 1)
  for (const { kind, id, versions } of lives) {
    if (kind === partners.name) expectOne('partner.partner.created', id)
    for (const [place, { status }] of versions.entries()) {
      const before = (versions[place - 1]?.status as string | undefined) ?? null
      for (const { to, from, topic } of CAUSES.filter((cause) => cause.kind === kind))
        if (status === to && before !== to && (from?.includes(before) ?? true)) expectOne(topic, id)
    }
  }
  const topics = new Set(['partner.partner.created', ...CAUSES.map(({ topic }) => topic)])
  const names = new Set([
    ...expected.keys(),
    ...[...told.keys()].filter((name) => topics.has(name.split(' ')[0] ?? '')),
  ])
  return [...names].flatMap((name) => {
    const [times, causes] = [told.get(name)?.length ?? 0, expected.get(name) ?? 0]
    return times === causes ? [] : [`${name} was told ${times} times, caused ${causes} times`]
  })
}
