/** Returns a number below 2^32 that depends on the words only. */
export const computeChance = (...words: (string | number)[]): number => {
  let hash = 0x811c9dc5
  for (const character of words.join('/')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 16)) >>> 0
}
