import { membershipKey } from '../../lib/iam/identity-store.ts'
import { MEMBER_MOVES, type Member } from '../../lib/iam/member.ts'
import { members } from '../../lib/iam/member-store.ts'
import { identityGateKey } from '../../lib/platform/access/revocation.ts'
import { parseId } from '../../lib/platform/id.ts'
import { fromItem } from '../../lib/platform/store/entities/entity.ts'
import { toEvents } from '../support/events.ts'
import { grouped } from './history.ts'
import { answered, derivedOf, onceForEachKey, storedItems } from './invariants.ts'
import type { Company } from './staff.ts'

interface Life {
  id: string
  /** All versions that were written. */
  versions: readonly Member[]
  now: Member | undefined
}

const steps = ({ versions }: Life) => versions.slice(1).map((after, i) => [versions[i] as Member, after] as const)

const legal = (from: string, to: string) =>
  from === to ||
  Object.values(MEMBER_MOVES).some((move) => (move.from as readonly string[]).includes(from) && move.to === to)

/** Checks that versions have no gaps, that each step is allowed by the states, and that the last version is stored. */
const lives = (life: Life): string[] => {
  const { id, versions, now } = life
  const revs = versions.map(({ rev }) => rev)
  const found = revs.some((rev, i) => rev !== i + 1) ? [`member ${id} was made of ${revs}`] : []
  if (now && now.rev !== versions.length) found.push(`member ${id} stands at ${now.rev}, made of ${revs}`)
  if (versions.some(({ status, invitation }) => status !== 'invited' && invitation))
    found.push(`the link to ${id} outlives its acceptance`)
  for (const [before, after] of steps(life))
    if (!legal(before.status, after.status)) found.push(`member ${id} went from ${before.status} to ${after.status}`)
  return found
}

const invitationOf = ({ invitation }: Member) => invitation?.hash

/** Computes how many events of each topic the member must have. */
const causes = (life: Life): Record<string, number> => {
  const moved = (from: string, to: string) =>
    steps(life).filter(([before, after]) => before.status === from && after.status === to).length
  const last = life.versions.at(-1) as Member
  return {
    'iam.membership.created': 1,
    'iam.membership.member_joined': moved('invited', 'active'),
    'iam.membership.suspended': moved('active', 'suspended'),
    'iam.membership.reinstated': moved('suspended', 'active'),
    'iam.membership.role_assigned': steps(life).filter(
      ([before, after]) => before.role !== after.role && invitationOf(before) === invitationOf(after),
    ).length,
    'iam.membership.role_revoked': life.now || last.status === 'invited' ? 0 : 1,
    'iam.tenant.invitation_sent':
      1 + steps(life).filter(([a, b]) => invitationOf(b) && invitationOf(a) !== invitationOf(b)).length,
    'iam.tenant.welcome_sent': moved('invited', 'active'),
  }
}

const RESULTS: Record<string, (member: Pick<Member, 'role' | 'status'>) => unknown> = {
  accept: ({ status }) => status === 'active',
  suspend: ({ status }) => status === 'suspended',
  reinstate: ({ status }) => status === 'active',
}

/** Checks that every confirmed change was made by one request, and that a link works once. */
export const winners = (
  { replies }: Pick<Company, 'replies'>,
  all: ReadonlyMap<string, { versions: readonly Pick<Member, 'role' | 'status'>[] }>,
): string[] => {
  const won = new Set<string>()
  return replies.flatMap(({ action, status, id, rev, body }) => {
    const right =
      RESULTS[action] ?? (action === 'role' ? ({ role }: Pick<Member, 'role'>) => role === body.role : undefined)
    if (status !== 200 || !right || !id || !rev) return []
    const place = `${parseId(id)} ${rev}`
    const versions = all.get(parseId(id) as string)?.versions ?? []
    const [before, made] = [versions[rev - 2], versions[rev - 1]]
    const found = made && right(made) ? [] : [`${action} of ${place} was acknowledged and did not happen`]
    // Setting the role that a member already has changes nothing, so it may be confirmed any number of times, and also
    // before the answer to the request that made this version arrives.
    if (won.has(place) && action !== 'role') found.push(`${action} of ${place} had two winners`)
    if (action !== 'role' || before?.role !== body.role) won.add(place)
    return found
  })
}

/** Checks that memberships of identities and versions in gates agree with the tenant's members. */
const agreed = async ({ db, tenant, owner, people }: Company, standing: readonly Member[]): Promise<string[]> => {
  const found = await Promise.all(
    [owner, ...people.map(({ identity }) => identity)].map(async (identity) => {
      const [membership, gate] = [
        await db.get(membershipKey(identity, tenant)),
        await db.get(identityGateKey(identity)),
      ]
      const member = standing.find(({ identityId }) => identityId === identity)
      const known = membership && [membership.member, membership.role, membership.status].join()
      const right = member ? [member.id, member.role, member.status].join() : known && membership.status === 'left'
      const wrong = (member ? known === right : !membership || right) ? [] : [`${identity} is ${known}, ${right}`]
      const mark = gate?.[`t${tenant}`] as { version: string } | undefined
      if (mark && mark.version !== membership?.version) wrong.push(`the gate of ${identity} is of another version`)
      return wrong
    }),
  )
  const owners = standing.filter(({ role, status }) => role === 'owner' && status === 'active')
  return [...found.flat(), ...(owners.length ? [] : ['nobody owns the tenant'])]
}

/** Lists everything that is wrong with the data after requests about members. */
export const membersViolations = async (company: Company): Promise<string[]> => {
  const { recorded, tenant, owner } = company
  const items = await storedItems(company)
  const standing = items.filter(({ kind }) => kind === members.name).map(fromItem<Member>)
  const written = (recorded.versions.get(tenant) ?? []).filter(({ kind }) => kind === members.name)
  const all = new Map(
    [...grouped(written, ({ sk }) => sk)].map(([id, versions]) => {
      const sorted = versions.map(fromItem<Member>).sort((a, b) => a.rev - b.rev)
      return [id, { id, versions: sorted, now: standing.find((each) => each.id === id) }] as const
    }),
  )
  const events = toEvents(items.filter(({ kind }) => kind === 'outbox'))
  const told = [...all.values()]
    .filter(({ versions }) => versions[0]?.identityId !== owner)
    .flatMap((life) =>
      Object.entries(causes(life)).flatMap(([topic, count]) => {
        const right = (each: (typeof events)[number]) => each.topic === topic && String(each.subject).endsWith(life.id)
        const there = events.filter(right).length
        return there === count ? [] : [`${topic} was told ${there} times of ${life.id}, caused ${count} times`]
      }),
    )
  return [
    ...answered(company),
    ...onceForEachKey(company, new Set(all.keys()), { obstaclesGo: true }),
    ...[...all.values()].flatMap(lives),
    ...told,
    ...winners(company, all),
    ...derivedOf(company, items, (expect) => standing.forEach((each) => void expect(members, each))),
    ...(await agreed(company, standing)),
  ]
}
