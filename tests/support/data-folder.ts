import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

const inMemory = async () => {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= ENOUGH_BYTES
}

/** Creates a folder for a database of this run, in memory if there is room, because each write waits for the disk. */
export const makeDataFolder = async (): Promise<string> =>
  mkdtemp(join((await inMemory()) ? MEMORY : tmpdir(), 'entrepot-'))
