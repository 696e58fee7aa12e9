import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../local/definitions.ts'

const FOLDER = join(root, '.cache/results')

const digest = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** Hashes the names and contents of the files in these folders, or of these files. Installed packages are left out. */
export const hashFiles = (...paths: string[]): string => {
  const files = paths.flatMap((path) =>
    statSync(join(root, path)).isDirectory()
      ? globSync(`${path}/**/*`, { cwd: root, exclude: ['**/node_modules'] }).filter((file) =>
          statSync(join(root, file)).isFile(),
        )
      : [path],
  )
  return digest(...files.sort().flatMap((file) => [file, readFileSync(join(root, file))]))
}

/**
 * Returns the result of slow work that always has the same one for the same `given`, from an earlier run if there was one.
 * `EVERY_CASE=true` works again. What `isWorthKeeping` refuses is not kept.
 */
export const remember = async <T>(
  given: readonly string[],
  work: () => Promise<T>,
  isWorthKeeping: (result: T) => boolean = () => true,
): Promise<T> => {
  const file = join(FOLDER, digest(process.version, ...given))
  if (process.env.EVERY_CASE !== 'true') {
    const kept = await readFile(file, 'utf8').catch(() => undefined)
    if (kept !== undefined) return JSON.parse(kept) as T
  }
  const result = await work()
  if (!isWorthKeeping(result)) return result
  await mkdir(FOLDER, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(result))
  await rename(unfinished, file)
  return result
}
