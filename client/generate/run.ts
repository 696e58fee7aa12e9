import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AREAS } from '../../functions/docs/areas.ts'
import { describe } from '../../lib/platform/docs/openapi/description.ts'
import { generate } from './generate.ts'

const folder = resolve(import.meta.dirname, '../src/generated')
await mkdir(folder, { recursive: true })
for (const [name, text] of Object.entries(generate(await describe(AREAS), AREAS)))
  await writeFile(join(folder, name), text)
