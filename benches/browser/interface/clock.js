// Measures painted frames and the main thread's work.

/** A frame is painted after its animation callbacks and size observers. This observer is the last of them. */
const PROBE = document.createElement("div");
PROBE.style.cssText = "position: fixed; right: 0; bottom: 0; width: 1px; height: 1px";

/**
 * Calls `measure` in the next frame, just before it is painted, when nothing can change any more.
 *
 * @template T
 * @param {(time: number) => T} measure  Gets the browser's time of the frame's start.
 * @returns {Promise<T>}
 */
export function beforePaint(measure) {
  return new Promise((resolve, reject) => {
    requestAnimationFrame((time) => {
      document.body.append(PROBE);
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        PROBE.remove();
        try {
          resolve(measure(time));
        } catch (error) {
          reject(error);
        }
      });
      observer.observe(PROBE);
    });
  });
}

/**
 * Waits for the first task after the next painted frame.
 *
 * @template T
 * @param {(time: number) => T} [measure]  Runs just before the frame is painted, and gives the result.
 */
export async function painted(measure) {
  const measured = await beforePaint(measure ?? (() => undefined));
  await nextTask();
  counting?.end();
  return /** @type {T} */ (measured);
}

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();

function nextTask() {
  return new Promise((/** @type {(value: void) => void} */ resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

/** @type {Work | undefined} */
let counting;

const { setTimeout: callLater } = window;

/** Timers can run outside the stretches that `Work` adds up, so they are counted here. @type {any} */
const counted = (/** @type {(...args: any[]) => void} */ action, /** @type {number} */ ms, /** @type {any[]} */ ...args) =>
  callLater(() => (counting ? counting.during(() => action(...args)) : action(...args)), ms);
window.setTimeout = counted;

/**
 * Adds up the main thread's work, in the same way for all components:
 * - each frame, from its first event (for example scrolling) or animation callback to the first task after it has been
 *   painted. This includes all event handlers, callbacks and observers, style, layout, painting, and the messages that
 *   some frameworks use;
 * - actions on the component, and the messages that follow;
 * - timers.
 * Work in the browser's idle time, such as garbage collection, does not count.
 */
export class Work {
  #sum = 0;
  /** @type {number | undefined} The start of the current stretch. */
  #start;
  #begin = () => {
    this.#start ??= performance.now();
  };

  constructor() {
    counting = this;
    addEventListener("scroll", this.#begin, { capture: true, passive: true });
    // Requested first in each frame, it is also the first callback of the next frame.
    const begin = () => {
      if (counting !== this) return;
      requestAnimationFrame(begin);
      this.#begin();
    };
    requestAnimationFrame(begin);
  }

  /** Ends a stretch. This is the first task after it. */
  end() {
    if (this.#start !== undefined) this.#sum += performance.now() - this.#start;
    this.#start = undefined;
  }

  /** @param {() => void} action */
  during(action) {
    const isInside = this.#start !== undefined;
    this.#begin();
    action();
    if (!isInside) this.end();
  }

  /** Does an action, and waits for the work that it leaves for the next tasks. @param {() => void} action */
  async whole(action) {
    this.#begin();
    action();
    await nextTask();
    this.end();
  }

  /** Milliseconds of work since the last call. */
  take() {
    const sum = this.#sum;
    this.#sum = 0;
    return sum;
  }

  stop() {
    counting = undefined;
    removeEventListener("scroll", this.#begin, { capture: true });
  }
}

/** The pause before an action. Work of a component right after it has shown something is not timed. */
const PAUSE = 150;

export async function rest() {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  await painted();
  await painted();
}
