import { rm } from 'node:fs/promises'
import { holderOf } from './lock.ts'
import { readSettings } from './settings.ts'

const { dataDir } = readSettings()
const holder = holderOf(dataDir)
if (holder) {
  console.error(`A stack is running on ${dataDir} (process ${holder}); stop it first.`)
  process.exit(1)
}
await rm(dataDir, { recursive: true, force: true })
console.log(`${dataDir} is empty.`)
