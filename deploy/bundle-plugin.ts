import { glob, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { bundle } from './bundle.ts'
import type { Serverless } from './serverless.ts'

// With a constant timestamp, equal code gives an equal archive, so a deployment without changes is recognised.
const mtime = new Date('2026-01-01T00:00:00Z')

const archive = async (folder: string, root: string, patterns: string[]) => {
  const files: Zippable = {}
  for (const name of (await readdir(folder)).sort()) files[name] = await readFile(join(folder, name))
  for await (const name of glob(patterns, { cwd: root })) files[name] = await readFile(join(root, name))
  return zipSync(files, { mtime, level: 9 })
}

/** Replaces each function's package by its own bundle; `package.patterns` of a function adds files. */
export default class BundlePlugin {
  hooks: Record<string, () => Promise<void>>

  constructor(serverless: Serverless) {
    this.hooks = {
      'before:package:createDeploymentArtifacts': async () => {
        const root = serverless.serviceDir
        const outdir = join(root, '.build')
        const functions = Object.entries(serverless.service.functions)
        await bundle({
          outdir,
          entries: Object.fromEntries(
            functions.map(([name, { handler }]) => [name, join(root, handler.replace(/\.handler$/, '.ts'))]),
          ),
        })
        for (const [name, each] of functions) {
          const artifact = join(outdir, `${name}.zip`)
          await writeFile(artifact, await archive(join(outdir, name), root, each.package?.patterns ?? []))
          each.handler = 'index.handler'
          each.package = { artifact }
        }
      },
    }
  }
}
