import type { Files } from '../../../lib/platform/files/files.ts'

/** The part of the storage of files that workers use, in memory. */
export const openMemoryFiles = (): Pick<Files, 'put' | 'get' | 'find' | 'findSize' | 'delete' | 'copy'> => {
  const kept = new Map<string, Buffer>()
  const find = (path: string) => kept.get(path)
  return {
    put: async (path, content) => void kept.set(path, Buffer.from(content)),
    async get(path) {
      const content = find(path)
      if (!content) throw new Error('there is no such file')
      return content
    },
    find: async (path) => find(path),
    findSize: async (path) => find(path)?.length,
    delete: async (path) => void kept.delete(path),
    async copy(from, to) {
      const content = find(from)
      if (content) kept.set(to, content)
    },
  }
}
