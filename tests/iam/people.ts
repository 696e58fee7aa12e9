import { addEmailToken, buildMailedTokenContext, sealEmailToken } from '../../lib/iam/accounts/email-token.ts'
import { findEmailOwner } from '../../lib/iam/identity-store.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { Role } from '../../schemas/roles.ts'
import { client, type Received, send } from '../support/client.ts'
import { readEvents } from '../support/events.ts'

export const AUTH = '/api/v1/iam/auth'
export const PASSWORD = 'correct horse battery'

export interface Person {
  email: string
  password: string
}

let addresses = 0
/** Each request without a token has an address of its own, so that rate limits by address do not interfere. */
const nextAddress = () => {
  const number = ++addresses
  return `10.7.${Math.floor(number / 250)}.${number % 250}`
}

export const ask = (path: string, body: unknown, headers: Record<string, string> = {}, from = nextAddress()) =>
  send('POST', `${AUTH}/${path}`, { body, headers, from })

let people = 0
export const somebody = (): Person => ({
  email: `member${++people}.${process.env.TABLE_NAME}@example.com`,
  password: PASSWORD,
})

/** Returns the token that a mail for this purpose carries. */
export const mailedToken = async (email: string, purpose: 'verification' | 'password-reset') => {
  const { db, clock } = app()
  const identity = (await findEmailOwner(db, email, clock())) as string
  const { token } = await sealEmailToken(app(), identity)
  await runInUnit(db, { tenant: undefined, actor: null, now: clock() }, async (unit) =>
    addEmailToken(unit, identity, purpose, token),
  )
  return token
}

export const registered = async (person = somebody()) => {
  await ask('register', { ...person, firstName: 'Ada' })
  return person
}

export const verified = async (person = somebody()) => {
  await registered(person)
  await ask('verify-email', { token: await mailedToken(person.email, 'verification') })
  return person
}

/** Builds a client with the tokens of a sign-in, refresh or tenant selection. */
const holding = ({ body }: Received, refreshToken = body.refreshToken as string) => ({
  ...client(body.accessToken),
  refreshToken,
  tenants: body.tenants as { id: Id; name: string; role: Role }[],
  claims: JSON.parse(Buffer.from((body.accessToken ?? '.e30').split('.')[1], 'base64url').toString()) as {
    sub: Id
    sid: Id
    tid?: Id
    scope: string
  },
})
export type SignedIn = ReturnType<typeof holding>

export const signedIn = async (person: Person, userAgent = 'curl/8', from = nextAddress()) =>
  holding(await ask('login', { email: person.email, password: person.password }, { 'user-agent': userAgent }, from))

export const refreshed = async ({ refreshToken }: Pick<SignedIn, 'refreshToken'>) =>
  holding(await ask('refresh', { refreshToken }))

export const working = async (who: SignedIn, tenantId: Id) =>
  holding(await who.post('/api/iam/auth/select-tenant', { tenantId }), who.refreshToken)

/** Signs a new user in to a tenant of their own. */
export const anOwner = async () => {
  const person = await verified()
  const signed = await signedIn(person)
  return { ...person, ...signed, tenant: signed.tenants[0]?.id as Id }
}
export type Owner = Awaited<ReturnType<typeof anOwner>>

/** Lists the mailed invitation tokens of an address, oldest first. */
export const invitationsOf = async (tenant: Id, email: string): Promise<string[]> => {
  const events = await readEvents(tenant)
  const sealed = events.flatMap((event) =>
    event.topic === 'iam.tenant.invitation_sent' && event.data.email === email ? [event.data] : [],
  )
  return await Promise.all(
    sealed.map(({ memberId, sealedToken }) => app().vault.open(sealedToken, buildMailedTokenContext(memberId))),
  )
}

export const invited = async (by: Owner, role: Role, { email } = somebody()) => {
  const { body } = await by.post('/api/iam/members', { email, role })
  return { member: body.id as Id, email, token: (await invitationsOf(by.tenant, email)).at(-1) as string }
}

/** Adds a member with an account, signed in to the tenant. */
export const aColleague = async (of: Owner, role: Role) => {
  const person = await verified()
  const { member, token } = await invited(of, role, person)
  await ask('accept-invitation', { token })
  const signed = await working(await signedIn(person), of.tenant)
  return { ...person, ...signed, member, tenant: of.tenant }
}

/** Returns the id of the user's own membership. */
export const memberOf = async (who: SignedIn): Promise<Id> => {
  const { body } = await who.get('/api/iam/members?itemsPerPage=100')
  return body.member.find(({ identityId }: { identityId: Id }) => identityId === who.claims.sub).id
}

/** Moves the clock forward and stops it there. */
export const laterBy = (seconds: number) => {
  const at = app().clock()
  useApp({ ...app(), clock: () => new Date(at.getTime() + seconds * 1000) })
}
