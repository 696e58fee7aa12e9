import { SUBJECTS } from '../../../functions/iam/ability-subjects.ts'
import type { Verdict } from '../../../schemas/iam/ability.ts'
import { SCOPES, type Scope } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Moves } from '../../platform/states.ts'
import type { Table } from '../../platform/store/table/table.ts'

/** How it is told whether something may be done to a resource of one kind, in its present state. */
export interface AbilitySubject {
  /** As a denial names it. */
  noun: string
  find(db: Table, tenant: Id, id: Id): Promise<object | undefined>
  /** The actions that scopes may name beside those of the endpoints, each with the states it leads from. */
  moves: Moves<string, string>
  /** The scope that the endpoint of each of the moves asks for. */
  needs: Scope
  /** What else stands in the way, in the words of a denial. */
  refuses?(resource: object, action: string, held: ReadonlySet<string>): string | undefined
}

interface Question {
  subject: AbilitySubject | undefined
  action: string
  /** The scope that decides; none where nobody knows the one that was asked about. */
  needs: Scope | undefined
}

const isKnown = (scope: string): scope is Scope => (SCOPES as readonly string[]).includes(scope)

const parseQuestion = async (scope: string): Promise<Question> => {
  const [module, resource, action] = scope.split(':') as [string, string, string]
  const subject = await SUBJECTS.find((each) => each.resource === `${module}:${resource}`)?.load()
  const needs = isKnown(scope) ? scope : subject && Object.hasOwn(subject.moves, action) ? subject.needs : undefined
  return { subject, action, needs }
}

const deny = (reason: string): Verdict => ({ allowed: false, reason })

const stateAllows = ({ noun, moves, refuses }: AbilitySubject, resource: object, action: string, held: Set<string>) => {
  const refusal = refuses?.(resource, action, held)
  if (refusal) return deny(refusal)
  const { status } = resource as { status?: string }
  if (!Object.hasOwn(moves, action) || moves[action]?.from.includes(status ?? '')) return { allowed: true }
  return deny(`${noun} is ${status}`)
}

/** The resource that the URI names, in the caller's tenant; one of another tenant is as good as none. */
const findSubject = async (db: Table, uri: string, tenant: Id | undefined) => {
  const [, path, text = ''] = /^commerce:\/\/\/([^/]+\/[^/]+)\/(.+)$/.exec(uri) ?? []
  const id = parseId(text)
  const kind = await SUBJECTS.find((each) => each.path === path)?.load()
  const resource = kind && tenant && id && (await kind.find(db, tenant, id))
  return resource ? { kind, resource } : undefined
}

interface Asked {
  subject?: string | null
  scopes: readonly string[]
}

/** What the caller may do, by scope. It only advises: every operation decides for itself when it is called. */
export const decideAbilities = async (
  { db }: Pick<App, 'db'>,
  { tenant, scopes: held }: SignedIn,
  { subject: uri, scopes }: Asked,
): Promise<Record<string, Verdict>> => {
  const found = uri ? await findSubject(db, uri, tenant) : undefined
  const decideVerdict = async (scope: string): Promise<Verdict> => {
    const { subject, action, needs } = await parseQuestion(scope)
    if (!needs) return deny('unknown scope')
    if (!held.has(needs)) return deny('scope not held')
    if (uri && !found) return deny('subject not found')
    // The state of one resource says nothing about what may be done to others.
    return found && found.kind === subject
      ? stateAllows(subject, found.resource, action, new Set(held))
      : { allowed: true }
  }
  return Object.fromEntries(
    await Promise.all(scopes.map(async (scope) => [scope, await decideVerdict(scope)] as const)),
  )
}

/** A check that cannot be made is not a denial. */
export const requireAnswer = async <T>(check: Promise<T>): Promise<T> => {
  try {
    return await check
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const headers = { 'Retry-After': '1' }
    throw new Problem('UNAVAILABLE', 'Whether it is allowed cannot be told now; try again.', { cause, headers })
  }
}
