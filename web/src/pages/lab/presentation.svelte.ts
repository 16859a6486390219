/** An exhibit for a projector: as large as the screen, without prose. */

class Presentation {
  isOn = $state(false);
  /** Whether the screen is full because of it. */
  #isFull = false;
  /** Done when a full screen has been left. */
  #left: Promise<void> = Promise.resolve();

  async start(): Promise<void> {
    this.isOn = true;
    try {
      await this.#left;
      await document.documentElement.requestFullscreen();
      this.#entered();
    } catch {
      // Where the browser refuses, or cannot, the window is enough.
    }
  }

  /** It may have been ended while the browser made room for it. */
  #entered(): void {
    if (this.isOn) this.#isFull = true;
    else this.end();
  }

  toggle(): void {
    if (this.isOn) this.end();
    else void this.start();
  }

  end(): void {
    this.isOn = false;
    this.#isFull = false;
    if (document.fullscreenElement) this.#left = document.exitFullscreen().catch(() => {});
  }

  /** Escape leaves a full screen without a key press that pages hear. */
  screenChanged(): void {
    if (this.#isFull && !document.fullscreenElement) this.end();
  }
}

export const presentation = new Presentation();
