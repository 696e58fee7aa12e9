import autocannon from 'autocannon'

/** Sends requests over several connections at once and counts what comes back. */
export const makeLoad = autocannon
