// Runs in the page that is measured, before anything else: tells when a person sees what they wait for.

const PATIENCE_MS = 30_000

let inputAt = 0
for (const type of ['click', 'keydown']) {
  addEventListener(type, ({ timeStamp }) => (inputAt = timeStamp), { capture: true })
}

const frame = () => new Promise(requestAnimationFrame)

globalThis.stopwatch = {
  /** Milliseconds from the last click or key, or else from the start of the load, until `isThere` is on screen. */
  async until(isThere) {
    while (!isThere()) {
      if (performance.now() - inputAt > PATIENCE_MS) throw new Error(`still not there: ${isThere}`)
      await frame()
    }
    // What is there when a frame begins has been painted when the tasks after it run.
    await frame()
    return performance.now() - inputAt
  },

  /** Milliseconds between frames while an element is scrolled, a screen every few frames, for so many frames. */
  async scroll(element, frames) {
    const between = []
    let last = await frame()
    for (let count = 0; count < frames; count++) {
      element.scrollTop += element.clientHeight / 4
      const now = await frame()
      between.push(now - last)
      last = now
    }
    return between
  },
}
