import { addEmailToken, sealEmailToken } from '../../lib/iam/accounts/email-token.ts'
import { addIdentity, findIdentity, tenantKey } from '../../lib/iam/identity-store.ts'
import { members } from '../../lib/iam/member-store.ts'
import { addMembership } from '../../lib/iam/membership-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { codeOf, here } from '../iam/factors.ts'
import { invitationsOf } from '../iam/people.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { client, type Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

interface Person {
  email: string
  password: string
}

const AUTH = '/api/v1/iam/auth'
const { post } = client()
let addresses = 0

const accounts = new Set<Id>()

/** Gives a member an account and a tenant that it owns, as after a registration. */
const anAccountOf = async ({ identity, tenant: id }: Member) => {
  if (accounts.has(identity)) return
  accounts.add(identity)
  const { db, clock } = app()
  if (await findIdentity(db, identity)) return
  const tenant = { id, rev: 1, name: 'Nordlicht', country: null, createdAt: clock().toISOString() }
  await db.put({ put: { ...tenantKey(id), kind: 'tenant', ...tenant }, when: 'attribute_not_exists(pk)' })
  await runInUnit(db, { tenant: id, actor: null, now: clock() }, async (unit) => {
    const person = { email: `${identity.toLowerCase()}@example.com`, firstName: 'Ada' }
    addIdentity(unit, { id: identity, ...person, passwordHash: '' })
    const owner = { role: 'owner', status: 'active' } as const
    const { id: member } = unit.create(members, { identityId: identity, ...person, ...owner, invitation: null })
    addMembership(unit, { tenant, identity, member, ...owner })
  })
}

/** Builds the fixtures of second factors and of changes of an account; each account is new, since they change it. */
export const buildAccountFixtures = (
  verified: () => Promise<Person>,
): Record<string, (member: Member) => Promise<Made>> => {
  const aPerson = async () => {
    const person = await verified()
    const { accessToken, refreshToken, tenants } = (await post(`${AUTH}/login`, person)).body
    return { ...person, token: accessToken as string, refreshToken, tenant: tenants[0].id as Id }
  }

  const refreshedToken = async (refreshToken: string) =>
    (await post(`${AUTH}/refresh`, { refreshToken })).body.accessToken as string

  const beginTotp = async () => {
    const person = await aPerson()
    const { body } = await client(person.token).post('/api/iam/mfa/totp/begin')
    return { ...person, body: { enrolment: body.enrolment, code: codeOf(body.secret), name: 'Phone' } }
  }

  const withTotp = async () => {
    const begun = await beginTotp()
    const { body } = await client(begun.token).post('/api/iam/mfa/totp/confirm', begun.body)
    const token = await refreshedToken(begun.refreshToken)
    const { email, password } = begun
    return { email, password, token, params: { id: body.id }, recoveryCodes: body.recoveryCodes as string[] }
  }

  const beginPasskey = async () => {
    const person = await aPerson()
    const { body } = await client(person.token).post('/api/iam/mfa/passkeys/begin')
    const passkey = createAuthenticator().create(body.options, here())
    return { ...person, body: { enrolment: body.enrolment, passkey, name: 'Laptop' } }
  }

  const mailed = async (purpose: 'email-change' | 'email-undo') => {
    const { token, email } = await aPerson()
    const { id } = (await client(token).get('/api/iam/me')).body
    const sealed = await sealEmailToken(app(), id)
    const content = purpose === 'email-undo' ? { oldEmail: email } : { newEmail: `next-${++addresses}-${email}` }
    await runInUnit(app().db, { tenant: undefined, actor: null, now: app().clock() }, async (unit) =>
      addEmailToken(unit, id, purpose, sealed.token, content),
    )
    return { body: { token: sealed.token } }
  }

  const only = ({ token, params, body }: Made): Made => ({
    ...(token && { token }),
    ...(params && { params }),
    ...(body !== undefined && { body }),
  })

  return {
    completeMfa: async () => {
      const { email, password, recoveryCodes } = await withTotp()
      const { mfaToken } = (await post(`${AUTH}/login`, { email, password })).body
      return { body: { mfaToken, recoveryCode: recoveryCodes[0] } }
    },
    beginPasskeyStepUp: async () => {
      const begun = await beginPasskey()
      await client(begun.token).post('/api/iam/mfa/passkeys/confirm', begun.body)
      return { token: begun.token }
    },
    stepUp: async () => {
      const { token, password } = await aPerson()
      return { token, body: { password } }
    },
    listFactors: async () => ({ token: (await withTotp()).token }),
    getFactor: async () => only(await withTotp()),
    renameFactor: async () => only({ ...(await withTotp()), body: { name: 'Old phone' } }),
    removeFactor: async () => only(await withTotp()),
    beginTotp: async () => ({ token: (await aPerson()).token }),
    confirmTotp: async () => only(await beginTotp()),
    beginPasskey: async () => ({ token: (await aPerson()).token }),
    confirmPasskey: async () => only(await beginPasskey()),
    regenerateRecoveryCodes: async () => ({ token: (await withTotp()).token }),
    changePassword: async () => {
      const { token, password } = await aPerson()
      return { token, body: { currentPassword: password, newPassword: 'another horse battery' } }
    },
    changeEmail: async () => {
      const { token, email } = await aPerson()
      return { token, body: { newEmail: `next-${++addresses}-${email}` } }
    },
    getAccountData: async () => ({ token: (await aPerson()).token }),
    getAccountDataOfTenant: async () => {
      const { token, tenant } = await aPerson()
      return { token, params: { tenantId: tenant }, query: 'limit=5' }
    },
    confirmEmailChange: () => mailed('email-change'),
    undoEmailChange: () => mailed('email-undo'),
    renameTenant: async (member) => {
      await anAccountOf(member)
      return { params: { id: member.tenant }, body: { name: 'Südlicht' } }
    },
    transferOwnership: async () => {
      const [owner, { email }] = [await aPerson(), await verified()]
      const { body: invited } = await client(owner.token).post('/api/iam/members', { email, role: 'viewer' })
      const [token] = await invitationsOf(owner.tenant, email)
      await post(`${AUTH}/accept-invitation`, { token })
      return { token: owner.token, params: { id: owner.tenant }, body: { memberId: invited.id } }
    },
  }
}
