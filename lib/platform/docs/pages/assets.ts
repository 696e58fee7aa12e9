import type { File } from '../file.ts'
import { loadReferenceComponent } from './load-reference-component.ts'
import { REFERENCE_SCRIPT } from './reference-script.ts'
import { ICON, REFERENCE_STYLE } from './reference-style.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const SCRIPT = 'text/javascript; charset=utf-8'

const ASSETS: Readonly<Record<string, () => Promise<File>>> = {
  'reference.css': async () => ({ type: 'text/css; charset=utf-8', content: REFERENCE_STYLE, cacheSeconds: HOUR }),
  'reference.js': async () => ({ type: SCRIPT, content: REFERENCE_SCRIPT, cacheSeconds: HOUR }),
  'component.js': async () => ({ type: SCRIPT, content: await loadReferenceComponent(), cacheSeconds: DAY }),
  'icon.svg': async () => ({ type: 'image/svg+xml', content: ICON, cacheSeconds: DAY }),
}

const loaded = new Map<string, Promise<File>>()

/** Finds a file of the reference page. */
export const findAsset = (name: string): Promise<File> | undefined => {
  const load = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
  if (!load) return undefined
  const file = loaded.get(name) ?? load()
  loaded.set(name, file)
  return file
}
