import { signAccessToken } from '../../lib/platform/access/access-token.ts'
import { SCOPES } from '../../lib/platform/access/scopes.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { findScope } from '../generated/asking.ts'
import type { Operation } from '../generated/operations.ts'
import { aColleague, anOwner } from '../iam/people.ts'
import { actingAs, aKeyedAccount, PATH } from '../iam/service-accounts/service-accounts.ts'
import { aMember, type Member } from '../support/client.ts'

/** Somebody who must not reach a resource. */
export interface Caller {
  name: string
  token: string
  /** Status of the refusal. */
  status: number
  /** True for callers with another tenant or none, who must not touch the owner's partitions. */
  isStranger: boolean
}

export type Owner = Member & Awaited<ReturnType<typeof anOwner>>

/** Creates an owner with an account, whose tenant can have colleagues and service accounts. */
export const anOwnerWithAccount = async (): Promise<Owner> => {
  const owner = await anOwner()
  return { ...owner, token: owner.token as string, identity: owner.claims.sub }
}

const aRemovedMember = async (owner: Owner): Promise<string> => {
  const colleague = await aColleague(owner, 'admin')
  await owner.delete(`/api/iam/members/${colleague.member}`)
  return colleague.token as string
}

const aRevokedServiceAccount = async (owner: Owner): Promise<string> => {
  const scopes = SCOPES.filter((scope) => !/^(iam:|notification:own:)/.test(scope))
  const account = await aKeyedAccount(owner, { scopes })
  const { token } = await actingAs(account)
  await owner.delete(`${PATH}/${account.id}/keys/${account.keyId}`)
  return token as string
}

/** Lists those who must not reach what the owner has, whatever the operation. */
export const listCallers = async (owner: Owner): Promise<Caller[]> => {
  const [stranger, administrator] = [await aMember(), await aMember({ role: 'admin' })]
  const tenantless = await signAccessToken(app(), { identity: owner.identity, session: newId(new Date()), scopes: [] })
  return [
    { name: 'an owner of another tenant', token: stranger.token as string, status: 404, isStranger: true },
    { name: 'an administrator of another tenant', token: administrator.token as string, status: 404, isStranger: true },
    { name: 'a member without a selected tenant', token: tenantless, status: 403, isStranger: true },
    { name: 'nobody', token: '', status: 401, isStranger: true },
    { name: 'a removed member', token: await aRemovedMember(owner), status: 401, isStranger: false },
    {
      name: 'a service account whose key was revoked',
      token: await aRevokedServiceAccount(owner),
      status: 401,
      isStranger: false,
    },
  ]
}

/** Creates a member of the owner's tenant who has every scope but the one of the operation. */
export const withoutScope = async ({ tenant }: Owner, operation: Operation): Promise<Caller> => {
  const scopes = SCOPES.filter((scope) => scope !== findScope(operation))
  const { token } = await aMember({ tenant, scopes })
  return { name: 'a member without the scope', token: token as string, status: 403, isStranger: false }
}
