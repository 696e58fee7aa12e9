import type { Content } from './content.ts'

type Leaf = string | number
/** Values of content by JSON pointer, without null and empty ones. */
export type Leaves = ReadonlyMap<string, Leaf>

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Flattens content, or the part of it that a platform shows, to values by JSON pointer. */
export const flattenContent = (content: Partial<Content>): Leaves => {
  const leaves = new Map<string, Leaf>()
  const walk = (value: unknown, pointer: string): void => {
    if (value === null || value === undefined) return
    if (typeof value === 'object')
      for (const [name, member] of Object.entries(value))
        walk(member, `${pointer}/${escapePointer(name.normalize('NFC'))}`)
    else leaves.set(pointer, typeof value === 'string' ? value.normalize('NFC') : (value as Leaf))
  }
  walk(content, '')
  return leaves
}

const splitPointer = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Builds the content with these values. */
export const buildContent = (leaves: Leaves): Content => {
  const readLeaves = <T>(member: string) =>
    [...leaves].flatMap(([pointer, value]) => {
      const [first, name, part] = splitPointer(pointer)
      return first === member ? [{ name: name as string, part, value: value as T }] : []
    })
  const readText = (member: string) => readLeaves<string>(member)[0]?.value ?? null
  const map = <T>(member: string): Record<string, T> =>
    Object.fromEntries(readLeaves<T>(member).map(({ name, value }) => [name, value]))
  const locales = Map.groupBy(readLeaves<string>('localizations'), ({ name }) => name)
  return {
    sku: readText('sku') ?? '',
    name: readText('name') ?? '',
    description: readText('description'),
    brand: readText('brand'),
    attributes: map('attributes'),
    prices: map('prices'),
    localizations: Object.fromEntries(
      [...locales].map(([locale, parts]) => {
        const readPart = (part: string) => parts.find((each) => each.part === part)?.value ?? null
        return [locale, { name: readPart('name'), description: readPart('description') }]
      }),
    ),
  }
}

/** Returns content with the values of other content at these pointers. */
export const replaceValues = (content: Content, other: Content, pointers: readonly string[]): Content => {
  const [leaves, others] = [new Map(flattenContent(content)), flattenContent(other)]
  for (const pointer of pointers) {
    const value = others.get(pointer)
    if (value === undefined) leaves.delete(pointer)
    else leaves.set(pointer, value)
  }
  return buildContent(leaves)
}

export interface FieldDiff {
  path: string
  op: 'add' | 'remove' | 'replace'
  from: Leaf | null
  to: Leaf | null
}

const listPointers = (...all: readonly Leaves[]) => [...new Set(all.flatMap((leaves) => [...leaves.keys()]))].sort()

/** Returns the changes that turn `from` into `to`, sorted by pointer. */
export const diffContent = (from: Leaves, to: Leaves): FieldDiff[] =>
  listPointers(from, to).flatMap((path): FieldDiff[] => {
    const [old, next] = [from.get(path) ?? null, to.get(path) ?? null]
    if (old === next) return []
    return [{ path, op: old === null ? 'add' : next === null ? 'remove' : 'replace', from: old, to: next }]
  })

export interface Conflict {
  field: string
  base: Leaf | null
  mine: Leaf | null
  theirs: Leaf | null
}

export interface Merge {
  /** Fields that changed on both sides to different values. */
  conflicts: Conflict[]
  /** Fields that changed only here and have to be pushed. */
  mine: string[]
  /** Fields that changed only at the shop. */
  theirs: string[]
  /** Fields that changed on both sides to the same value. */
  converged: string[]
}

/**
 * Merges three versions field by field. `shows` returns false for fields that the platform cannot show, which never count
 * as changed there.
 */
export const mergeContent = (
  base: Leaves,
  mine: Leaves,
  theirs: Leaves,
  shows: (pointer: string) => boolean,
): Merge => {
  const merged: Merge = { conflicts: [], mine: [], theirs: [], converged: [] }
  for (const field of listPointers(base, mine, theirs)) {
    const read = (leaves: Leaves) => leaves.get(field) ?? null
    const [b, m, t] = [read(base), read(mine), read(theirs)]
    const isMine = m !== b
    const isTheirs = shows(field) && t !== b
    if (isMine && isTheirs && m === t) merged.converged.push(field)
    else if (isMine && isTheirs) merged.conflicts.push({ field, base: b, mine: m, theirs: t })
    else if (isMine) merged.mine.push(field)
    else if (isTheirs) merged.theirs.push(field)
  }
  return merged
}
