// Injected into the measured page before any other script: measures when elements become visible.

const PATIENCE_MS = 30_000

const watches = []

/** When the next click or Enter happens. */
const nextInput = () =>
  new Promise((resolve) => {
    const once = new AbortController()
    const listener = ({ type, key, timeStamp }) => {
      if (type === 'keydown' && key !== 'Enter') return
      once.abort()
      resolve(timeStamp)
    }
    const options = { capture: true, signal: once.signal }
    addEventListener('click', listener, options)
    addEventListener('keydown', listener, options)
  })

const frame = () => new Promise(requestAnimationFrame)

/** Elements present at the start of a frame are painted by the time the next task runs. */
const painted = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(0)
  })

globalThis.stopwatch = {
  /** Milliseconds from the start of the load until `isThere` is on screen. */
  sinceLoad: (isThere) => shown(isThere, 0),

  /** Starts a watch on the next click or Enter and returns its number. */
  watchInput: (isThere) => watches.push(nextInput().then((from) => shown(isThere, from))) - 1,

  /** Milliseconds from that input until the watched element was on screen. */
  sinceInput: (watch) => watches[watch],

  /** Frame times in milliseconds while scrolling an element by one screen every four frames. */
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
