import { Worker } from 'node:worker_threads'
import { type Deadline, fallbackDeadline } from '../../platform/deadline.ts'
import { unavailable } from '../../platform/problem.ts'
import { AS_COMPILER, COMPILER, type CompileRequest, type CompileResponse } from './compiler.ts'

/** The compiler rejected the template or its data; the message has positions in the template. */
export class NotTypeset extends Error {}

/** Size at which an idle thread is ended; a typical document adds one megabyte. */
const MAX_BYTES = 500_000_000

interface PendingRequest {
  resolve(pdf: Buffer): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

class Typesetter {
  readonly #worker = new Worker(new URL(COMPILER), { workerData: { [AS_COMPILER]: true }, execArgv: [] })
  readonly #pending = new Map<number, PendingRequest>()
  #lastId = 0
  /** True if the thread accepts no further requests. */
  isWorn = false

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (response: CompileResponse) => this.#receive(response))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the typesetter ended')))
  }

  send(request: Omit<CompileRequest, 'id'>, deadline: Deadline): Promise<Buffer> {
    const id = ++this.#lastId
    this.#worker.ref()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(id), deadline.millisecondsLeft())
      this.#pending.set(id, { resolve, reject, timer })
      this.#worker.postMessage({ ...request, id })
    })
  }

  #receive({ id, pdf, problem, isBroken = false, bytes }: CompileResponse) {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    clearTimeout(pending?.timer)
    if (pdf) pending?.resolve(Buffer.from(pdf))
    else pending?.reject(new NotTypeset(problem))
    if (isBroken || bytes > MAX_BYTES) this.isWorn = true
    if (this.#pending.size) return
    if (this.isWorn) void this.#worker.terminate()
    else this.#worker.unref()
  }

  /** Refuses a request whose time is over. The thread gets no others, since it may never end. */
  #giveUp(id: number) {
    this.isWorn = true
    this.#pending.get(id)?.reject(unavailable('The document took too long to typeset. Try again in a moment.'))
    this.#pending.delete(id)
    if (!this.#pending.size) void this.#worker.terminate()
  }

  #end(error: Error) {
    this.isWorn = true
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.#pending.clear()
    void this.#worker.terminate()
  }
}

let typesetter: Typesetter | undefined

/** Typesets a document with these font families before the deadline. The same input gives the same bytes. */
export const typeset = (
  template: string,
  files: Readonly<Record<string, Uint8Array>>,
  families: readonly string[],
  deadline: Deadline = fallbackDeadline(),
): Promise<Buffer> => {
  if (!typesetter || typesetter.isWorn) typesetter = new Typesetter()
  return typesetter.send({ template, files, families }, deadline)
}
