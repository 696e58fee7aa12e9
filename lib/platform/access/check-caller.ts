import type { App } from '../app/app.ts'
import { Problem } from '../problem.ts'
import type { Claims } from './access-token.ts'
import { buildRateLimitHeaders, checkRateLimit, type RateLimitStatus } from './rate-limit.ts'
import { identityGateKey, isAccountDeleted, isOutdated } from './revocation.ts'

/** Throws if a service account is used from an address outside its networks. */
const checkAddress = async (
  { networks }: Claims,
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> => {
  if (!networks.length) return
  const { isInNetworks } = await import('./network.ts')
  if (!isInNetworks(address, networks))
    throw new Problem('ADDRESS_NOT_ALLOWED', 'This service account cannot be used from your address.', { headers })
}

/**
 * Counts the request and checks that its token was not revoked. A service account is counted apart from people, and its
 * sponsor must have the role that the token was issued for, which takes a read beside the write.
 */
export const checkCaller = async (
  { db, config }: Pick<App, 'db' | 'config'>,
  now: Date,
  claims: Claims,
  address: string,
): Promise<RateLimitStatus> => {
  const { identity, tenant, sponsor } = claims
  const { limits } = config
  if (!sponsor) return await checkRateLimit(db, now, identityGateKey(identity), limits.identity, claims)
  const [status, gate] = await Promise.all([
    checkRateLimit(db, now, identityGateKey(identity), limits.serviceAccount, claims),
    db.get(identityGateKey(sponsor.identity)),
  ])
  const headers = buildRateLimitHeaders(status)
  if (gate && (isAccountDeleted(gate) || isOutdated(gate, { tenant, membership: sponsor.membership })))
    throw new Problem(
      'TOKEN_EXPIRED',
      'The role of the sponsor of this service account has changed. Get a new token.',
      { headers },
    )
  await checkAddress(claims, address, headers)
  return status
}
