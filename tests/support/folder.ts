import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder that is removed after the test. */
export const ownFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
