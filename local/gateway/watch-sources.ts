import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['functions', 'lib', 'schemas']
/** Editors write a file in several steps, and a checkout changes many. */
const QUIET_MS = 80

/** Calls back when sources have changed and have been quiet for a moment. */
export const watchSources = (folder: string, changed: () => void) => {
  let timer: NodeJS.Timeout | undefined
  const noticed = () => {
    clearTimeout(timer)
    timer = setTimeout(changed, QUIET_MS)
  }
  const watchers = SOURCES.map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => watch(path, { recursive: true }, noticed))
  return {
    stop() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
