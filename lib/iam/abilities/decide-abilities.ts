import type { Verdict } from '../../../schemas/iam/ability.ts'
import { SCOPES, type Scope } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { readAddress, readSubject } from './read-address.ts'

/** Whoever asks what they may do. */
type Prober = Pick<SignedIn, 'identity' | 'scopes'>

/** Rules that decide what may be done to a resource of one kind in its current state. */
export interface AbilitySubject {
  /** The word for the resource in a denial. */
  noun: string
  find(db: Table, tenant: Id, id: Id): Promise<object | undefined>
  /** State transitions that can be probed as actions, in addition to the scopes of endpoints. */
  moves: Moves<string, string>
  /** Scope that the endpoints of all these transitions need; absent if there are none. */
  needs?: Scope
  /** Returns any other reason for a denial. */
  refuses?(resource: object, action: string, caller: Prober): string | undefined
}

/** Lets `refuses` read the type of resource that `find` returns. */
export const defineAbilities = <T extends object>(
  subject: Omit<AbilitySubject, 'find' | 'refuses'> & {
    find(db: Table, tenant: Id, id: Id): Promise<T | undefined>
    refuses(resource: T, action: string, caller: Prober): string | undefined
  },
): AbilitySubject => subject

/** A kind of resource that can be the subject of a check. */
export interface AbilityEntry {
  /** Part of its URIs between `commerce:///` and the id. */
  path: string
  /** Beginning of the scopes that its state decides, such as `billing:invoice`; absent if scopes alone decide. */
  resource?: string
  load: () => Promise<AbilitySubject>
}

/** Describes a kind of resource of which the scope alone decides, once the resource is found. */
export const defineByScope = (path: string, load: () => Promise<AbilitySubject['find']>): AbilityEntry => ({
  path,
  load: async () => ({ noun: 'resource', find: await load(), moves: {} }),
})

interface Question {
  subject: AbilitySubject | undefined
  action: string
  /** The scope that decides; undefined if the probed scope is unknown. */
  needs: Scope | undefined
}

const isKnown = (scope: string): scope is Scope => SCOPES.some((each) => each === scope)

const parseQuestion = async (subjects: readonly AbilityEntry[], scope: string): Promise<Question> => {
  const [module = '', resource = '', action = ''] = scope.split(':')
  const subject = await subjects.find((each) => each.resource === `${module}:${resource}`)?.load()
  const needs = isKnown(scope) ? scope : subject && Object.hasOwn(subject.moves, action) ? subject.needs : undefined
  return { subject, action, needs }
}

const deny = (reason: string): Verdict => ({ allowed: false, reason })

const decideByState = ({ noun, moves, refuses }: AbilitySubject, resource: object, action: string, caller: Prober) => {
  const refusal = refuses?.(resource, action, caller)
  if (refusal) return deny(refusal)
  const status = String('status' in resource ? resource.status : undefined)
  if (!Object.hasOwn(moves, action) || moves[action]?.from.includes(status)) return { allowed: true }
  return deny(`${noun} is ${status}`)
}

/** Finds the resource that the URI names in the caller's tenant. Throws if the URI is malformed. */
export const findSubject = async (
  db: Table,
  subjects: readonly AbilityEntry[],
  uri: string,
  tenant: Id | undefined,
) => {
  const { path, id } = readAddress(uri)
  const kind = await subjects.find((each) => each.path === path)?.load()
  const resource = kind && tenant && (await kind.find(db, tenant, id))
  return resource ? { kind, resource } : undefined
}

interface AbilityQuestion {
  subject?: string | null
  scopes: readonly string[]
}

/** Decides by scope what the caller may do. The verdicts are advice; each operation checks again when it is called. */
export const decideAbilities = async (
  { db }: Pick<App, 'db'>,
  { tenant, identity, scopes: granted }: SignedIn,
  { subject: uri, scopes }: AbilityQuestion,
  subjects: readonly AbilityEntry[],
): Promise<Record<string, Verdict>> => {
  const found = uri ? await findSubject(db, subjects, readSubject(subjects, uri), tenant) : undefined
  const decideVerdict = async (scope: string): Promise<Verdict> => {
    const { subject, action, needs } = await parseQuestion(subjects, scope)
    if (!needs) return deny('unknown scope')
    if (!granted.has(needs)) return deny('scope not held')
    if (uri && !found) return deny('subject not found')
    // The state of one resource says nothing about what may be done to others.
    return found && found.kind === subject
      ? decideByState(subject, found.resource, action, { identity, scopes: granted })
      : { allowed: true }
  }
  return Object.fromEntries(
    await Promise.all(scopes.map(async (scope) => [scope, await decideVerdict(scope)] as const)),
  )
}

/** Turns a failed check into `UNAVAILABLE`, so that it is not taken for a denial. */
export const requireAnswer = async <T>(check: Promise<T>): Promise<T> => {
  try {
    return await check
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const headers = { 'Retry-After': '1' }
    throw new Problem('UNAVAILABLE', 'The check failed. Try again.', { cause, headers })
  }
}
