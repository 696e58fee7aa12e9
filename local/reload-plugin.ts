import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { Serverless } from '../deploy/serverless.ts'

const QUIET_MS = 80

/** A saved source file is served from the next request on: the running workers are let go. */
export default class ReloadPlugin {
  hooks: Record<string, () => void>

  constructor(serverless: Serverless) {
    let timer: NodeJS.Timeout | undefined
    const changed = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void serverless.pluginManager.spawn('offline:functionsUpdated'), QUIET_MS)
    }
    this.hooks = {
      'offline:start:init': () => {
        for (const folder of ['functions', 'lib', 'schemas']) {
          const path = join(serverless.serviceDir, folder)
          if (existsSync(path)) watch(path, { recursive: true }, changed)
        }
      },
    }
  }
}
