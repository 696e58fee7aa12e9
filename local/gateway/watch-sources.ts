import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['functions', 'lib', 'schemas']
/** Editors write a file in several steps, and a checkout changes many. */
const QUIET_MS = 80

/** Calls back when sources have changed and have been quiet for a moment. */
export const watchSources = (folder: string, changed: () => void) => {
  let timer: NodeJS.Timeout | undefined
  let watchers: FSWatcher[] = []
  const close = (all: readonly FSWatcher[]) => {
    for (const watcher of all) watcher.close()
  }
  // Watching begins anew after each change, since Linux does not watch a file on that was put in the place of another.
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
