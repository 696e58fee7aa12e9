/**
 * Limits of calls to services of AWS. By default their clients wait without an end, and one call that is never answered
 * would hold all messages of a worker until its function ends. All attempts of a call together end before that.
 */
export const CALL_LIMITS = {
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
}

/** Limits of calls that send or read a file or a mail, which take longer. */
export const TRANSFER_LIMITS = {
  requestHandler: {
    ...CALL_LIMITS.requestHandler,
    requestTimeout: 12_000,
    // An answer that has begun stalls, too; the limit of a request ends with its beginning.
    socketTimeout: 12_000,
  },
  maxAttempts: 2,
}
