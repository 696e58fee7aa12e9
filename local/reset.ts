import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findLockHolder } from './lock.ts'
import { readOrExit } from './read-or-exit.ts'
import { readDataFolder } from './settings.ts'

const dataDir = readOrExit(() => {
  // Nothing is deleted for somebody who asks for help.
  parseArgs({ options: {} })
  return readDataFolder()
})
const holder = findLockHolder(dataDir)
if (holder) {
  console.error(`A stack is running on ${dataDir} (process ${holder.pid}). Stop it first.`)
  process.exit(1)
}
await rm(dataDir, { recursive: true, force: true })
console.log(`Deleted ${dataDir}.`)
