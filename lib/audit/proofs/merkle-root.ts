import { createHash } from 'node:crypto'

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

const hashParts = (...parts: readonly Buffer[]) =>
  parts.reduce((digest, part) => digest.update(part), createHash('sha256')).digest()

/** Returns the largest power of two below a number above one. */
const findSplit = (count: number) => 2 ** Math.ceil(Math.log2(count) - 1)

const computeNode = (leaves: readonly Buffer[]): Buffer => {
  const [first] = leaves
  if (!first) return hashParts()
  if (leaves.length === 1) return first
  const split = findSplit(leaves.length)
  return hashParts(NODE, computeNode(leaves.slice(0, split)), computeNode(leaves.slice(split)))
}

/** Computes the root of the Merkle tree over these hashes as RFC 6962 (2.1) does, so that one entry can be proven alone. */
export const computeMerkleRoot = (hashes: readonly string[]): string =>
  computeNode(hashes.map((each) => hashParts(LEAF, Buffer.from(each, 'base64url')))).toString('base64url')
