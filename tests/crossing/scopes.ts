import { expect } from 'vitest'
import { signAccessToken } from '../../lib/platform/access/access-token.ts'
import { SCOPES, type Scope } from '../../lib/platform/access/scopes.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { makeOnce } from '../../lib/platform/make-once.ts'
import type { Role } from '../../schemas/roles.ts'
import { aimless, ask, findScope, usual } from '../generated/asking.ts'
import { findSuccessStatus, OPERATIONS, type Operation } from '../generated/operations.ts'
import { listWrites } from '../generated/writes.ts'
import { aColleague, refreshed, working } from '../iam/people.ts'
import { actingAs, aKeyedAccount } from '../iam/service-accounts/service-accounts.ts'
import { aMember, type Member } from '../support/client.ts'
import { anOwnerWithAccount } from './callers.ts'
import { caseOfEach, type Matrix } from './cases.ts'

const ROLES: readonly Role[] = ['owner', 'admin', 'finance', 'operations', 'viewer']
const SCOPED = OPERATIONS.filter((operation) => findScope(operation) !== undefined)

const meet = makeOnce(async () => {
  const owner = await anOwnerWithAccount()
  return { owner, colleague: await aColleague(owner, 'admin') }
})
const figures = { requests: 0, verdicts: 0 }

const bySingleScope = new Map<Scope, Promise<Member>>()
/** Returns a member of the owner's tenant with a single scope. */
const withOnly = (scope: Scope) => {
  const made = async () => aMember({ tenant: (await meet()).owner.tenant, scopes: [scope] })
  const known = bySingleScope.get(scope) ?? made()
  bySingleScope.set(scope, known)
  return known
}

/** Scopes that a request needs besides, for what it asks the operation to do. */
const ALSO: Readonly<Record<string, readonly Scope[]>> = {
  createServiceAccount: ['partner:partner:read'],
  createImport: ['partner:partner:write'],
  getDocument: ['billing:invoice:read'],
  downloadDocument: ['billing:invoice:read'],
  getExport: ['billing:invoice:read'],
  getExportContent: ['billing:invoice:read'],
}

/** Signs a token of the owner with some scopes only. */
const asOwner = async (scopes: readonly Scope[]): Promise<string> => {
  const { tenant, identity } = (await meet()).owner
  return await signAccessToken(app(), { identity, session: newId(app().clock()), tenant, scopes })
}

const tryAs = async (operation: Operation, token: string | undefined) => {
  figures.requests++
  const { status, body } = await ask(operation, aimless(operation), { token })
  return { status, errorCode: body?.errorCode as string | undefined }
}

const isRefused = async (operation: Operation, token: string | undefined) => {
  const { status, errorCode } = await tryAs(operation, token)
  return status === 403 && ['SCOPE_MISSING', 'PERSON_REQUIRED'].includes(errorCode ?? '')
}

type Asker = Pick<Member, 'post' | 'token'>

/** Returns what a caller is told that it may do. */
const askVerdict = async (asker: Asker, scope: Scope): Promise<boolean> => {
  const { body } = await asker.post('/api/auth/can', { scopes: [scope] })
  figures.verdicts++
  return body[scope].allowed
}

const expectAgreement = async (operation: Operation, asker: Asker, who: string) => {
  const scope = findScope(operation) as Scope
  expect([who, await askVerdict(asker, scope)]).toEqual([who, !(await isRefused(operation, asker.token))])
}

/** Gives the colleague another role, and returns the client with the token for that role. */
const changeRole = async (role: Role) => {
  const { owner, colleague } = await meet()
  expect((await owner.patch(`/api/iam/members/${colleague.member}`, { role })).status).toBe(200)
  return Object.assign(colleague, await working(await refreshed(colleague), owner.tenant))
}

const expectOnlyDeclared = async (operation: Operation) => {
  const { owner } = await meet()
  const declared = findScope(operation) as Scope
  const written = await listWrites(owner.tenant, async () => {
    for (const scope of SCOPES.filter((each) => each !== declared))
      expect([scope, await isRefused(operation, (await withOnly(scope)).token)]).toEqual([scope, true])
    const others = await aMember({ tenant: owner.tenant, scopes: SCOPES.filter((scope) => scope !== declared) })
    expect(await isRefused(operation, others.token)).toBe(true)
  })
  expect(written).toEqual([])
  const made = await usual(operation, owner)
  const token = made.token ?? (await asOwner([declared, ...(ALSO[operation.operation] ?? [])]))
  const answer = await ask(operation, made, { token })
  expect(answer.status, answer.text.slice(0, 300)).toBe(findSuccessStatus(operation))
}

const expectToldSo = async (operation: Operation) => {
  const { owner, colleague } = await meet()
  for (const role of ROLES) await expectAgreement(operation, await aMember({ tenant: owner.tenant, role }), role)
  await changeRole('admin')
  const scopes = SCOPES.filter((scope) => !/^(iam:|notification:own:)/.test(scope))
  const account = await aKeyedAccount(colleague, { scopes })
  const outdated = colleague.token
  const role = ROLES[SCOPED.indexOf(operation) % ROLES.length] as Role
  await changeRole(role)
  const { status } = await tryAs(operation, outdated)
  if (role !== 'admin') expect(status).toBe(401)
  await expectAgreement(operation, colleague, `${role} after a change`)
  await expectAgreement(operation, await actingAs(account), `a service account of ${role}`)
}

const SCOPED_CASES = caseOfEach(SCOPED, async (operation) => {
  await expectOnlyDeclared(operation)
  await expectToldSo(operation)
})

export const SCOPE_MATRIX: Matrix = { name: 'scopes', cases: SCOPED_CASES, few: 1, figures }
