import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Content of the demo tenant by now: ids and other values by the names of the steps that made them. */
export interface Notes {
  find: (name: string) => string | undefined
  /** Resolves when the value is on the disk. */
  add: (name: string, value: string) => Promise<void>
}

const readNotes = async (file: string, tenant: string): Promise<Record<string, string>> => {
  try {
    const notes = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    return notes.tenant === tenant ? notes : { tenant }
  } catch {
    return { tenant }
  }
}

/** Writes a file in one step, so that an interruption leaves the file as it was before. */
export const replaceFile = async (file: string, content: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, content)
  await rename(`${file}.new`, file)
}

/** Opens the notes about a tenant. Notes about another tenant, whose table is gone, are dropped. */
export const openNotes = async (file: string, tenant: string): Promise<Notes> => {
  const notes = await readNotes(file, tenant)
  return {
    find: (name) => notes[name],
    async add(name, value) {
      notes[name] = value
      await replaceFile(file, JSON.stringify(notes, null, 2))
    },
  }
}
