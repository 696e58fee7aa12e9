/** An amount that one account gets and another one gives. */
export interface Entry {
  debit: string
  credit: string
  cents: number
  /** Milliseconds at which it was written. */
  at: number
  /** Day of the document, in the time zone of the business. */
  day: string
}

const ZONE = 'Europe/Berlin'
const civil = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })

/** Converts a moment to the day of the business. */
export const toDay = (at: number): string => civil.format(new Date(at))

export const debtor = (partnerId: string) => `debtor ${partnerId}`
export const creditor = (partnerId: string) => `creditor ${partnerId}`
/** Credit notes of a partner that were issued and not applied yet. */
export const waitingNotes = (partnerId: string) => `notes ${partnerId}`

/** Returns what an entry adds to the issued credit notes of a partner: below 0 for a discount taken back, 0 if it applies one. */
export const issuedNotes = ({ debit, credit, cents }: Entry, partnerId: string): number => {
  const notes = waitingNotes(partnerId)
  if (credit === notes) return cents
  return debit === notes && credit !== debtor(partnerId) ? -cents : 0
}

/**
 * A double-entry book that the test keeps by itself, from what people did and without code of the product. What the bank did
 * and the platform is not told of has the account `outside` on its other side.
 */
export const openBook = () => {
  const entries: Entry[] = []
  return {
    entries,
    /** Books an amount; one below 0 is booked the other way round, and 0 is not booked. */
    post(debit: string, credit: string, cents: number, at: number, day = toDay(at)): void {
      if (cents > 0) entries.push({ debit, credit, cents, at, day })
      if (cents < 0) entries.push({ debit: credit, credit: debit, cents: -cents, at, day })
    },
    /** Returns the debits less the credits of an account, by default of all entries. */
    balanceOf(account: string, counts: (entry: Entry) => boolean = () => true): number {
      let balance = 0
      for (const entry of entries) {
        if (!counts(entry)) continue
        if (entry.debit === account) balance += entry.cents
        if (entry.credit === account) balance -= entry.cents
      }
      return balance
    },
  }
}

export type Book = ReturnType<typeof openBook>
