/** Records what a piece of work has changed so far, so that its outcome can be reported at any moment. */
export class Changes {
  #unsettled = 0
  #isMade = false

  /** Counts a change that is about to be sent. Call the returned function with whether the change was made. */
  begin(): (isMade: boolean) => void {
    this.#unsettled++
    return (isMade) => {
      this.#unsettled--
      if (isMade) this.#isMade = true
    }
  }

  /** True if nothing was changed and nothing that was sent can still change anything. */
  get areNone(): boolean {
    return !this.#isMade && this.#unsettled === 0
  }
}
