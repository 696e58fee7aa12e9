import { rm } from 'node:fs/promises'
import { findLockHolder } from './lock.ts'
import { readDataFolder } from './settings.ts'

const dataDir = readDataFolder()
const holder = findLockHolder(dataDir)
if (holder) {
  console.error(`A stack is running on ${dataDir} (process ${holder.pid}). Stop it first.`)
  process.exit(1)
}
await rm(dataDir, { recursive: true, force: true })
console.log(`Deleted ${dataDir}.`)
