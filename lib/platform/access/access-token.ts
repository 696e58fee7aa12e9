import { hash, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { App } from '../app/app.ts'
import { type Id, parseId } from '../id.ts'
import { Problem } from '../problem.ts'
import { isExactJwt } from './is-exact-jwt.ts'
import { findVerificationKey, getSigningKey, loadVerificationKeys } from './signing-keys.ts'

export const ACCESS_TOKEN_SECONDS = 900
const TYPE = 'at+jwt'
const SERVICE_ACCOUNT = 'service_account'

/** The member from whose role a service account has its scopes, and the version of that membership. */
export interface Sponsor {
  identity: Id
  membership: string
}

/** Claims of a verified token. `checkCaller` checks whether it was revoked. */
export interface Claims {
  type: 'person' | 'service_account'
  /** The identity of a person, or the id of a service account. */
  identity: Id
  /** The session of a person, or the key of a service account. */
  session: Id
  /** Set if a satellite holds the token. */
  grant: Id | undefined
  tenant: Id | undefined
  /** Version of the membership from which the scopes come, or of the service account. */
  membership: string | undefined
  scopes: ReadonlySet<string>
  /** Unix seconds of the last sign-in or step-up. */
  authenticatedAt: number | undefined
  methods: readonly string[]
  demandsStepUp: boolean
  expiresAt: number
  /** Set for a service account. */
  sponsor?: Sponsor | undefined
  /** Networks from which a service account may be used; empty for all. */
  networks: readonly string[]
}

const toTokenProblem = (cause: unknown) =>
  cause instanceof errors.JWTExpired
    ? new Problem('TOKEN_EXPIRED', 'The access token has expired. Refresh it.', { cause })
    : new Problem('UNAUTHENTICATED', 'The access token is not valid.', { cause })

const readClaims = (payload: Record<string, unknown>): Claims => {
  const [identity, session] = [parseId(String(payload.sub)), parseId(String(payload.sid))]
  const tenant = payload.tid === undefined ? undefined : parseId(String(payload.tid))
  const grant = payload.gid === undefined ? undefined : parseId(String(payload.gid))
  if (!identity || !session || (payload.tid !== undefined && !tenant) || (payload.gid !== undefined && !grant))
    throw new Error('unexpected claims')
  const scopes = new Set(
    String(payload.scope ?? '')
      .split(' ')
      .filter(Boolean),
  )
  const membership = typeof payload.mbr === 'string' ? payload.mbr : undefined
  const claims = {
    identity,
    session,
    grant,
    tenant,
    membership,
    scopes,
    authenticatedAt: typeof payload.auth_time === 'number' ? payload.auth_time : undefined,
    methods: Array.isArray(payload.amr) ? payload.amr.map(String) : [],
    demandsStepUp: payload.sup === true,
    expiresAt: Number(payload.exp),
  }
  if (payload.sub_type !== SERVICE_ACCOUNT) return { type: 'person', ...claims, networks: [] }
  const sponsor = { identity: parseId(String(payload.spn)), membership: String(payload.spv) }
  if (!sponsor.identity || !tenant) throw new Error('unexpected claims')
  return {
    type: SERVICE_ACCOUNT,
    ...claims,
    sponsor: { ...sponsor, identity: sponsor.identity },
    networks: Array.isArray(payload.net) ? payload.net.map(String) : [],
  }
}

/** Verifies the token. Caches its claims, so that the signature is verified once; checks its expiry every time. */
export const verifyAccessToken = async (app: App, token: string): Promise<Claims> => {
  const keys = loadVerificationKeys(app)
  const { verified } = keys instanceof Promise ? await keys : keys
  const name = hash('sha256', token, 'base64')
  const now = app.clock()
  let claims = verified.get(name)
  if (!claims) {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => (await findVerificationKey(app, kid)) ?? Promise.reject(new Error('unknown key')),
        {
          issuer: app.config.publicUrl,
          audience: app.config.publicUrl,
          typ: TYPE,
          algorithms: ['ES256'],
          requiredClaims: ['sub', 'sid', 'iat', 'exp', 'jti'],
          currentDate: now,
        },
      )
      if (!isExactJwt(token)) throw new Error('unexpected spelling')
      claims = readClaims(payload)
    } catch (error) {
      if (error instanceof Problem) throw error
      throw toTokenProblem(error)
    }
    verified.set(name, claims)
  }
  if (claims.expiresAt <= now.getTime() / 1000)
    throw new Problem('TOKEN_EXPIRED', 'The access token has expired. Refresh it.')
  return claims
}

const describeServiceAccount = ({ sponsor, networks }: { sponsor: Sponsor; networks: readonly string[] }) => ({
  sub_type: SERVICE_ACCOUNT,
  spn: sponsor.identity,
  spv: sponsor.membership,
  ...(networks.length > 0 && { net: networks }),
})

export const signAccessToken = async (
  app: App,
  {
    identity,
    session,
    grant,
    tenant,
    membership,
    scopes,
    serviceAccount,
    authenticatedAt,
    methods = [],
    demandsStepUp = false,
  }: {
    identity: Id
    session: Id
    grant?: Id | undefined
    tenant?: Id | undefined
    /** Version of the membership from which the scopes come; without it the token is refused after a change. */
    membership?: string | undefined
    scopes: readonly string[]
    /** Set for a service account, whose token may have to end before others. */
    serviceAccount?: { sponsor: Sponsor; networks: readonly string[]; endsAt: number }
    authenticatedAt?: number | undefined
    methods?: readonly string[]
    demandsStepUp?: boolean
  },
): Promise<string> => {
  const { kid, key, algorithm } = await getSigningKey(app)
  const now = Math.floor(app.clock().getTime() / 1000)
  return await new SignJWT({
    sid: session,
    ...(grant && { gid: grant }),
    ...(tenant && { tid: tenant, mbr: membership }),
    ...(serviceAccount && describeServiceAccount(serviceAccount)),
    scope: scopes.join(' '),
    ...(authenticatedAt !== undefined && { auth_time: authenticatedAt }),
    ...(methods.length && { amr: methods }),
    ...(demandsStepUp && { sup: true }),
  })
    .setProtectedHeader({ alg: algorithm, typ: TYPE, kid })
    .setIssuer(app.config.publicUrl)
    .setAudience(app.config.publicUrl)
    .setSubject(identity)
    .setIssuedAt(now)
    .setExpirationTime(Math.min(now + ACCESS_TOKEN_SECONDS, serviceAccount?.endsAt ?? Number.POSITIVE_INFINITY))
    .setJti(randomUUID())
    .sign(key)
}
