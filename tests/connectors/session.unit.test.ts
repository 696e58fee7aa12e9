import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Session, Shop } from '../../lib/connectors/connector.ts'
import { connect, refusalOf } from './platforms.ts'
import { startSylius } from './servers/sylius.ts'
import { startVendure } from './servers/vendure.ts'

describe.each([
  ['sylius', startSylius],
  ['vendure', startVendure],
] as const)('a session at %s', (_type, start) => {
  let platform: Awaited<ReturnType<typeof startSylius>> | Awaited<ReturnType<typeof startVendure>>
  beforeEach(async () => {
    platform = await start()
  })
  afterEach(() => platform.server.stop())

  /** A shop with sessions of other callers, followed by its own sign-in. */
  const sharing = (sessionsOfOthers: number) => {
    const { connector, store } = connect(platform)
    const refusedSessions: (string | undefined)[] = []
    let left = sessionsOfOthers
    const session: Shop['session'] = async (signIn, refused): Promise<Session> => {
      refusedSessions.push(refused)
      // Sessions of the two shops have different formats, so one is used as issued and ends immediately.
      const secret = await signIn()
      if (left > 0) platform.expire()
      return { secret, isOwn: left-- <= 0 }
    }
    return { connector, store: { ...store, session }, refusedSessions }
  }

  it('does not fail the credentials if another caller opened it and the shop has ended it', async () => {
    const { connector, store, refusedSessions } = sharing(2)
    await connector.test(store)
    expect(refusedSessions).toEqual([undefined, expect.any(String), expect.any(String)])
    expect(new Set(refusedSessions).size).toBe(3)
    expect((await connector.discover(store)).length).toBeGreaterThan(0)
    expect(refusedSessions).toHaveLength(3)
  })

  it('is abandoned if the shop ends every new one', async () => {
    const { connector, store, refusedSessions } = sharing(100)
    expect(await refusalOf(connector.test(store))).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(refusedSessions.length).toBeLessThan(10)
  })

  it('fails the credentials if it is rejected right after the sign-in', async () => {
    const { connector, store } = connect(platform)
    platform.server.meanwhile(({ path, body }) => {
      const isSignIn = path.endsWith('/token') || String(body.query).startsWith('mutation Login')
      if (!isSignIn) platform.expire()
    })
    expect(await refusalOf(connector.test(store))).toMatchObject({ code: 'AUTH_FAILED' })
    expect(platform.signIns()).toBe(1)
  })

  it('is opened again once for all concurrent callers after it has ended', async () => {
    const { connector, store } = connect(platform)
    await connector.test(store)
    platform.expire()
    await Promise.all(Array.from({ length: 4 }, () => connector.test(store)))
    expect(platform.signIns()).toBe(2)
  })
})
