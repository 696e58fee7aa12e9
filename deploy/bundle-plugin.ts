import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveFolder, archiveLayer } from './archive.ts'
import { bundle } from './bundle.ts'
import type { Serverless } from './serverless.ts'

/** Replaces each function's package by its own bundle, and packs the files that `package.patterns` of a layer name. */
export default class BundlePlugin {
  hooks: Record<string, () => Promise<void>>

  constructor(serverless: Serverless) {
    this.hooks = {
      'before:package:createDeploymentArtifacts': async () => {
        const root = serverless.serviceDir
        if (serverless.service.provider.environment.MAIL_URL !== 'ses:')
          throw new Error('Unset MAIL_URL: deployed functions send mail by SES and contain no client of SMTP.')
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
          await writeFile(artifact, await archiveFolder(join(outdir, name)))
          each.handler = 'index.handler'
          each.package = { artifact }
        }
        for (const [name, each] of Object.entries(serverless.service.layers)) {
          const artifact = join(outdir, `${name}.layer.zip`)
          await writeFile(artifact, await archiveLayer(root, each.package.patterns ?? []))
          each.package = { artifact }
        }
      },
    }
  }
}
