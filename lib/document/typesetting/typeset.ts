import { Worker } from 'node:worker_threads'
import { type Answered, AS_COMPILER, type Asked, COMPILER } from './compiler.ts'

/** The typesetter did not understand the template or its data; says where, in terms of the template. */
export class NotTypeset extends Error {}

/** A thread that has grown to this is ended when it has nothing to do; a usual document adds one megabyte. */
const MAX_BYTES = 500_000_000
/** Less than a function has. */
const TIMEOUT_MS = 26_000

interface Waiting {
  resolve(pdf: Buffer): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

class Typesetter {
  readonly #worker = new Worker(new URL(COMPILER), { workerData: { [AS_COMPILER]: true }, execArgv: [] })
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0
  /** Whether it takes anything more. */
  isWorn = false

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (answered: Answered) => this.#take(answered))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the typesetter ended')))
  }

  ask(asked: Omit<Asked, 'id'>): Promise<Buffer> {
    const id = ++this.#asked
    this.#worker.ref()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(new Error('the typesetter took too long')), TIMEOUT_MS)
      this.#waiting.set(id, { resolve, reject, timer })
      this.#worker.postMessage({ ...asked, id })
    })
  }

  #take({ id, pdf, wrong, broken = false, bytes }: Answered) {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    clearTimeout(waiting?.timer)
    if (pdf) waiting?.resolve(Buffer.from(pdf))
    else waiting?.reject(new NotTypeset(wrong))
    if (broken || bytes > MAX_BYTES) this.isWorn = true
    if (this.#waiting.size) return
    if (this.isWorn) void this.#worker.terminate()
    else this.#worker.unref()
  }

  #end(error: Error) {
    this.isWorn = true
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.#waiting.clear()
    void this.#worker.terminate()
  }
}

let typesetter: Typesetter | undefined

/** Sets a document that is written with these families. The same input gives the same bytes. */
export const typeset = (
  template: string,
  files: Readonly<Record<string, Uint8Array>>,
  families: readonly string[],
): Promise<Buffer> => {
  if (!typesetter || typesetter.isWorn) typesetter = new Typesetter()
  return typesetter.ask({ template, files, families })
}
