import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is gone when the test is over. */
export const ownFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
