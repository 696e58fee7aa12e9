import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bundle } from '../../deploy/bundle.ts'
import { ownFolder } from '../support/folder.ts'

const bundled = async (source: string, later = '') => {
  const folder = await ownFolder()
  await writeFile(join(folder, 'later.ts'), later)
  await writeFile(join(folder, 'api.ts'), source)
  await bundle({ entries: { api: join(folder, 'api.ts') }, outdir: join(folder, 'out') })
  return join(folder, 'out/api')
}
const text = async (folder: string) => {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}
const answer = (folder: string) => {
  const entry = pathToFileURL(join(folder, 'index.mjs')).href
  const script = `console.log(await (await import(${JSON.stringify(entry)})).handler())`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', cwd: '/' }).trim()
}

describe('a bundle', () => {
  test('runs on its own and never imports the slow ES module of a built-in module', async () => {
    const folder = await bundled(`
      import http, { request, STATUS_CODES } from 'node:http'
      import * as https from 'https'
      export const handler = async () => [typeof request, STATUS_CODES[404], typeof http.Agent, typeof https.request].join()`)
    expect(answer(folder)).toBe('function,Not Found,function,function')
    expect(await text(folder)).not.toMatch(/from\s*"(node:)?https?"/)
  })

  test('keeps lazily imported code out of the entry', async () => {
    const folder = await bundled(
      "export const handler = async () => (await import('./later.ts')).word",
      "export const word = 'late'",
    )
    expect(await readFile(join(folder, 'index.mjs'), 'utf8')).not.toContain('"late"')
    expect(answer(folder)).toBe('late')
    expect((await readdir(folder)).length).toBeGreaterThan(1)
  })

  test('is rebuilt each time without leftovers', async () => {
    const folder = await bundled('export const handler = async () => 1')
    await writeFile(join(folder, 'old.mjs'), '')
    await bundle({ entries: { api: join(folder, '../../api.ts') }, outdir: join(folder, '..') })
    expect(await readdir(folder)).toEqual(['index.mjs'])
  })
})
