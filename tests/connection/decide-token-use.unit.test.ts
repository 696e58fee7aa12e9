import { describe, expect, it } from 'vitest'
import { decideTokenUse, isUsable, type TokenUse } from '../../lib/platform/connection/decide-token-use.ts'
import type { StoredTokens } from '../../lib/platform/connection/tokens.ts'
import { newId } from '../../lib/platform/id.ts'

const NOW = new Date('2026-05-04T10:00:00Z')
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

/** Tokens that live for an hour, of which so many seconds remain. */
const tokens = (remaining: number, claimRemaining?: number): StoredTokens => ({
  tokens: { accessToken: 'current', refreshToken: 'refresh' },
  version: newId(NOW),
  obtainedAt: inSeconds(remaining - 3600),
  validUntil: inSeconds(remaining),
  refreshingUntil: claimRemaining === undefined ? null : inSeconds(claimRemaining),
  brokenAt: null,
})
const endless = { ...tokens(0), validUntil: null }

describe('the decision on stored tokens', () => {
  it.each<[string, StoredTokens, { rejected?: string; spread?: number }, TokenUse]>([
    ['uses a token with most of its life left', tokens(3000), {}, 'use'],
    ['uses a token that does not expire', endless, {}, 'use'],
    ['refreshes five minutes ahead at most', tokens(299), { spread: 1 }, 'refresh'],
    ['uses a token before the five minutes', tokens(301), { spread: 1 }, 'use'],
    ['lets some callers refresh later than others', tokens(200), { spread: 0 }, 'use'],
    ['refreshes two and a half minutes ahead at least', tokens(149), { spread: 0 }, 'refresh'],
    ['uses the old token while another caller refreshes early', tokens(60, 5), {}, 'use'],
    ['waits if the old token ends within ten seconds', tokens(9, 5), {}, 'wait'],
    ['takes over from a refresher whose claim has ended', tokens(9, 0), {}, 'refresh'],
    ['refreshes an expired token', tokens(-1), {}, 'refresh'],
    ['refreshes a rejected token', tokens(3000), { rejected: 'current' }, 'refresh'],
    ['refreshes a rejected token that does not expire', endless, { rejected: 'current' }, 'refresh'],
    ['waits if another caller refreshes the rejected token', tokens(3000, 5), { rejected: 'current' }, 'wait'],
    ['uses the successor of a rejected token', tokens(3000), { rejected: 'former' }, 'use'],
  ])('%s', (_, stored, { rejected, spread = 1 }, expected) => {
    expect(decideTokenUse(stored, { rejected, now: NOW, spread })).toBe(expected)
  })

  it('refreshes a token with a short life in its last fifth at the earliest', () => {
    const short = { ...tokens(60), obtainedAt: inSeconds(-240) }
    expect(decideTokenUse(short, { now: NOW, spread: 1 })).toBe('refresh')
    expect(decideTokenUse({ ...short, validUntil: inSeconds(61) }, { now: NOW, spread: 1 })).toBe('use')
  })
})

describe('a token', () => {
  it('is usable for ten seconds before its end no longer', () => {
    expect(isUsable(tokens(11), NOW)).toBe(true)
    expect(isUsable(tokens(10), NOW)).toBe(false)
    expect(isUsable(endless, NOW)).toBe(true)
  })
})
