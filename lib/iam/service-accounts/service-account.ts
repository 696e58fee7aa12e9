import type { ServiceAccountState } from '../../../schemas/iam/service-account.ts'
import { PERSON_SCOPES, SCOPES, type Scope } from '../../platform/access/scopes.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

/** A program that acts in one tenant. */
export interface ServiceAccount extends Stored {
  name: string
  description: string | null
  status: ServiceAccountState
  /** Most scopes that its tokens can have; the role of its sponsor bounds them further. */
  scopes: Scope[]
  /** Networks from which it may be used; empty for all. */
  networks: string[]
  expiresAt: string | null
  /** Identity of the member who answers for it. */
  sponsorId: Id
  /** Changes with everything that its tokens depend on; they carry it. */
  version: string
}

export const SERVICE_ACCOUNT_MOVES = {
  disable: { from: ['active'], to: 'disabled' },
  enable: { from: ['disabled'], to: 'active' },
} as const satisfies Moves<ServiceAccountState, string>

const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text)

const findScopeViolation = (scope: string, held: ReadonlySet<string>): string | undefined => {
  if (!isScope(scope)) return 'must be an existing scope'
  if (PERSON_SCOPES.includes(scope)) return 'must not be given to a service account, because it needs a person'
  return held.has(scope) ? undefined : 'must be a scope that you hold yourself'
}

/** Lists the scopes that must not be given to a service account. Those that it has already may stay. */
export const findScopeViolations = (
  scopes: readonly string[],
  held: ReadonlySet<string>,
  before: readonly string[] = [],
): Violation[] =>
  scopes.flatMap((scope, i) => {
    const message = before.includes(scope) ? undefined : findScopeViolation(scope, held)
    return message ? [{ propertyPath: `scopes[${i}]`, message }] : []
  })

/** Cuts the scopes to those that the sponsor has now and a service account may have. */
export const cutScopes = (scopes: readonly Scope[], ofSponsor: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => ofSponsor.includes(scope) && !PERSON_SCOPES.includes(scope))

export const isExpired = ({ expiresAt }: Pick<ServiceAccount, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && new Date(expiresAt) <= now
