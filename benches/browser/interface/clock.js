// Frames as they are painted, and how long the main thread is busy.

/** A frame is painted after its animation callbacks and what observes sizes; our observer is the last of these. */
const PROBE = document.createElement("div");
PROBE.style.cssText = "position: fixed; right: 0; bottom: 0; width: 1px; height: 1px";

/**
 * What a look at the next frame finds, when nothing can change any more before it is painted.
 *
 * @template T
 * @param {(time: number) => T} look  Is told when the frame began, as the browser has it.
 * @returns {Promise<T>}
 */
export function beforePaint(look) {
  return new Promise((resolve, reject) => {
    requestAnimationFrame((time) => {
      document.body.append(PROBE);
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        PROBE.remove();
        try {
          resolve(look(time));
        } catch (error) {
          reject(error);
        }
      });
      observer.observe(PROBE);
    });
  });
}

/**
 * The first task after the next frame has been painted.
 *
 * @template T
 * @param {(time: number) => T} [look]  What it finds just before that is the result.
 */
export async function painted(look) {
  const found = await beforePaint(look ?? (() => undefined));
  await nextTask();
  counting?.end();
  return /** @type {T} */ (found);
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

/** A timer is the one thing that the stretches which `Work` adds up may leave out. @type {any} */
const counted = (/** @type {(...args: any[]) => void} */ action, /** @type {number} */ ms, /** @type {any[]} */ ...args) =>
  callLater(() => (counting ? counting.during(() => action(...args)) : action(...args)), ms);
window.setTimeout = counted;

/**
 * Counts for how long the main thread is busy, the same way for all components, whatever they do it in. Added up are
 * - each frame, from its first event (the browser tells of scrolling then) or animation callback to the first task
 *   after it has been painted: that has all event handlers, callbacks and observers in it, style, layout, painting, and
 *   the messages in which some frameworks work on;
 * - what is done to the component, and the messages that follow from it;
 * - timers.
 * What the browser does when there is nothing else to do, like collecting garbage, does not count.
 */
export class Work {
  #sum = 0;
  /** @type {number | undefined} When the stretch under way began. */
  #start;
  #begin = () => {
    this.#start ??= performance.now();
  };

  constructor() {
    counting = this;
    addEventListener("scroll", this.#begin, { capture: true, passive: true });
    // Asked for again as the first thing in a frame, it is the first callback of the next one, too.
    const begin = () => {
      if (counting !== this) return;
      requestAnimationFrame(begin);
      this.#begin();
    };
    requestAnimationFrame(begin);
  }

  /** A stretch has ended: this is the first task behind it. */
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

  /** Does something, and what it leaves for the next tasks. @param {() => void} action */
  async whole(action) {
    this.#begin();
    action();
    await nextTask();
    this.end();
  }

  /** Milliseconds since it was asked last. */
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

/** Nobody acts in the moment in which something has just been shown; what a component does then is not timed. */
const PAUSE = 150;

export async function rest() {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  await painted();
  await painted();
}
