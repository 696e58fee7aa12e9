import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listScopesOfRole } from '../../lib/platform/access/scopes.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Id } from '../../lib/platform/id.ts'
import { ROLES, type Role } from '../../schemas/roles.ts'
import { aColleague, anOwner, ask, invited, type Owner, refreshed, type SignedIn, signedIn, working } from './people.ts'

const limits = { identity: 1_000_000, ip: 1_000_000, auth: 1_000_000, satellite: 1_000_000, serviceAccount: 1_000_000 }

type Step = { which: number; other: number; afterMs: number; role: Role; act: Act }
const ACTS = ['login', 'refresh', 'select', 'selectOwn', 'endOne', 'endOthers', 'endAll', 'role', 'suspend'] as const
const RARE = ['reinstate', 'remove', 'rejoin', 'delete'] as const
type Act = (typeof ACTS)[number] | (typeof RARE)[number]

const step = fc.record<Step>({
  which: fc.nat(20),
  other: fc.nat(20),
  // The clock is stopped, so that nothing depends on time.
  afterMs: fc.constantFrom(0, 0, 1, 700, 31_000),
  role: fc.constantFrom(...ROLES.filter((role) => role !== 'owner')),
  act: fc.oneof({ arbitrary: fc.constantFrom(...ACTS), weight: 5 }, { arbitrary: fc.constantFrom(...RARE), weight: 1 }),
})

interface Session {
  id: Id
  live: boolean
  tenant: Id | null
  newest: SignedIn
}

interface Token {
  held: SignedIn
  session: Session
  tenant: Id | null
  /** Version of the membership for which it was issued. */
  version: number
  role: Role | null
}

/** The model, compared with the real system. */
const play = async (steps: readonly Step[]) => {
  let now = Date.now()
  useApp({ ...makeApp({ ...readConfig(), limits }), clock: () => new Date(now) })
  const owner = await anOwner()
  const person = await aColleague(owner, 'admin')
  const own = person.tenants.find(({ id }) => id !== owner.tenant)?.id as Id
  const sessions: Session[] = []
  const tokens: Token[] = []
  const membership = { is: 'active' as 'active' | 'suspended' | 'gone', role: 'admin' as Role, version: 1 }
  let [member, deleted] = [person.member, false]

  const issued = (session: Session, held: SignedIn) => {
    const inside = session.tenant === owner.tenant
    const tenant = inside && membership.is !== 'active' ? null : session.tenant
    const role = tenant === null ? null : inside ? membership.role : 'owner'
    expect(held.claims.tid).toBe(tenant ?? undefined)
    expect(held.claims.scope.split(' ').filter(Boolean)).toEqual(role ? listScopesOfRole(role) : [])
    session.newest = held
    tokens.push({ held, session, tenant, version: membership.version, role })
  }
  const isGood = ({ session, tenant, version }: Token) =>
    session.live && (tenant !== owner.tenant || version === membership.version)

  const first: Session = { id: person.claims.sid, live: true, tenant: owner.tenant, newest: person }
  sessions.push(first)
  issued(first, person)

  /** Returns a usable token of the session; fetches one if the last is outdated. */
  const asking = async (session: Session): Promise<SignedIn | undefined> => {
    if (!session.live) return undefined
    const last = tokens.findLast((token) => token.session === session) as Token
    if (!isGood(last)) issued(session, await refreshed(session.newest))
    return session.newest
  }
  const changed = (status: number, expected: number) => {
    expect(status).toBe(expected)
    if (status < 300) membership.version++
  }

  const acts: Record<Act, (session: Session, step: Step) => Promise<unknown>> = {
    async login() {
      const held = await signedIn(person)
      expect(held.token !== undefined).toBe(!deleted)
      if (deleted) return
      const tenant = membership.is === 'active' ? null : own
      const session: Session = { id: held.claims.sid, live: true, tenant, newest: held }
      sessions.push(session)
      issued(session, held)
    },
    async refresh(session) {
      const answer = await ask('refresh', { refreshToken: session.newest.refreshToken })
      expect(answer.status).toBe(session.live ? 200 : 401)
      if (session.live) issued(session, await refreshed(session.newest))
    },
    async select(session) {
      const who = await asking(session)
      if (!who) return
      const { status } = await who.post('/api/iam/auth/select-tenant', { tenantId: owner.tenant })
      expect(status).toBe(membership.is === 'active' ? 200 : 404)
      if (status !== 200) return
      session.tenant = owner.tenant
      issued(session, await working(who, owner.tenant))
    },
    async selectOwn(session) {
      const who = await asking(session)
      if (!who) return
      session.tenant = own
      issued(session, await working(who, own))
    },
    async endOne(session, { other }) {
      const [who, target] = [await asking(session), sessions[other % sessions.length] as Session]
      if (!who) return
      expect((await who.delete(`/api/iam/sessions/${target.id}`)).status).toBe(target.live ? 204 : 404)
      target.live = false
    },
    async endOthers(session) {
      const who = await asking(session)
      if (!who) return
      expect((await who.post('/api/iam/auth/logout-others')).status).toBe(204)
      for (const each of sessions) each.live &&= each === session
    },
    async endAll(session) {
      const who = await asking(session)
      if (!who) return
      expect((await who.post('/api/iam/auth/logout-everywhere')).status).toBe(204)
      for (const each of sessions) each.live = false
    },
    async role(_, { role }) {
      const { status } = await owner.patch(`/api/iam/members/${member}`, { role })
      if (membership.is === 'gone' || role !== membership.role) changed(status, membership.is === 'gone' ? 404 : 200)
      if (status === 200) membership.role = role
    },
    async suspend() {
      const { status } = await owner.post(`/api/iam/members/${member}/suspend`)
      changed(status, { active: 200, suspended: 409, gone: 404 }[membership.is])
      if (status === 200) membership.is = 'suspended'
    },
    async reinstate() {
      const { status } = await owner.post(`/api/iam/members/${member}/reinstate`)
      changed(status, { active: 409, suspended: 200, gone: 404 }[membership.is])
      if (status === 200) membership.is = 'active'
    },
    async remove() {
      const { status } = await owner.delete(`/api/iam/members/${member}`)
      changed(status, membership.is === 'gone' ? 404 : 204)
      membership.is = 'gone'
    },
    async rejoin(_, { role }) {
      if (membership.is !== 'gone' || deleted) return
      const { token, member: again } = await invited(owner as Owner, role, person)
      changed((await ask('accept-invitation', { token })).status, 200)
      Object.assign(membership, { is: 'active', role })
      member = again
    },
    async delete(session) {
      const who = await asking(session)
      if (!who) return
      expect((await who.delete('/api/iam/account')).status).toBe(204)
      deleted = true
      for (const each of sessions) each.live = false
    },
  }

  for (const step of steps) {
    now += step.afterMs
    await acts[step.act](sessions[step.which % sessions.length] as Session, step)
    const answers = await Promise.all(tokens.map(({ held }) => held.get('/api/iam/me')))
    expect(
      answers.map(({ status }) => status),
      step.act,
    ).toEqual(tokens.map((token) => (isGood(token) ? 200 : 401)))
    for (const [place, token] of tokens.entries())
      if (!isGood(token))
        expect(answers[place]?.body.errorCode).toBe(token.session.live ? 'TOKEN_EXPIRED' : 'SESSION_REVOKED')
  }
  // Writes wait for the rate limit on a path of their own, so the end checks them too.
  for (const token of tokens) {
    const { status } = await token.held.post('/api/partner/partners', { name: 'Nordlicht' })
    const may = token.role !== null && listScopesOfRole(token.role).includes('partner:partner:write')
    expect(status).toBe(isGood(token) ? (may ? 201 : 403) : 401)
  }
}

it('a token works exactly while its session is active and its membership unchanged', async () => {
  const before = app()
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), play), {
    numRuns: Number(process.env.RUNS ?? 12),
  })
  useApp(before)
}, 600_000)
