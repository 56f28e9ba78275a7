// Runs in the page that is measured, before anything else: tells when a person sees what they wait for.

const PATIENCE_MS = 30_000

const watches = []

/** When the next click or Enter happens. */
const nextInput = () =>
  new Promise((resolve) => {
    const heard = new AbortController()
    const hear = ({ type, key, timeStamp }) => {
      if (type === 'keydown' && key !== 'Enter') return
      heard.abort()
      resolve(timeStamp)
    }
    const options = { capture: true, signal: heard.signal }
    addEventListener('click', hear, options)
    addEventListener('keydown', hear, options)
  })

const frame = () => new Promise(requestAnimationFrame)

/** What is there when a frame begins has been painted when the tasks after it run. */
const painted = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(0)
  })

globalThis.stopwatch = {
  /** Milliseconds from the start of the load until `isThere` is on screen. */
  sinceLoad: (isThere) => shown(isThere, 0),

  /** Sets a watch on the next click or Enter, and gives its number. */
  watchInput: (isThere) => watches.push(nextInput().then((from) => shown(isThere, from))) - 1,

  /** Milliseconds from that input until what the watch waits for was on screen. */
  sinceInput: (watch) => watches[watch],

  /** Milliseconds between frames while an element is scrolled, a screen every four frames, for so many frames. */
  async scroll(element, frames) {
    const pixels = element.clientHeight / 4
    const between = []
    let last = await frame()
    for (let count = 0; count < frames; count++) {
      element.scrollTop += pixels
      const now = await frame()
      between.push(now - last)
      last = now
    }
    return between
  },
}

async function shown(isThere, from) {
  for (await frame(); !isThere(); await frame()) {
    if (performance.now() - from > PATIENCE_MS) throw new Error(`still not there: ${isThere}`)
  }
  await painted()
  return performance.now() - from
}
