import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Packages that few commands need have folders with a lock file of their own, so that `npm ci` at the root stays small.

/**
 * Installs the packages of a folder, relative to the project, unless those of its lock file are there. This needs the package
 * registry once, and takes seconds. Returns the path of the packages.
 */
export const installPackages = (folder: string): string => {
  const place = resolve(import.meta.dirname, '..', folder)
  const packages = join(place, 'node_modules')
  const wanted = createHash('sha256')
    .update(readFileSync(join(place, 'package-lock.json')))
    .digest('hex')
  const installed = join(packages, '.installed')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return packages
  process.stderr.write(`Installing the packages of ${folder} ...\n`)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status } = spawnSync('npm', ['ci', '--prefix', place, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm could not install the packages of ${folder}.`)
  writeFileSync(installed, wanted)
  return packages
}

if (import.meta.main) for (const folder of process.argv.slice(2)) installPackages(folder)
