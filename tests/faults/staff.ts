import { addIdentity, findAccount, type Membership } from '../../lib/iam/identity-store.ts'
import { addTenant } from '../../lib/iam/tenant.ts'
import { signAccessToken } from '../../lib/platform/access/access-token.ts'
import { listScopesOfRole } from '../../lib/platform/access/scopes.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { ROLES, type Role } from '../../schemas/roles.ts'
import { invitationsOf } from '../iam/people.ts'
import { client } from '../support/client.ts'
import type { Switches } from '../support/faults.ts'
import { type Asked, ask, newKey, type Platform, type World, world } from './world.ts'

const MEMBERS = '/api/iam/members'
const ACCEPT = '/api/v1/iam/auth/accept-invitation'

export interface Person {
  identity: string
  email: string
}

/** A tenant with an owner, and identities that may become its members. */
export interface Company extends World {
  owner: string
  /** Member id of the owner. */
  founder: string
  people: Person[]
  members: string[]
}

export const aVerifiedPerson = async ({ db, clock }: ReturnType<typeof app>, within: boolean): Promise<Person> => {
  const id = newId(clock())
  const email = `${id.toLowerCase()}@example.com`
  await runInUnit(db, { tenant: undefined, actor: null, now: clock() }, async (unit) => {
    const verifiedAt = unit.now.toISOString()
    const identity = addIdentity(unit, { id, email, firstName: 'Ada', passwordHash: '', verifiedAt })
    if (within) addTenant(unit, identity, 'Analytical Engines')
  })
  return { identity: id, email }
}

export const company = async (on: Platform, seed: number, switches: Partial<Switches>): Promise<Company> => {
  const [owner, ...people] = await Promise.all([0, 1, 2, 3].map((place) => aVerifiedPerson(app(), place === 0)))
  const identity = owner?.identity as string
  const [own] = (await findAccount(app().db, identity))?.memberships ?? []
  const { tenant, role, version, member: founder } = own as Membership
  const session = newId(app().clock())
  const token = await signAccessToken(app(), {
    identity,
    session,
    tenant,
    membership: version,
    scopes: listScopesOfRole(role),
  })
  const made = await world(on, seed, switches)
  const member = { ...client(token), identity, tenant }
  const founded = { ...made, tenant, member, owner: identity, founder, people, members: [] as string[] }
  // Two have joined already, so that there are members to change.
  for (const { email } of people.slice(1)) {
    const { body } = await member.post(MEMBERS, { email, role: 'owner' })
    founded.members.push(body.id)
    for (const link of await invitationsOf(tenant, email)) await client().post(ACCEPT, { token: link })
  }
  return founded
}

const one = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
// Mostly owners and one other role, so that ownership changes often.
const roleOf = ({ random }: Company): Role => (random() < 0.4 ? 'owner' : one(random, ROLES))

const invite = (company: Company): Asked => {
  const { email } = one(company.random, company.people)
  return {
    action: 'create member',
    method: 'post',
    url: MEMBERS,
    body: { email, role: roleOf(company) },
    key: newKey(),
  }
}

/** Usually uses the latest link that was mailed. */
const accept = async ({ random, tenant, people }: Company): Promise<Asked | undefined> => {
  const links = await invitationsOf(tenant, one(random, people).email)
  const token = random() < 0.8 ? links.at(-1) : one(random, links)
  return token ? { action: 'accept', method: 'post', url: ACCEPT, body: { token } } : undefined
}

const change = (company: Company): Asked => {
  const { random, members } = company
  const target = one(random, members)
  const url = `${MEMBERS}/${target}`
  const dice = random()
  if (dice < 0.35) return { action: 'role', method: 'patch', url, body: { role: roleOf(company) }, target }
  if (dice < 0.6) return { action: 'remove', method: 'delete', url, body: {}, target }
  const action = one(random, ['suspend', 'reinstate'])
  return { action, method: 'post', url: `${url}/${action}`, body: {}, target }
}

const next = async (company: Company): Promise<Asked | undefined> => {
  const dice = company.random()
  if (dice < 0.25 || !company.members.length) return invite(company)
  return dice < 0.5 ? await accept(company) : change(company)
}

/** Demotes all possible owners at the same moment, including the founder, who sends the requests. */
const demoteAll = async (company: Company): Promise<void> => {
  const all = [company.founder, ...company.members]
  const demote = (target: string): Asked => {
    const url = `${MEMBERS}/${target}`
    return { action: 'role', method: 'patch', url, body: { role: 'viewer' }, target }
  }
  await Promise.all(all.map((target) => ask(company, demote(target))))
}

/** Makes random requests about members, some sent twice at once, and a race of owners at the end. */
export const membersRequests = async (company: Company, { clients = 3, each = 4 } = {}): Promise<void> => {
  const { random, members } = company
  const run = async () => {
    for (let left = each; left; left--) {
      const asked = await next(company)
      if (!asked) continue
      const senders = random() < 0.3 ? 2 : 1
      for (const { id } of await Promise.all(Array.from({ length: senders }, () => ask(company, asked))))
        if (id && !members.includes(id)) members.push(id)
    }
  }
  await Promise.all(Array.from({ length: clients }, run))
  await demoteAll(company)
}
