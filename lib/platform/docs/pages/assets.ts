import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { File } from '../file.ts'
import { REFERENCE_SCRIPT } from './reference-script.ts'
import { REFERENCE_STYLE } from './reference-style.ts'

const CACHE_SECONDS = 86_400
const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

const require = createRequire(import.meta.url)

const textAsset = (type: string, content: string) => async (): Promise<File> => ({ type, content, cacheSeconds: 3600 })
const swaggerAsset = (type: string, name: string) => async (): Promise<File> => ({
  type,
  content: await readFile(require.resolve(`swagger-ui-dist/${name}`)),
  cacheSeconds: CACHE_SECONDS,
})

const ASSETS: Readonly<Record<string, () => Promise<File>>> = {
  'reference.css': textAsset(STYLE, REFERENCE_STYLE),
  'reference.js': textAsset(SCRIPT, REFERENCE_SCRIPT),
  'swagger-ui.css': swaggerAsset(STYLE, 'swagger-ui.css'),
  'swagger-ui-bundle.js': swaggerAsset(SCRIPT, 'swagger-ui-bundle.js'),
  'favicon-32x32.png': swaggerAsset('image/png', 'favicon-32x32.png'),
}

const loaded = new Map<string, Promise<File>>()

/** Finds a file of the reference page. */
export const findAsset = (name: string): Promise<File> | undefined => {
  const load = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
  if (!load) return undefined
  const file = loaded.get(name) ?? load()
  loaded.set(name, file)
  return file
}
