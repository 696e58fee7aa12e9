import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

// Writes the sources of the client that follow from the API, unless nothing changed that they could follow from.

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'client/src/generated')
const DIGEST = '.digest'
/** Where the API is described, and what generates from that. */
const SOURCES = ['{functions,lib,schemas}/**/*.ts', 'client/generate/*.ts', 'package-lock.json']

/** Digests what the generated files follow from together with these, so that a lost or edited one is written again. */
const digestAll = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const path of globSync([...SOURCES, 'client/src/generated/*.ts'], { cwd: root }).sort())
    hash.update(`${path}\0`).update(await readFile(join(root, path)))
  return hash.digest('hex')
}

const readGenerated = (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '')

/** Replaces a file at once, because another command may be reading it. */
const replaceFile = async (name: string, text: string) => {
  if ((await readGenerated(name)) === text) return
  const draft = join(folder, `.${name}.${process.pid}`)
  await writeFile(draft, text)
  await rename(draft, join(folder, name))
}

if ((await readGenerated(DIGEST)) !== (await digestAll())) {
  const [{ AREAS }, { describe }, { generate }] = await Promise.all([
    import('../../functions/docs/areas.ts'),
    import('../../lib/platform/docs/openapi/description.ts'),
    import('./generate.ts'),
  ])
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(generate(await describe(AREAS), AREAS))) await replaceFile(name, text)
  await replaceFile(DIGEST, await digestAll())
}
