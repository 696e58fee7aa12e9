import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** Runs the TypeScript compiler; throws what it says if it finds errors. */
export const compile = async (args: readonly string[], cwd = root): Promise<void> => {
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...args], { cwd }).catch(
    (failure: { stdout: string }) => {
      throw new Error(failure.stdout)
    },
  )
}

/** Reads the blocks of the client's README in one language. */
const readBlocks = (language: string): string[] =>
  [...readFileSync(join(root, 'client/README.md'), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(
    ([, name, block = '']) => (name === language ? [block] : []),
  )

/** Reads the tour of the client's README: all of its TypeScript, which is one program. */
export const readTour = (): string => readBlocks('ts').join('\n')

/** Copies what `npm ci` makes of the client in the repository: the workspace, linked as the lock file says. */
const copyRepository = async (repository: string) => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const path = 'node_modules/@entrepot/client'
  await cp(join(root, 'client'), join(repository, 'client'), {
    recursive: true,
    filter: (source) => !/\/client\/(dist|node_modules)$/.test(source),
  })
  for (const name of ['package.json', 'package-lock.json']) await cp(join(root, name), join(repository, name))
  // The client is generated from these.
  for (const name of ['functions', 'lib', 'schemas']) await symlink(join(root, name), join(repository, name))
  await mkdir(join(repository, 'node_modules/@entrepot'), { recursive: true })
  await symlink(join(root, 'node_modules/.bin'), join(repository, 'node_modules/.bin'))
  if (packages[path]?.link) await symlink(join(repository, packages[path].resolved), join(repository, path))
}

/**
 * Gets the client in both ways of its README, by running its shell blocks as they stand: the first one in a copy of the
 * repository, the second one in the folder of another project beside it.
 */
export const installClient = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'entrepot-client-'))
  const repository = join(parent, 'entrepot')
  const folder = join(parent, 'shop')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await copyRepository(repository)
  const [inRepository = '', elsewhere = ''] = readBlocks('sh')
  // Nothing may be downloaded.
  const env = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
  await run('bash', ['-euo', 'pipefail', '-c', inRepository], { cwd: repository, env })
  await run('bash', ['-euo', 'pipefail', '-c', elsewhere], { cwd: folder, env })
  const installed = join(folder, 'node_modules/@entrepot/client')
  return { repository, folder, installed, remove: () => rm(parent, { recursive: true, force: true }) }
}
