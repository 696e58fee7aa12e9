import type { TokenRequest } from '../../../schemas/iam/service-account.ts'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../../platform/access/access-token.ts'
import { isInNetworks } from '../../platform/access/network.ts'
import { listScopesOfRole, type Scope } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Sharing } from '../../platform/create-sharing.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findAccount, type TenantAccess } from '../identity-store.ts'
import { recordIssuedToken, recordRefusedToken } from '../sessions/record-security-event.ts'
import { PROOF, type ProvenClient, proveClient } from './prove-client.ts'
import { readClientCredentials } from './read-client-credentials.ts'
import { cutScopes, isExpired, type ServiceAccount } from './service-account.ts'
import { findClient, isSpentAssertion, recordKeyUse, serviceAccounts, spendAssertion } from './service-account-store.ts'

const USE_INTERVAL_MS = 3_600_000

interface Asked {
  headers: { authorization?: string | undefined }
  body: TokenRequest
  address: string
  /** The caller's exact address. */
  sourceAddress: string
  shared: Sharing
}

const buildClientProblem = () =>
  new Problem('INVALID_CREDENTIALS', 'The client is unknown, or its credentials are not valid.')

const buildRefusal = (detail: string) => new Problem('OPERATION_NOT_ALLOWED', detail)

/** Throws if the service account cannot be used now. Who proved to be the client may know the reason. */
const checkUsable = (account: ServiceAccount, address: string, now: Date): void => {
  if (account.status !== 'active') throw buildRefusal('The service account is disabled.')
  if (isExpired(account, now)) throw buildRefusal('The service account has expired.')
  if (account.networks.length && !isInNetworks(address, account.networks))
    throw buildRefusal('The service account cannot be used from your address.')
}

/** Narrows the scopes to those that the request asks for. */
const narrowScopes = (held: readonly Scope[], asked: string | undefined): readonly Scope[] => {
  if (asked === undefined) return held
  const names = asked.split(' ').filter(Boolean)
  const missing = names.filter((name) => !held.some((scope) => scope === name))
  if (missing.length || !names.length)
    throw invalid({
      propertyPath: 'scope',
      message: 'must have only scopes of the service account that its sponsor holds, and at least one',
    })
  return held.filter((scope) => names.includes(scope))
}

/** Ends a token with the key or the service account, if that is earlier than usual. */
const computeEnd = ({ key }: ProvenClient, account: ServiceAccount, now: Date): number => {
  const ends = [key.expiresAt, account.expiresAt].flatMap((at) => (at === null ? [] : [new Date(at).getTime() / 1000]))
  return Math.floor(Math.min(now.getTime() / 1000 + ACCESS_TOKEN_SECONDS, ...ends))
}

const recordUse = (unit: Unit, { client, key, assertion }: ProvenClient): void => {
  if (assertion) spendAssertion(unit, client.id, assertion, buildClientProblem)
  const last = client.lastUsed.get(key.id)
  if (!last || unit.now.getTime() - new Date(last).getTime() >= USE_INTERVAL_MS) recordKeyUse(unit, client.id, key.id)
}

const findSponsorship = async (app: App, { client }: ProvenClient): Promise<TenantAccess | undefined> =>
  (await findAccount(app.db, client.sponsor))?.tenants.find(({ tenant }) => tenant === client.tenant)

/** Finds what a token of the client may have. Throws if the client did not prove itself or cannot be used now. */
const admit = async (app: App, now: Date, proven: ProvenClient | undefined, { body, sourceAddress }: Asked) => {
  if (!proven) throw buildClientProblem()
  const { client, assertion } = proven
  const [account, sponsorship, isSpent] = await Promise.all([
    find(app.db, serviceAccounts, client.tenant, client.id),
    findSponsorship(app, proven),
    assertion && isSpentAssertion(app.db, client.id, assertion, now),
  ])
  if (!account || isSpent) throw buildClientProblem()
  checkUsable(account, sourceAddress, now)
  if (!sponsorship || account.sponsorId !== client.sponsor)
    throw buildRefusal('The sponsor of the service account is no active member. Another member must take it over.')
  const held = cutScopes(account.scopes, listScopesOfRole(sponsorship.role))
  if (!held.length) throw buildRefusal('The sponsor of the service account holds none of its scopes any more.')
  return { proven, account, sponsorship, scopes: narrowScopes(held, body.scope) }
}

type Admitted = Awaited<ReturnType<typeof admit>>

const readCredentials = ({ headers, body }: Asked) => readClientCredentials(headers.authorization, body)

/** Admits a client that proves itself (RFC 6749, section 4.4). A refusal is recorded if the request names a client. */
export const admitClient = async (app: App, now: Date, asked: Asked): Promise<Admitted> => {
  const credentials = readCredentials(asked)
  try {
    return await admit(app, now, await asked.shared(PROOF, () => proveClient(app, credentials, now)), asked)
  } catch (error) {
    const { id } = credentials
    if (!(error instanceof Problem) || !id) throw error
    const client = await findClient(app.db, id)
    await recordRefusedToken(app, now, { id, tenant: client?.tenant }, asked)
    throw error
  }
}

/** Issues an access token to a service account that was admitted. */
export const issueServiceAccountToken = async (app: App, unit: Unit, asked: Asked, admitted: Admitted) => {
  const prove = () => proveClient(app, readCredentials(asked), unit.now)
  const { proven, account, sponsorship, scopes } = unit.isRerun
    ? await admit(app, unit.now, await prove(), asked)
    : admitted
  const { client, key } = proven
  unit.within(client.tenant)
  recordUse(unit, proven)
  recordIssuedToken(unit, client.id, asked)
  const endsAt = computeEnd(proven, account, unit.now)
  return {
    access_token: await signAccessToken(app, {
      identity: account.id,
      session: key.id,
      tenant: client.tenant,
      membership: account.version,
      scopes,
      serviceAccount: {
        sponsor: { identity: client.sponsor, membership: sponsorship.version },
        networks: account.networks,
        endsAt,
      },
    }),
    token_type: 'Bearer',
    expires_in: endsAt - Math.floor(unit.now.getTime() / 1000),
    scope: scopes.join(' '),
  }
}
