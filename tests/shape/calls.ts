import { dirname, join } from 'node:path'
import type { Source } from './sources.ts'

const COMMENT = /^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*$)/gm
const DECLARATION = /^(?:export )?(?:const|let|class|(?:async )?function) (\w+)/
const IMPORT = /^import (?!type\b)\{([^}]*)\} from '(\.[^']+)'/gm
const LATE_IMPORT = /\bimport\('(\.[^']+)'\)/g
/** A word that is no member of another. */
const WORD = /(?<!(?<!\.)\.)\b[A-Za-z_$][\w$]*/g
/** Members of a module that was imported late are words of it too. */
const ANY_WORD = /[A-Za-z_$][\w$]*/g

interface File {
  /** Texts of the declarations at the top level, by name. */
  declarations: ReadonlyMap<string, string>
  /** The declaration that each imported name stands for. */
  imported: ReadonlyMap<string, string>
}

const resolveFrom = (path: string, from: string) => join(dirname(path), from)

const readFile = ({ path, text }: Source): File => {
  const code = text.replace(COMMENT, '')
  const imported = [...code.matchAll(IMPORT)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((each) => each.trim().split(' as '))
      .map(([name = '', alias = name]) => [alias, `${resolveFrom(path, from)}#${name}`] as const),
  )
  const declarations = code.split(/\n(?=[a-z])/).flatMap((part) => {
    const name = DECLARATION.exec(part)?.[1]
    return name ? [[name, part] as const] : []
  })
  return { declarations: new Map(declarations), imported: new Map(imported) }
}

/** Knows which declarations of the sources lead to which others, each as `path#name`. */
export const readCalls = (sources: readonly Source[]) => {
  const files = new Map(sources.map((source) => [source.path, readFile(source)]))
  const getText = (declaration: string) => {
    const [path = '', name = ''] = declaration.split('#')
    return files.get(path)?.declarations.get(name)
  }
  const known = new Map<string, readonly string[]>()
  const findNext = (declaration: string): string[] => {
    const [path = ''] = declaration.split('#')
    const text = getText(declaration) ?? ''
    const late = [...text.matchAll(LATE_IMPORT)].map(([, from = '']) => resolveFrom(path, from))
    const direct = (text.match(WORD) ?? []).map((word) => files.get(path)?.imported.get(word) ?? `${path}#${word}`)
    const later = late.flatMap((each) => (text.match(ANY_WORD) ?? []).map((word) => `${each}#${word}`))
    return [...new Set([...direct, ...later])].filter((each) => getText(each) !== undefined)
  }
  const listNext = (declaration: string): readonly string[] => {
    const next = known.get(declaration) ?? findNext(declaration)
    known.set(declaration, next)
    return next
  }
  return {
    declarations: [...files].flatMap(([path, { declarations }]) =>
      [...declarations.keys()].map((name) => `${path}#${name}`),
    ),
    getText: (declaration: string) => getText(declaration) ?? '',
    /** Finds every declaration that one leads to, by its name alone: whether it is ever called is not known. */
    findReach(declaration: string): ReadonlySet<string> {
      const reached = new Set([declaration])
      for (const each of reached) for (const next of listNext(each)) reached.add(next)
      return reached
    },
  }
}
