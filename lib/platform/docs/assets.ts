import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { File } from './file.ts'
import { REFERENCE_SCRIPT } from './reference-script.ts'
import { REFERENCE_STYLE } from './reference-style.ts'

const KEPT_SECONDS = 86_400
const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

const require = createRequire(import.meta.url)

const ours = (type: string, content: string) => async (): Promise<File> => ({ type, content, keptSeconds: 3600 })
const dist = (type: string, name: string) => async (): Promise<File> => ({
  type,
  content: await readFile(require.resolve(`swagger-ui-dist/${name}`)),
  keptSeconds: KEPT_SECONDS,
})

const ASSETS: Readonly<Record<string, () => Promise<File>>> = {
  'reference.css': ours(STYLE, REFERENCE_STYLE),
  'reference.js': ours(SCRIPT, REFERENCE_SCRIPT),
  'swagger-ui.css': dist(STYLE, 'swagger-ui.css'),
  'swagger-ui-bundle.js': dist(SCRIPT, 'swagger-ui-bundle.js'),
  'favicon-32x32.png': dist('image/png', 'favicon-32x32.png'),
}

const read = new Map<string, Promise<File>>()

/** One of the files that the reference is made of. */
export const assetOf = (name: string): Promise<File> | undefined => {
  const load = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
  if (!load) return undefined
  const file = read.get(name) ?? load()
  read.set(name, file)
  return file
}
