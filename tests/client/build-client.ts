import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
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

/** Builds the client as `npm run build:client` does and installs it in a new folder, as `npm install` does. */
export const installClient = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-client-'))
  const installed = join(folder, 'node_modules/@entrepot/client')
  await mkdir(installed, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    await cp(join(root, 'client', name), join(installed, name))
  await compile(['-p', 'client', '--outDir', join(installed, 'dist')])
  return { folder, installed, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Reads the code blocks of the tour in the client's README, as one program. */
export const readTour = (readme: string): string => {
  const [, section = ''] = readme.split('## Five minutes with the client')
  return [...(section.split('\n## ')[0] ?? '').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n')
}
