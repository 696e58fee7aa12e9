import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createArchiver } from './archive.ts'
import { bundle } from './bundle.ts'
import type { Serverless } from './serverless.ts'

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
        const archive = createArchiver(root)
        for (const [name, each] of functions) {
          const artifact = join(outdir, `${name}.zip`)
          await writeFile(artifact, await archive(join(outdir, name), each.package?.patterns ?? []))
          each.handler = 'index.handler'
          each.package = { artifact }
        }
      },
    }
  }
}
