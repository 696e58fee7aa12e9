import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { toUuid } from '../../lib/platform/id.ts'
import { anOwner, ask, laterBy } from './people.ts'
import { aSatellite, joined } from './satellites.ts'

const refresh = async (refreshToken: string) => await ask('refresh', { refreshToken })

beforeEach(() => useApp(undefined))

describe('a refresh token', () => {
  test('reveals no id of the identity, the session or the grant in any spelling', async () => {
    const owner = await anOwner()
    const satellite = await joined(owner, await aSatellite())
    for (const token of [
      owner.refreshToken,
      satellite.refreshToken,
      (await refresh(owner.refreshToken)).body.refreshToken,
    ]) {
      expect(token).toMatch(/^[\w-]{100,}$/)
      const bytes = Buffer.from(token, 'base64url')
      for (const id of [owner.claims.sub, owner.claims.sid, owner.tenant]) {
        expect(token.toUpperCase()).not.toContain(id)
        expect(bytes.toString('latin1').toUpperCase()).not.toContain(id)
        expect(bytes.toString('hex')).not.toContain(toUuid(id).replaceAll('-', ''))
      }
    }
  })

  test('has no common part with another one of the same session', async () => {
    const owner = await anOwner()
    const next = (await refresh(owner.refreshToken)).body.refreshToken
    expect(next.slice(0, 16)).not.toBe(owner.refreshToken.slice(0, 16))
    const [one, other] = [owner.refreshToken, next].map((token) => Buffer.from(token, 'base64url'))
    const same = one?.filter((byte, i) => byte === other?.[i]).length ?? 0
    // One byte in 256 is equal by chance; common ids would make 32 bytes equal.
    expect(same).toBeLessThan(16)
  })

  test('is refused if a character was changed, and the session continues', async () => {
    const { refreshToken } = await anOwner()
    for (const place of [0, 20, 60, refreshToken.length - 2]) {
      const other = refreshToken[place] === 'A' ? 'B' : 'A'
      const altered = refreshToken.slice(0, place) + other + refreshToken.slice(place + 1)
      const answer = await refresh(altered)
      expect([answer.status, answer.body.errorCode]).toEqual([401, 'SESSION_REVOKED'])
    }
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  test('that is repeated within 30 seconds has the same successor, even if that was used meanwhile', async () => {
    laterBy(0)
    const { refreshToken: first } = await anOwner()
    const second = (await refresh(first)).body.refreshToken
    const third = (await refresh(second)).body.refreshToken
    const late = await refresh(first)
    expect([late.status, late.body.refreshToken]).toEqual([200, second])
    expect((await refresh(second)).body.refreshToken).toBe(third)
    laterBy(29)
    const fourth = (await refresh(third)).body.refreshToken
    laterBy(2)
    expect((await refresh(third)).body.refreshToken).toBe(fourth)
    expect((await refresh(second)).status).toBe(401)
    expect((await refresh(fourth)).status).toBe(401)
  })
})
