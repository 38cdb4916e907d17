// Loaded into every Node process of an agent; acts only where that is the built program, called by a hook or a plugin.
// Keeps what it was given and what it answered, as one JSON line in the file that AGENT_CALLS names.
const fs = require('node:fs')

const [, main = '', ...words] = process.argv
const file = process.env.AGENT_CALLS
if (file && /[\\/]dist[\\/]cli[\\/]main\.js$/.test(main)) {
  const input = []
  const output = []
  const { openSync, readSync, writeSync } = fs
  const stdin = new Set([0])
  // The hook opens its stdin once more, so that no read of it waits.
  fs.openSync = (path, ...rest) => {
    const fd = openSync(path, ...rest)
    if (path === '/proc/self/fd/0') stdin.add(fd)
    return fd
  }
  fs.readSync = (fd, buffer, ...rest) => {
    const n = readSync(fd, buffer, ...rest)
    if (stdin.has(fd) && n > 0) input.push(Buffer.from(buffer.buffer, buffer.byteOffset, n).toString('utf8'))
    return n
  }
  fs.writeSync = (fd, data, ...rest) => {
    if (fd === 1) output.push(String(data))
    return writeSync(fd, data, ...rest)
  }
  if (words[0] !== 'hook') {
    const { push } = process.stdin
    process.stdin.push = function (chunk, ...rest) {
      if (chunk) input.push(String(chunk))
      return push.call(this, chunk, ...rest)
    }
    const { write } = process.stdout
    process.stdout.write = function (chunk, ...rest) {
      output.push(String(chunk))
      return write.call(this, chunk, ...rest)
    }
  }
  process.on('exit', () => {
    const line = { at: Date.now(), words, input: input.join(''), output: output.join('') }
    try {
      fs.appendFileSync(file, `${JSON.stringify(line)}\n`)
    } catch {
      // A call that is not kept is missing in the fixture, and nothing else.
    }
  })
}
