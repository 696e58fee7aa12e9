import { beforeAll, describe, expect, it } from 'vitest'
import { signAccessToken } from '../../../lib/platform/access/access-token.ts'
import { app, useApp } from '../../../lib/platform/app/app.ts'
import { type Id, newId } from '../../../lib/platform/id.ts'
import { aMember, client, send } from '../../support/client.ts'
import { aColleague, anOwner, laterBy, memberOf, type Owner } from '../people.ts'
import {
  actingAs,
  aKey,
  aKeyedAccount,
  aServiceAccount,
  claimsOf,
  type Keyed,
  PATH,
  tokenOf,
} from './service-accounts.ts'

type Acting = ReturnType<typeof client>

let owner: Owner
beforeAll(async () => {
  owner = await anOwner()
})

/** Runs the work at a later time and sets the clock back. */
const later = async <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
  const before = app()
  laterBy(seconds)
  try {
    return await work()
  } finally {
    useApp(before)
  }
}

const use = async (acting: Acting) => {
  const { status, body } = await acting.get('/api/partner/partners')
  return status === 200 ? 200 : [status, body.errorCode]
}

/** Creates a service account whose sponsor is an administrator beside the owner, with a token. */
const sponsored = async (fields: Record<string, unknown> = {}) => {
  const sponsor = await aColleague(owner, 'admin')
  const account = await aKeyedAccount(sponsor, fields)
  return { sponsor, account, acting: await actingAs(account) }
}

const changeRole = (member: Id, role: string) => owner.patch(`/api/iam/members/${member}`, { role })

describe('a service account', () => {
  it('loses scopes with its sponsor at once, and has them again with the sponsor', async () => {
    const { sponsor, account, acting } = await sponsored()
    expect(await use(acting)).toBe(200)
    await changeRole(sponsor.member, 'operations')
    expect(await use(acting)).toEqual([401, 'TOKEN_EXPIRED'])
    const cut = await tokenOf(account)
    expect(cut.body.scope).toBe('partner:partner:read')
    expect(await use(client(cut.body.access_token))).toBe(200)
    expect((await tokenOf(account, { scope: 'partner:partner:write' })).body.error).toBe('invalid_scope')
    await changeRole(sponsor.member, 'admin')
    expect((await tokenOf(account)).body.scope).toBe('partner:partner:read partner:partner:write')
  })

  it('never has the scopes of what needs a person, even if they were stored', async () => {
    const { serviceAccounts } = await import('../../../lib/iam/service-accounts/service-account-store.ts')
    const { runInUnit } = await import('../../../lib/platform/store/unit.ts')
    const { id, secret } = await aKeyedAccount(owner)
    const scope = { tenant: owner.tenant, actor: null, now: app().clock() }
    await runInUnit(app().db, scope, async (unit) => {
      const account = await unit.load(serviceAccounts, id)
      unit.update(serviceAccounts, account, { scopes: ['partner:partner:read', 'iam:owner:write'] })
    })
    expect((await tokenOf({ id, secret })).body.scope).toBe('partner:partner:read')
  })

  it('stops when its sponsor is suspended, and works again when the sponsor is back', async () => {
    const { sponsor, account, acting } = await sponsored()
    await owner.post(`/api/iam/members/${sponsor.member}/suspend`)
    expect(await use(acting)).toEqual([401, 'TOKEN_EXPIRED'])
    expect((await tokenOf(account)).body.error).toBe('unauthorized_client')
    await owner.post(`/api/iam/members/${sponsor.member}/reinstate`)
    expect(await use(await actingAs(account))).toBe(200)
  })

  it('stops when its sponsor leaves, until another member takes it over and adds a key', async () => {
    const { sponsor, account, acting } = await sponsored()
    await owner.delete(`/api/iam/members/${sponsor.member}`)
    expect(await use(acting)).toEqual([401, 'TOKEN_EXPIRED'])
    expect((await tokenOf(account)).body.error).toBe('unauthorized_client')
    const refused = await owner.post(`${PATH}/${account.id}/keys`)
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    const taken = await owner.post(`${PATH}/${account.id}/take-over`)
    expect([taken.body.sponsorId, taken.body.keys]).toEqual([owner.claims.sub, []])
    // The member who left may still have the key.
    expect((await tokenOf(account)).body.error).toBe('invalid_client')
    expect(await use(await actingAs(await aKey(owner, account.id)))).toBe(200)
  })

  it('stops when its sponsor deletes the account', async () => {
    const { sponsor, account, acting } = await sponsored()
    expect((await sponsor.delete('/api/iam/account')).status).toBe(204)
    expect(await use(acting)).toEqual([401, 'TOKEN_EXPIRED'])
    expect((await tokenOf(account)).body.error).toBe('unauthorized_client')
  })

  it('goes on when its sponsor signs out everywhere', async () => {
    const { sponsor, acting } = await sponsored()
    await sponsor.post('/api/iam/auth/logout-everywhere')
    expect(await use(acting)).toBe(200)
  })

  it('is refused from the next request when it is disabled or deleted, and when its key is revoked', async () => {
    const account = await aKeyedAccount(owner)
    const acting = await actingAs(account)
    expect((await owner.post(`${PATH}/${account.id}/disable`)).body.status).toBe('disabled')
    expect(await use(acting)).toEqual([401, 'TOKEN_EXPIRED'])
    expect((await tokenOf(account)).body.error).toBe('unauthorized_client')
    await owner.post(`${PATH}/${account.id}/enable`)
    expect(await use(acting)).toEqual([401, 'TOKEN_EXPIRED'])
    const again = await actingAs(account)
    expect(await use(again)).toBe(200)
    expect((await owner.delete(`${PATH}/${account.id}/keys/${account.keyId}`)).status).toBe(204)
    expect(await use(again)).toEqual([401, 'SESSION_REVOKED'])
    expect((await tokenOf(account)).body.error).toBe('invalid_client')
    const key = await aKey(owner, account.id)
    const last = await actingAs(key)
    expect((await owner.delete(`${PATH}/${account.id}`)).status).toBe(204)
    expect(await use(last)).toEqual([401, 'TOKEN_EXPIRED'])
    expect((await tokenOf(key)).body.error).toBe('invalid_client')
    expect((await owner.get(`${PATH}/${account.id}`)).status).toBe(404)
  })

  it('is refused a token that it got before its scopes, networks or expiry changed', async () => {
    for (const change of [
      { scopes: ['partner:partner:read'] },
      { networks: ['203.0.113.0/24'] },
      { expiresAt: null },
    ]) {
      const account = await aKeyedAccount(owner)
      const acting = await actingAs(account)
      await owner.patch(`${PATH}/${account.id}`, { name: 'Renamed' })
      expect(await use(acting)).toBe(200)
      expect((await owner.patch(`${PATH}/${account.id}`, change)).status).toBe(200)
      expect(await use(acting)).toEqual([401, 'TOKEN_EXPIRED'])
    }
  })

  it('ends at its expiry, and its tokens not later', async () => {
    const expiresAt = new Date(app().clock().getTime() + 100_000).toISOString()
    const account = await aKeyedAccount(owner, { expiresAt })
    const { body } = await tokenOf(account)
    expect(body.expires_in).toBeLessThanOrEqual(100)
    expect(claimsOf(body.access_token).exp).toBeLessThanOrEqual(new Date(expiresAt).getTime() / 1000)
    await later(100, async () => {
      expect((await tokenOf(account)).body.error).toBe('unauthorized_client')
      expect(await use(client(body.access_token))).toEqual([401, 'TOKEN_EXPIRED'])
    })
  })

  it('is used from its networks only, with a token or for one', async () => {
    const account = await aKeyedAccount(owner, {
      networks: ['203.0.113.7', '2001:db8::/32', '::ffff:198.51.100.0/120'],
    })
    const ask = (from: string) =>
      send('POST', '/api/v1/iam/auth/token', {
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: account.id,
          client_secret: account.secret,
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        from,
      })
    const { body } = await ask('203.0.113.7')
    const call = (from: string) =>
      send('GET', '/api/partner/partners', { headers: { authorization: `Bearer ${body.access_token}` }, from })
    for (const from of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1::9', '198.51.100.9'])
      expect([from, (await ask(from)).status, (await call(from)).status]).toEqual([from, 200, 200])
    for (const from of ['203.0.113.8', '2001:db9::1', '::ffff:203.0.113.8', '198.51.101.1', '']) {
      const answer = await call(from)
      expect([from, answer.status, answer.body.errorCode]).toEqual([from, 403, 'ADDRESS_NOT_ALLOWED'])
      expect(answer.headers['X-RateLimit-Remaining']).toMatch(/^\d+$/)
      expect((await ask(from)).body.error).toBe('unauthorized_client')
    }
    const post = await send('POST', '/api/partner/partners', {
      body: { name: 'Nordlicht', roles: ['Partner.Supplier'] },
      headers: { authorization: `Bearer ${body.access_token}` },
      from: '203.0.113.8',
    })
    expect([post.status, post.body.errorCode]).toEqual([403, 'ADDRESS_NOT_ALLOWED'])
  })

  it('is not found by another tenant', async () => {
    const { id, keyId } = await aKeyedAccount(owner)
    const stranger = await aMember()
    for (const answer of [
      await stranger.get(`${PATH}/${id}`),
      await stranger.patch(`${PATH}/${id}`, { name: 'Mine' }),
      await stranger.post(`${PATH}/${id}/keys`),
      await stranger.post(`${PATH}/${id}/take-over`),
      await stranger.delete(`${PATH}/${id}/keys/${keyId}`),
      await stranger.delete(`${PATH}/${id}`),
    ])
      expect(answer.status).toBe(404)
  })
})

describe('the scopes of a service account', () => {
  const violations = async (by: Pick<Acting, 'post'>, scopes: string[]) => {
    const { status, body } = await by.post(PATH, { name: 'Reports', scopes })
    return [status, body.violations?.map(({ propertyPath }: { propertyPath: string }) => propertyPath)]
  }

  it('are scopes that its maker holds and that need no person', async () => {
    const admin = await aColleague(owner, 'admin')
    expect(await violations(admin, ['partner:partner:read'])).toEqual([201, undefined])
    expect(await violations(admin, ['iam:owner:write', 'partner:partner:read', 'no:such:scope'])).toEqual([
      400,
      ['scopes[0]', 'scopes[2]'],
    ])
    expect(await violations(owner, ['iam:member:write', 'iam:service_account:write', 'notification:own:read'])).toEqual(
      [400, ['scopes[0]', 'scopes[1]', 'scopes[2]']],
    )
    const limited = await aMember({ scopes: ['iam:service_account:write', 'partner:partner:read'] })
    expect(await violations(limited, ['partner:partner:read', 'sales:order:read'])).toEqual([400, ['scopes[1]']])
  })

  it('can be changed by another member, but not beyond what that member holds', async () => {
    const id = await aServiceAccount(owner)
    const limited = await aMember({ tenant: owner.tenant, scopes: ['iam:service_account:write', 'sales:order:read'] })
    const url = `${PATH}/${id}`
    const refused = await limited.patch(url, { scopes: ['partner:partner:read', 'billing:invoice:read'] })
    expect(refused.body.violations).toEqual([
      { propertyPath: 'scopes[1]', message: 'must be a scope that you hold yourself' },
    ])
    const changed = await limited.patch(url, { scopes: ['partner:partner:read', 'sales:order:read'] })
    expect(changed.body.scopes).toEqual(['partner:partner:read', 'sales:order:read'])
    expect(changed.body.sponsorId).toBe(owner.claims.sub)
  })

  it('cannot be used by a member other than the sponsor', async () => {
    const { id } = await aKeyedAccount(owner)
    const other = await aColleague(owner, 'admin')
    const answer = await other.post(`${PATH}/${id}/keys`)
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
  })

  it('are out of reach of a satellite, which could keep a key beyond its session', async () => {
    const id = await aServiceAccount(owner)
    const token = await signAccessToken(app(), {
      identity: owner.claims.sub,
      session: newId(new Date()),
      grant: newId(new Date()),
      tenant: owner.tenant,
      scopes: ['iam:service_account:write'],
    })
    const answer = await client(token).post(`${PATH}/${id}/keys`)
    expect([answer.status, answer.body.detail]).toEqual([409, 'A satellite cannot add keys to a service account.'])
  })
})

describe('the role of the sponsor', () => {
  it('counts as it is when the token is used, also if it changes while the token is issued', async () => {
    const { sponsor, account } = await sponsored()
    const before = app()
    let changed = false
    useApp({
      ...before,
      db: {
        ...before.db,
        async query(range) {
          const found = await before.db.query(range)
          if (range.pk === `I#${sponsor.claims.sub}` && !changed) {
            changed = true
            useApp(before)
            await changeRole(sponsor.member, 'viewer')
          }
          return found as never
        },
      },
    })
    const answer = await tokenOf(account)
    useApp(before)
    expect([changed, answer.status]).toEqual([true, 200])
    expect(await use(client(answer.body.access_token))).toEqual([401, 'TOKEN_EXPIRED'])
  })
})

describe('a member', () => {
  it('is listed as the sponsor by the identity that the list of members names', async () => {
    const id = await aServiceAccount(owner)
    const { body } = await owner.get(`${PATH}/${id}`)
    const member = await owner.get(`/api/iam/members/${await memberOf(owner)}`)
    expect(body.sponsorId).toBe(member.body.identityId)
  })
})

describe('a list of service accounts', () => {
  it('shows their keys and when they were used, and can be narrowed to a status', async () => {
    const boss = await anOwner()
    const used: Keyed = await aKeyedAccount(boss)
    const idle = await aServiceAccount(boss)
    await boss.post(`${PATH}/${idle}/disable`)
    await tokenOf(used)
    const { body } = await boss.get(PATH)
    expect(body.member.map(({ id, lastUsedAt }: { id: Id; lastUsedAt: string }) => [id, typeof lastUsedAt])).toEqual([
      [idle, 'object'],
      [used.id, 'string'],
    ])
    expect(body.member[1].keys).toEqual([
      {
        id: used.keyId,
        type: 'secret',
        algorithm: null,
        createdAt: expect.any(String),
        expiresAt: null,
        lastUsedAt: body.member[1].lastUsedAt,
      },
    ])
    expect((await boss.get(`${PATH}?status=disabled`)).body.member.map(({ id }: { id: Id }) => id)).toEqual([idle])
  })
})
