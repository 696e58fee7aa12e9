import { hash } from 'node:crypto'
import { type File, FOREVER_SECONDS } from './file.ts'

const DIGEST_LENGTH = 16
const HASHED = new RegExp(`^([0-9a-f]{${DIGEST_LENGTH}})-(.+)$`)

/** Files under one folder of addresses, each made at the first use. */
export interface KeptAssets<N extends string> {
  /** Returns an address of the file that changes with its content, so that browsers may keep what they find there. */
  address(name: N): Promise<string>
  /** Finds a file by its name, with the digest of its content before it or without. */
  find(name: string): Promise<File | undefined>
}

export const keepAssets = <N extends string>(
  folder: string,
  assets: Readonly<Record<N, () => Promise<File>>>,
): KeptAssets<N> => {
  const loaded = new Map<N, Promise<File>>()
  const kept = new Map<N, Promise<{ digest: string; file: File }>>()

  const load = (name: N): Promise<File> => {
    const file = loaded.get(name) ?? assets[name]()
    loaded.set(name, file)
    return file
  }

  const makeKept = async (name: N) => {
    const file = await load(name)
    const digest = hash('sha256', file.content, 'hex').slice(0, DIGEST_LENGTH)
    return { digest, file: { ...file, cacheSeconds: FOREVER_SECONDS } }
  }

  const loadKept = (name: N) => {
    const made = kept.get(name) ?? makeKept(name)
    kept.set(name, made)
    return made
  }

  const isAsset = (name: string): name is N => Object.hasOwn(assets, name)

  return {
    address: async (name) => `${folder}/${(await loadKept(name)).digest}-${name}`,
    async find(name) {
      const [, digest, plain = name] = HASHED.exec(name) ?? []
      if (!isAsset(plain)) return undefined
      if (!digest) return load(plain)
      const made = await loadKept(plain)
      return made.digest === digest ? made.file : undefined
    },
  }
}
