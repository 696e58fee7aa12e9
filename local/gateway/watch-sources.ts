import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['functions', 'lib', 'schemas']
/** Milliseconds without a change before a reload: editors write in several steps, and a checkout changes many files. */
const QUIET_MS = 80

/** Calls `changed` once the sources have changed and then been quiet for a moment. */
export const watchSources = (folder: string, changed: () => void) => {
  let timer: NodeJS.Timeout | undefined
  let watchers: FSWatcher[] = []
  const close = (all: readonly FSWatcher[]) => {
    for (const watcher of all) watcher.close()
  }
  // Starts watching again after each change, because Linux does not watch a file that replaced a watched one.
  const watchAll = () => {
    const before = watchers
    watchers = SOURCES.map((name) => join(folder, name))
      .filter((path) => existsSync(path))
      .map((path) => watch(path, { recursive: true }, notice))
    close(before)
  }
  const notice = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      watchAll()
      changed()
    }, QUIET_MS)
  }
  watchAll()
  return {
    stop() {
      clearTimeout(timer)
      close(watchers)
    },
  }
}
