/** Divides the work into slices, so that the page stays responsive. */
export class Slices {
  #limits;
  #clock = performance;
  #start = this.#clock.now();
  #used = 0;
  #steps = 0;
  #ports = new MessageChannel();

  /** @param {import("../types.js").PageFactLimits} limits */
  constructor(limits) {
    this.#limits = limits;
  }

  /** Call this once for each step. Returns `true` if the slice is over: call `next()`. */
  isOver() {
    this.#steps += 1;
    // A clock with a low resolution may stand still. The number of steps is limited, too.
    return this.#steps % 4 === 0 && (this.#steps % 4000 === 0 || this.#clock.now() - this.#start >= this.#limits.sliceMs);
  }

  /** Lets the page work. @returns {Promise<boolean>}  `false` if the time for all slices is over. */
  async next() {
    this.#used += this.#clock.now() - this.#start;
    if (this.#used >= this.#limits.totalMs) return false;
    const { port1, port2 } = this.#ports;
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    this.#start = this.#clock.now();
    return true;
  }

  /** The milliseconds of all slices that are over. */
  get used() {
    return this.#used;
  }

  end() {
    this.#ports.port1.close();
  }
}
