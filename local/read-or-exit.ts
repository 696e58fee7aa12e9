/** Reads the arguments or settings of a script. Says what is wrong with them, without a trace, and ends the process. */
export const readOrExit = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    console.error(`\n  ${(error as Error).message}\n`)
    process.exit(1)
  }
}
