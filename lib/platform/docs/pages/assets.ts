import { hash } from 'node:crypto'
import type { Config } from '../../app/config.ts'
import { type File, FOREVER_SECONDS } from '../file.ts'
import { publishReference } from '../publish-description.ts'
import { loadReferenceComponent } from './load-reference-component.ts'
import { REFERENCE_SCRIPT } from './reference-script.ts'
import { ICON, REFERENCE_STYLE } from './reference-style.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const SCRIPT = 'text/javascript; charset=utf-8'

const ASSETS = {
  'reference.css': async (): Promise<File> => ({
    type: 'text/css; charset=utf-8',
    content: REFERENCE_STYLE,
    cacheSeconds: HOUR,
  }),
  'reference.js': async (): Promise<File> => ({ type: SCRIPT, content: REFERENCE_SCRIPT, cacheSeconds: HOUR }),
  'component.js': async (): Promise<File> => ({
    type: SCRIPT,
    content: await loadReferenceComponent(),
    cacheSeconds: DAY,
  }),
  'icon.svg': async (): Promise<File> => ({ type: 'image/svg+xml', content: ICON, cacheSeconds: DAY }),
}

type AssetName = keyof typeof ASSETS

const FOLDER = '/api/docs/assets'
const DIGEST_LENGTH = 16
const HASHED = new RegExp(`^([0-9a-f]{${DIGEST_LENGTH}})-(.+)$`)
const loaded = new Map<AssetName, Promise<File>>()
const kept = new Map<AssetName, Promise<{ digest: string; file: File }>>()

const load = (name: AssetName): Promise<File> => {
  const file = loaded.get(name) ?? ASSETS[name]()
  loaded.set(name, file)
  return file
}

const makeKept = async (name: AssetName) => {
  const file = await load(name)
  const digest = hash('sha256', file.content, 'hex').slice(0, DIGEST_LENGTH)
  return { digest, file: { ...file, cacheSeconds: FOREVER_SECONDS } }
}

const loadKept = (name: AssetName) => {
  const made = kept.get(name) ?? makeKept(name)
  kept.set(name, made)
  return made
}

/** Returns an address of the file that changes with its content, so that browsers may keep what they find there. */
export const addressAsset = async (name: AssetName): Promise<string> =>
  `${FOLDER}/${(await loadKept(name)).digest}-${name}`

const isAsset = (name: string): name is AssetName => Object.hasOwn(ASSETS, name)

/** Finds a file of the reference page. */
export const findAsset = async (
  name: string,
  { publicUrl, examplesFile }: Pick<Config, 'publicUrl' | 'examplesFile'>,
): Promise<File | undefined> => {
  if (name === 'reference.json') return publishReference(publicUrl, examplesFile)
  const [, digest, plain = name] = HASHED.exec(name) ?? []
  if (!isAsset(plain)) return undefined
  if (!digest) return load(plain)
  const made = await loadKept(plain)
  return made.digest === digest ? made.file : undefined
}
