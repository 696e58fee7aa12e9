import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCustodian } from '../../lib/custodians/open-custodian.ts'
import { type App, useApp } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { typeReads, type UntypedTable } from '../../lib/platform/store/table/table.ts'
import { requireCustodian } from '../../lib/warehousing/require-custodian.ts'
import { aMember, type Received, send } from '../support/client.ts'
import {
  aConnectedCustodian,
  begin,
  brought,
  finish,
  type ProviderName,
  resources,
  WIZARD,
  wizardWorld,
} from '../support/oauth-provider.ts'

const HOUR = 3600
const world = await wizardWorld({ flexport: { accessSeconds: HOUR, refresh: 'rotating' } })
const { providers, app } = world

beforeEach(() => {
  providers.instead = undefined
  useApp(app)
})

const isRefresh = ({ method, body }: { method: string; body: string }) =>
  method === 'POST' && /grant_type=(refresh_token|client_credentials)/.test(body)
const refreshes = () => providers.asked.filter(isRefresh).length

/** Runs the work and counts the token requests at the provider meanwhile. */
const counted = async <T>(work: () => Promise<T>) => {
  const before = refreshes()
  const result = await work()
  return { result, refreshes: refreshes() - before }
}

interface Connected {
  tenant: Id
  id: string
  provider: ProviderName
}

const connected = async (provider: ProviderName): Promise<Connected> => {
  const member = await aMember()
  const { id } = await aConnectedCustodian(member, provider)
  return { tenant: member.tenant, id, provider }
}

/** Uses the connection as a user who has just signed in. */
const use = async ({ tenant, id, provider }: Connected): Promise<Received> =>
  await resources(await aMember({ tenant }), provider, id)
const statuses = (answers: Received[]) => [...new Set(answers.map(({ status }) => status))]
const look = async ({ tenant, id }: Connected) =>
  (await (await aMember({ tenant })).get(`/api/warehousing/custodians/${id}`)).body
const test = async ({ tenant, id, provider: type }: Connected) => {
  const member = await aMember({ tenant })
  const body = { type, connectionConfig: { custodianId: id } }
  return (await member.post('/api/warehousing/custodians/test-connection', body)).body
}
/** Returns a token as the connector of the custodian gets it. */
const readToken = async ({ tenant, id }: Connected) => {
  const custodian = await requireCustodian(app.db, tenant, id, 'id')
  const { system } = await openCustodian(app, tenant, custodian)
  return await system.token?.()
}
const asOften = (times: number, work: () => Promise<Received>) => Promise.all(Array.from({ length: times }, work))
const until = async (condition: () => boolean) => {
  while (!condition()) await wait(5)
}
const never = () => new Promise<never>(() => {})

describe('tokens', () => {
  it.each(['fba_marketplace', 'freight_platform', 'retailer_fbb'] as const)(
    'of %s are renewed once after their expiry, for any number of concurrent requests',
    async (provider) => {
      const connection = await connected(provider)
      world.pass(2 * HOUR)
      const { result, refreshes } = await counted(() => asOften(20, () => use(connection)))
      expect([statuses(result), refreshes]).toEqual([[200], 1])
      const again = await counted(() => use(connection))
      expect([again.result.status, again.refreshes]).toEqual([200, 0])
      world.pass(2 * HOUR)
      expect((await use(connection)).status).toBe(200)
    },
  )

  it('are renewed before they expire, while other requests use the old ones', async () => {
    const connection = await connected('fba_marketplace')
    world.pass(HOUR - 30)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    providers.instead = async (asked) => {
      if (isRefresh(asked)) await held
      return false
    }
    const { result, refreshes: once } = await counted(async () => {
      const before = refreshes()
      const first = use(connection)
      await until(() => refreshes() > before)
      const others = await asOften(10, () => use(connection))
      release()
      return [await first, ...others]
    })
    expect([statuses(result), once]).toEqual([[200], 1])
  })

  it('that rotate are stored before they are used, so that none is lost', async () => {
    const connection = await connected('freight_platform')
    for (let round = 0; round < 4; round++) {
      world.pass(HOUR)
      const { result, refreshes } = await counted(() => asOften(8, () => use(connection)))
      expect([statuses(result), refreshes]).toEqual([[200], 1])
    }
    expect((await look(connection)).connectionConfigured).toBe(true)
  })

  it('that the provider revoked before their expiry are renewed once', async () => {
    const connection = await connected('fba_marketplace')
    providers.books.amazon.withdraw('access')
    const { result, refreshes } = await counted(() => asOften(6, () => use(connection)))
    expect([statuses(result), refreshes]).toEqual([[200], 1])
  })

  it('are used until they expire if renewing fails, and the connection recovers by itself', async () => {
    const connection = await connected('retailer_fbb')
    providers.instead = (asked, response) => isRefresh(asked) && Boolean(response.writeHead(503).end())
    world.pass(275)
    expect((await use(connection)).status).toBe(200)
    world.pass(30)
    const { status, body } = await use(connection)
    expect([status, body.errorCode]).toEqual([502, 'UPSTREAM_FAILED'])
    providers.instead = undefined
    expect((await use(connection)).status).toBe(200)
  })
})

describe('a connection', () => {
  it('is broken if the provider refuses the tokens; the custodian shows it, and the wizard repairs it', async () => {
    const connection = await connected('fba_marketplace')
    providers.books.amazon.withdraw('everything')
    world.pass(2 * HOUR)
    const { result, refreshes } = await counted(() => asOften(8, () => use(connection)))
    expect([statuses(result), refreshes]).toEqual([[424], 1])
    expect(await look(connection)).toMatchObject({ status: 'active', connectionConfigured: false })
    expect(await test(connection)).toMatchObject({ ok: false, code: 'AUTH_FAILED' })
    const later = await counted(() => use(connection))
    expect([later.result.status, later.refreshes]).toEqual([424, 0])
    expect(later.result.body).toMatchObject({
      errorCode: 'CONNECTION_FAILED',
      detail: expect.stringMatching(/^AUTH_FAILED: /),
    })
    await aConnectedCustodian(await aMember({ tenant: connection.tenant }), 'fba_marketplace', connection.id)
    expect([(await use(connection)).status, (await look(connection)).connectionConfigured]).toEqual([200, true])
  })

  it('that the provider has refused is not renewed again by a request that read its tokens before', async () => {
    const connection = await connected('fba_marketplace')
    providers.books.amazon.withdraw('everything')
    world.pass(2 * HOUR)
    const refused: number[] = []
    const get: UntypedTable['get'] = async (key) => {
      const item = await app.db.get(key)
      if (!key.pk.endsWith('#tokens') || refused.length) return item
      useApp(app)
      refused.push((await use(connection)).status)
      return item
    }
    useApp({ ...app, db: typeReads({ ...app.db, get }) })
    const { result, refreshes } = await counted(() => use(connection))
    expect([refused, result.status, refreshes]).toEqual([[424], 424, 1])
  })

  it('is broken if a retailer has revoked the keys', async () => {
    const connection = await connected('retailer_fbb')
    world.pass(HOUR)
    providers.instead = (asked, response) =>
      isRefresh(asked) && Boolean(response.writeHead(401).end('{"error":"invalid_client"}'))
    expect((await use(connection)).status).toBe(424)
    expect((await look(connection)).connectionConfigured).toBe(false)
  })

  it('is not refused if the provider refuses the account of this deployment', async () => {
    const connection = await connected('fba_marketplace')
    world.pass(2 * HOUR)
    providers.instead = (asked, response) =>
      isRefresh(asked) && Boolean(response.writeHead(401).end('{"error":"invalid_client"}'))
    await expect(readToken(connection)).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: 'The provider refused the account of this deployment. Contact its operator.',
    })
    expect(await test(connection)).toMatchObject({ ok: false, code: 'UPSTREAM_ERROR' })
    providers.instead = (asked, response) =>
      isRefresh(asked) && Boolean(response.writeHead(429, { 'retry-after': '17' }).end())
    await expect(readToken(connection)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 17 })
    providers.instead = undefined
    expect(await readToken(connection)).toEqual(expect.any(String))
    expect((await look(connection)).connectionConfigured).toBe(true)
  })

  it('is not broken by a refusal of tokens that were replaced meanwhile', async () => {
    const connection = await connected('freight_platform')
    world.pass(HOUR)
    const fresh = await aMember({ tenant: connection.tenant })
    const begun = await begin(fresh, 'freight_platform', connection.id)
    const body = await brought(begun)
    let reconnected = 0
    providers.instead = async (asked, response) => {
      if (!isRefresh(asked)) return false
      reconnected = (await finish(fresh, begun, body)).status
      return Boolean(response.writeHead(400).end('{"error":"invalid_grant"}'))
    }
    expect((await use(connection)).status).toBe(200)
    expect(reconnected).toBe(200)
    expect((await look(connection)).connectionConfigured).toBe(true)
  })

  it('that was replaced is not overwritten by a refresh of the previous one', async () => {
    const connection = await connected('fba_marketplace')
    world.pass(HOUR)
    const member = await aMember({ tenant: connection.tenant })
    providers.instead = async (asked) => {
      if (!isRefresh(asked)) return false
      providers.instead = undefined
      await aConnectedCustodian(member, 'fba_marketplace', connection.id)
      return false
    }
    expect((await use(connection)).status).toBe(200)
    const { result, refreshes } = await counted(() => use(connection))
    expect([result.status, refreshes]).toEqual([200, 0])
  })

  it('that was disconnected stays disconnected if a refresh ends afterwards', async () => {
    const connection = await connected('fba_marketplace')
    world.pass(HOUR)
    const member = await aMember({ tenant: connection.tenant })
    providers.instead = async (asked) => {
      if (isRefresh(asked)) await member.post(`/api/warehousing/custodians/${connection.id}/disconnect`)
      return false
    }
    expect((await use(connection)).status).toBe(409)
    expect(await look(connection)).toMatchObject({ status: 'disconnected', connectionConfigured: false })
  })
})

describe('a test of a connection', () => {
  const storedOf = async ({ tenant }: Connected) => [
    ...(await app.db.query({ pk: `T#${tenant}#custodian` })),
    ...(await app.db.query({ pk: `T#${tenant}#tokens` })),
  ]

  /** Tests the connection and asserts that nothing was stored. */
  const tested = async (connection: Connected) => {
    const before = await storedOf(connection)
    const { result, refreshes } = await counted(() => test(connection))
    expect(await storedOf(connection)).toEqual(before)
    return { ok: result.ok, code: result.code, refreshes }
  }

  it.each(['fba_marketplace', 'retailer_fbb'] as const)(
    'requests a token of its own from %s if the stored one has expired, and discards it',
    async (provider) => {
      const connection = await connected(provider)
      expect(await tested(connection)).toEqual({ ok: true, code: 'OK', refreshes: 0 })
      world.pass(2 * HOUR)
      expect(await tested(connection)).toEqual({ ok: true, code: 'OK', refreshes: 1 })
      expect((await use(connection)).status).toBe(200)
    },
  )

  it('does the same if the provider has revoked the stored token before its expiry', async () => {
    const connection = await connected('fba_marketplace')
    providers.books.amazon.withdraw('access')
    expect(await tested(connection)).toEqual({ ok: true, code: 'OK', refreshes: 1 })
  })

  it('leaves recording a revoked grant to the next operation that uses the connection', async () => {
    for (const provider of ['fba_marketplace', 'retailer_fbb'] as const) {
      const connection = await connected(provider)
      world.pass(2 * HOUR)
      providers.instead = (asked, response) =>
        isRefresh(asked) && Boolean(response.writeHead(400).end('{"error":"invalid_grant"}'))
      expect(await tested(connection)).toEqual({ ok: false, code: 'AUTH_FAILED', refreshes: 1 })
      expect((await look(connection)).connectionConfigured).toBe(true)
      expect((await use(connection)).status).toBe(424)
      expect((await look(connection)).connectionConfigured).toBe(false)
      providers.instead = undefined
    }
  })

  it('answers that a renewal is needed if the provider rotates its tokens, so that the connection is not lost', async () => {
    const connection = await connected('freight_platform')
    expect(await tested(connection)).toEqual({ ok: true, code: 'OK', refreshes: 0 })
    world.pass(2 * HOUR)
    expect(await tested(connection)).toEqual({ ok: false, code: 'RENEWAL_NEEDED', refreshes: 0 })
    const used = await counted(() => use(connection))
    expect([used.result.status, used.refreshes]).toEqual([200, 1])
    expect(await tested(connection)).toEqual({ ok: true, code: 'OK', refreshes: 0 })
    providers.books.flexport.withdraw('access')
    expect(await tested(connection)).toEqual({ ok: false, code: 'RENEWAL_NEEDED', refreshes: 0 })
    expect((await use(connection)).status).toBe(200)
  })

  it('uses the token that an operation has received meanwhile', async () => {
    const connection = await connected('freight_platform')
    providers.books.flexport.withdraw('access')
    let renewed = 0
    providers.instead = async (asked) => {
      if (asked.path !== '/flexport/products' || renewed) return false
      renewed = 1
      renewed = (await use(connection)).status
      return false
    }
    expect(await test(connection)).toMatchObject({ ok: true, code: 'OK' })
    expect(renewed).toBe(200)
  })
})

/** Runs one call until its process dies: the call that `dying` replaces never returns. */
const killed = async (connection: Connected, dying: (reached: () => void) => Partial<App>) => {
  const member = await aMember({ tenant: connection.tenant })
  await new Promise<void>((reached) => {
    useApp({ ...app, ...dying(reached) })
    void resources(member, connection.provider, connection.id)
  })
  useApp(app)
}
const beforeTheAnswer = (reached: () => void): Partial<App> => ({
  outbound: {
    send: () => {
      reached()
      return never()
    },
  },
})
const afterTheAnswer = (reached: () => void): Partial<App> => ({
  db: {
    ...app.db,
    put: () => {
      reached()
      return never()
    },
  },
})

describe('a request whose time is nearly over', () => {
  /** Sends a request with this much time, of which `leftLater` remains once it has read the tokens twice. */
  const getInTime = async ({ tenant }: Connected, path: string, left: number, leftLater: number) => {
    const { token } = await aMember({ tenant })
    let reads = 0
    const get: UntypedTable['get'] = (key) => {
      if (key.pk.endsWith('#tokens')) reads++
      return app.db.get(key)
    }
    useApp({ ...app, db: typeReads({ ...app.db, get }) })
    return await send('GET', path, {
      headers: { authorization: `Bearer ${token}` },
      context: { getRemainingTimeInMillis: () => (reads < 2 ? left : leftLater) },
    })
  }
  const useInTime = (connection: Connected, left: number, leftLater: number) => {
    const path = `${WIZARD}/${connection.provider}/resources?custodianId=${connection.id}`
    return getInTime(connection, path, left, leftLater)
  }
  const expectBusy = ({ status, body, headers }: Received, seconds: string) => {
    expect([status, body.errorCode, headers['Retry-After']]).toEqual([503, 'UNAVAILABLE', seconds])
    expect(body.detail).toBe('The connection is being renewed. Try again in a moment.')
  }

  it('does not wait any longer for another one that renews the tokens', async () => {
    const connection = await connected('fba_marketplace')
    world.pass(2 * HOUR)
    await killed(connection, beforeTheAnswer)
    const { result, refreshes } = await counted(() => useInTime(connection, 15_000, 1050))
    expectBusy(result, '1')
    expect(refreshes).toBe(0)
  })

  it("is answered in the same way if it reads the custodian's stock", async () => {
    const connection = await connected('retailer_fbb')
    const custodian = `/api/warehousing/custodians/${connection.id}`
    const owner = await aMember({ tenant: connection.tenant })
    await owner.post(`${custodian}/enable-capability`, { capability: 'list_inventory' })
    world.pass(2 * HOUR)
    await killed(connection, beforeTheAnswer)
    expectBusy(await getInTime(connection, `${custodian}/inventory`, 15_000, 1050), '1')
  })

  it('does not begin to renew them', async () => {
    const connection = await connected('fba_marketplace')
    world.pass(2 * HOUR)
    const { result, refreshes } = await counted(() => useInTime(connection, 6_900, 6_900))
    expectBusy(result, '2')
    expect(refreshes).toBe(0)
    useApp(app)
    expect((await use(connection)).status).toBe(200)
  })
})

describe('a refresher that dies', () => {
  it.each(['fba_marketplace', 'freight_platform', 'retailer_fbb'] as const)(
    'before %s answers is replaced by one of the waiting requests',
    async (provider) => {
      const connection = await connected(provider)
      world.pass(HOUR)
      await killed(connection, beforeTheAnswer)
      const { result, refreshes } = await counted(async () => {
        const waiting = asOften(5, () => use(connection))
        world.pass(10)
        return await waiting
      })
      expect([statuses(result), refreshes]).toEqual([[200], 1])
    },
  )

  it.each(['fba_marketplace', 'retailer_fbb'] as const)(
    'after %s answers is replaced, too, since its refresh token is still valid',
    async (provider) => {
      const connection = await connected(provider)
      world.pass(HOUR)
      await killed(connection, afterTheAnswer)
      world.pass(10)
      const { result, refreshes } = await counted(() => asOften(5, () => use(connection)))
      expect([statuses(result), refreshes]).toEqual([[200], 1])
    },
  )

  it('with the only valid token of a provider that rotates them leaves a broken connection', async () => {
    const connection = await connected('freight_platform')
    world.pass(HOUR)
    await killed(connection, afterTheAnswer)
    world.pass(10)
    expect((await use(connection)).status).toBe(424)
    expect((await look(connection)).connectionConfigured).toBe(false)
    await aConnectedCustodian(await aMember({ tenant: connection.tenant }), 'freight_platform', connection.id)
    expect((await use(connection)).status).toBe(200)
  })
})
