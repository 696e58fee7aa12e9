import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { AREAS } from '../../functions/docs/areas.ts'
import { describe } from '../../lib/platform/docs/openapi/description.ts'

const tools = resolve(import.meta.dirname, '../generators')

/** Runs one of the tools; throws all that it says if it fails. */
export const runTool = async (name: string, args: readonly string[], cwd: string): Promise<string> => {
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 }
  const { stdout, stderr } = await promisify(execFile)(
    join(tools, 'node_modules/.bin', name),
    [...args],
    options,
  ).catch((failure: { stdout: string; stderr: string; message: string }) => {
    throw new Error([failure.message, failure.stdout, failure.stderr].join('\n'))
  })
  return stdout + stderr
}

/** Makes a folder beside the tools, where they find their packages, with the description as a client gets it. */
export const makeFolder = async () => {
  const folder = await mkdtemp(join(tools, '.out-'))
  const { openapi, info, ...rest } = await describe(AREAS)
  const description = { openapi, info, servers: [{ url: 'https://api.entrepot.test' }], ...rest }
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(description))
  return {
    folder,
    config: (name: string) => join(tools, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const COMPILER = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
}

/** Compiles all TypeScript in a folder. */
export const compileFolder = async (folder: string, options: object = {}): Promise<void> => {
  const config = { compilerOptions: { ...COMPILER, ...options }, include: ['**/*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await runTool('tsc', ['-p', folder], folder)
}
