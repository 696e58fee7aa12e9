import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const GENERATOR = resolve(import.meta.dirname, 'run.ts')

/** Generates the sources of the client if the API has changed, in a process of its own, because that loads all modules. */
export const generateClient = async (): Promise<void> => {
  await promisify(execFile)(process.execPath, [GENERATOR])
}
