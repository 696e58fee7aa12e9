/** A message that is on its way to a worker. */
export interface Message {
  id: string
  body: string
  /** Times that it was handed to a worker. */
  receives: number
}

/** As in the deployed definitions. */
export const MAX_RECEIVES = 5

/** A queue that hands out its messages in any order, and moves those that failed too often aside. */
export const makeQueue = (among: (most: number) => number) => {
  const waiting: Message[] = []
  const dead: Message[] = []
  let made = 0
  return {
    waiting,
    dead,
    add(body: string) {
      waiting.push({ id: `message ${++made}`, body, receives: 0 })
    },
    /** Takes some messages for one call of the worker. */
    take(most: number): Message[] {
      const batch: Message[] = []
      while (batch.length < most && waiting.length) batch.push(...waiting.splice(among(waiting.length), 1))
      return batch.map((message) => ({ ...message, receives: message.receives + 1 }))
    },
    /** Returns messages that were not handled. */
    giveBack(failed: readonly Message[]) {
      for (const message of failed) (message.receives < MAX_RECEIVES ? waiting : dead).push(message)
    },
    /** Moves the messages that were put aside back, as the operator's command does. */
    replayDead(): number {
      const replayed = dead.splice(0)
      waiting.push(...replayed.map((message) => ({ ...message, receives: 0 })))
      return replayed.length
    },
  }
}
