// The same as driver.c, for WebAssembly: node driver.mjs LIBRARY FILE.
import { readFileSync } from 'node:fs'

const [library, file] = process.argv.slice(2).map((path) => readFileSync(path))
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(library))
const words = new BigInt64Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength))
const [games, length, restLength, rowLength, logLength, tallyLength, seats] = Array.from(words.slice(0, 7), Number)

// Beyond the memory of the library, where neither its data nor its stack lie.
let end = exports.memory.buffer.byteLength
exports.memory.grow(Math.ceil((8 * (words.length + length + 1 + rowLength + logLength + tallyLength)) / 65536))

function room(count) {
    const at = end
    end += 8 * count
    return at
}

const states = room(games * length)
const rest = room(restLength)
const rngs = room(games)
new BigInt64Array(exports.memory.buffer, states, words.length - 7).set(words.subarray(7))
const draft = room(length)
const row = (count) => [room(count), BigInt(count)]
const buffers = [...row(rowLength), ...row(logLength), ...row(tallyLength)]
for (let game = 0; game < games; game++) {
    const state = states + 8 * game * length
    new Uint8Array(exports.memory.buffer).copyWithin(draft, state, state + 8 * length)
    const generator = [rngs + 8 * game, 1n]
    const answer = exports.joute_random_play(state, rest, draft, BigInt(seats), ...generator, ...buffers, 1n << 62n)
    if (answer !== 0n) process.exit(4)
}

for (let game = 0; game < games; game++) {
    let hash = 14695981039346656037n
    for (const byte of new Uint8Array(exports.memory.buffer, states + 8 * game * length, 8 * length))
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 1099511628211n)
    console.log(hash.toString(16).padStart(16, '0'))
}
