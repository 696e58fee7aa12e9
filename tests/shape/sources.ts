import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Source {
  /** Path from the project's root, such as `lib/platform/app/app.ts`. */
  path: string
  text: string
  /** Imported files as paths from the root, without type imports; packages by name. */
  imports: string[]
}

const IMPORT =
  /(?:^|\n)(?:import|export)(?! type\b)[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from '([^']+)'|\bimport\('([^']+)'\)/g

const listImports = (path: string, text: string) =>
  [...text.matchAll(IMPORT)].map(([, from, lazily]) => {
    const name = (from ?? lazily) as string
    return name.startsWith('.') ? relative(root, resolve(root, dirname(path), name)) : name
  })

/** Reads the sources in these folders. */
export const sources = (...folders: string[]): Source[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root, exclude: ['**/node_modules/**'] },
  )
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: listImports(path, text) }
    })

/** Finds everything that a file loads, now or late. */
export const findReach = (code: readonly Source[], path: string): ReadonlySet<string> => {
  const byPath = new Map(code.map((source) => [source.path, source]))
  const reached = new Set([path])
  for (const each of reached)
    for (const next of byPath.get(each)?.imports ?? []) if (byPath.has(next)) reached.add(next)
  return reached
}
